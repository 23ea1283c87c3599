import { createHash, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { DAY_MS } from '@reflet/contract/durations'

/** Key lengths below are broken, or will be while a certificate lives (NIST SP 800-57). */
const RSA_MIN_BITS = 2048
const RSA_MIN_EXPONENT = 65_537n
/** Our own certificate only carries a key: providers compare it, and do not read its dates. */
const OWN_YEARS = 20

export interface CertificateFacts {
  readonly fingerprint: string
  readonly subject: string
  readonly notBefore: Date
  readonly notAfter: Date
}

/** A certificate in PEM, from PEM or from the bare Base64 of metadata. */
export function toPem(text: string): string {
  const base64 = text.replaceAll(/-----(BEGIN|END) CERTIFICATE-----|\s/g, '')
  const lines = base64.match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** Why a certificate cannot verify signatures here: it is none, has no RSA key, or a short one. null when it can. */
export function refusalOf(pem: string): 'unreadable' | 'not_rsa' | 'key_too_short' | null {
  try {
    const { publicKey } = new X509Certificate(pem)
    if (publicKey.asymmetricKeyType !== 'rsa') return 'not_rsa'
    const { modulusLength = 0, publicExponent = 0n } = publicKey.asymmetricKeyDetails ?? {}
    // With a tiny exponent a signature can be made without the key.
    return modulusLength < RSA_MIN_BITS || publicExponent < RSA_MIN_EXPONENT ? 'key_too_short' : null
  } catch {
    return 'unreadable'
  }
}

/** What an administrator compares with the provider's page. */
export function factsOf(pem: string): CertificateFacts {
  const certificate = new X509Certificate(pem)
  return {
    fingerprint: createHash('sha256').update(certificate.raw).digest('hex'),
    subject: certificate.subject.replaceAll('\n', ', '),
    notBefore: new Date(certificate.validFrom),
    notAfter: new Date(certificate.validTo),
  }
}

/** A new RSA key pair with a self-signed certificate, both in PEM. */
export async function selfSigned(commonName: string, now: Date): Promise<{ certificate: string; privateKey: string }> {
  // The library's dependency injection needs it first.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  x509.cryptoProvider.set(webcrypto as unknown as Parameters<typeof x509.cryptoProvider.set>[0])
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: RSA_MIN_BITS, publicExponent: new Uint8Array([1, 0, 1]) }
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    name: [{ CN: [commonName] }],
    notBefore: new Date(now.getTime() - DAY_MS),
    notAfter: new Date(now.getTime() + OWN_YEARS * 365 * DAY_MS),
    signingAlgorithm: algorithm,
    keys,
  })
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  const lines = pkcs8.match(/.{1,64}/g) ?? []
  return {
    certificate: `${certificate.toString('pem')}\n`,
    privateKey: ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n'),
  }
}
