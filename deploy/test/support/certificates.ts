import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A certificate for localhost that is its own authority; PostgreSQL wants its key readable for its user only. */
export function makeCertificate(folder: string) {
  const [keyFile, certFile] = [join(folder, 'localhost.key'), join(folder, 'localhost.pem')]
  const names = [
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost,IP:127.0.0.1',
    '-addext',
    'basicConstraints=critical,CA:TRUE',
  ]
  const made = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '30',
    '-keyout',
    keyFile,
    '-out',
    certFile,
  ]
  execFileSync('openssl', ['req', ...made, ...names], { stdio: 'ignore' })
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', keyFile, certFile])
  chmodSync(keyFile, 0o600)
  chmodSync(certFile, 0o644)
  return { keyFile, certFile, key: readFileSync(keyFile), cert: readFileSync(certFile) }
}
