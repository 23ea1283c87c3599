import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto'
import { documentLoader } from './contexts.ts'

/** A key that can sign: `id` is the URL of its verification method. */
export interface SigningKey {
  readonly id: string
  readonly key: KeyObject
}

/** A key pair on Ed25519: the public key as Multikey, the private one as the JSON of a JWK, to be sealed. */
export async function newKeyPair(): Promise<{ publicKey: string; privateJwk: string }> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { fromJwk } = await import('@digitalbazaar/ed25519-multikey')
  const { publicKeyMultibase } = await fromJwk({ jwk: createPublicKey(privateKey).export({ format: 'jwk' }) })
  return { publicKey: publicKeyMultibase, privateJwk: JSON.stringify(privateKey.export({ format: 'jwk' })) }
}

export const privateKeyOf = (privateJwk: string) => createPrivateKey({ key: JSON.parse(privateJwk) as JsonWebKey, format: 'jwk' })

/** Bytes before an Ed25519 public key in a Multikey (multicodec `ed25519-pub`). */
const MULTICODEC_BYTES = 2
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A Multikey's public key as a JWK: base58btc, then the multicodec prefix, then 32 bytes. */
export function publicJwkOf(publicKey: string): { kty: 'OKP'; crv: 'Ed25519'; x: string } {
  const value = [...publicKey.slice(1)].reduce((sum, digit) => sum * 58n + BigInt(BASE58.indexOf(digit)), 0n)
  const bytes = Buffer.from(value.toString(16).padStart(68, '0'), 'hex')
  return { kty: 'OKP', crv: 'Ed25519', x: bytes.subarray(MULTICODEC_BYTES).toString('base64url') }
}

/** XML Schema's dateTimeStamp in whole seconds, as every date of a signed document is written. */
export const stampOf = (at: Date) => `${at.toISOString().slice(0, 19)}Z`

/** Data Integrity proof (eddsa-rdfc-2022) on a document with the contexts of this server. */
export async function withProof<T extends object>(document: T, { id, key }: SigningKey, at: Date): Promise<T & { proof: object }> {
  const [vc, { DataIntegrityProof }, { cryptosuite }] = await Promise.all([
    import('@digitalbazaar/vc'),
    import('@digitalbazaar/data-integrity'),
    import('@digitalbazaar/eddsa-rdfc-2022-cryptosuite'),
  ])
  const signer = { id, algorithm: 'Ed25519', sign: async ({ data }: { data: Uint8Array }) => sign(null, data, key) }
  const suite = new DataIntegrityProof({ signer, cryptosuite, date: stampOf(at) })
  // The library writes the proof into the object that it is given.
  return vc.issue({ credential: { ...document }, suite, documentLoader: documentLoader(), now: at })
}

/** The same credential as a compact JWS: Open Badges 3.0, section "JSON Web Token Proof Format". */
export async function asJwt(
  credential: { readonly id: string; readonly issuer: { readonly id: string } },
  { id, key }: SigningKey,
  at: Date,
) {
  const { SignJWT } = await import('jose')
  return new SignJWT({ ...credential })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: id })
    .setIssuer(credential.issuer.id)
    .setJti(credential.id)
    .setNotBefore(at)
    .sign(key)
}
