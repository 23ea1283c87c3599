import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A certificate for localhost that is its own authority; PostgreSQL wants its key readable for its user only. */
export function makeCertificate(folder: string) {
  const [keyFile, certFile] = [join(folder, 'localhost.key'), join(folder, 'localhost.pem')]
  const names = ['subjectAltName=DNS:localhost,IP:127.0.0.1', 'basicConstraints=critical,CA:TRUE'].flatMap((name) => ['-addext', name])
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost'.split(' ')
  execFileSync('openssl', [...made, '-keyout', keyFile, '-out', certFile, ...names], { stdio: 'ignore' })
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', keyFile, certFile])
  chmodSync(keyFile, 0o600)
  chmodSync(certFile, 0o644)
  return { keyFile, certFile, key: readFileSync(keyFile), cert: readFileSync(certFile) }
}
