import { gunzipSync } from 'node:zlib'
import { MINUTE_MS } from '@reflet/contract/durations'
import type { Platform } from '../../../platform/index.ts'
import { addressesOf } from '../issuing/addresses.ts'
import { documentLoader } from '../issuing/contexts.ts'
import { issuerDocument, type Key, verificationMethodOf } from '../issuing/documents.ts'
import { findIssuer, type KnownIssuer, type PublicBadge } from './public.queries.ts'
import { getStatusList } from './status-lists.commands.ts'

/** The steps of a verification, in the order in which a page shows them. */
export const STEPS = ['signature', 'issuer', 'status', 'dates'] as const
export type Step = (typeof STEPS)[number]
export type Verification = Readonly<Record<Step, boolean>>

/** How far two clocks may differ. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS

/** What a verification reads of a document: of one that was changed, each of these may be anything. */
interface Signed {
  readonly id?: unknown
  readonly issuer?: unknown
  readonly validFrom?: unknown
  readonly credentialStatus?: { readonly statusListCredential?: unknown; readonly statusListIndex?: unknown } | undefined
  readonly credentialSubject?: { readonly encodedList?: unknown } | undefined
  readonly proof?: { readonly verificationMethod?: unknown; readonly created?: unknown } | undefined
}

export const isVerified = (verification: Verification) => STEPS.every((step) => verification[step])

/**
 * Verifies a badge as another verifier would, with the documents that this server publishes: the signature over the content, whether the key
 * is one of the named issuer, the status list, and whether the proof was made while its key was in use.
 */
export async function verifyBadge(platform: Platform, badge: PublicBadge): Promise<Verification> {
  const addresses = addressesOf(platform.publicUrl())
  const signed = parsed(badge.credential)
  const issuer = await issuerOf(platform, badge.company_id, signed)
  if (!signed || !issuer) return { signature: false, issuer: false, status: false, dates: false }
  const key = keyOf(platform, issuer, signed)
  return {
    signature: await isSigned(platform, issuer, signed),
    issuer: key !== undefined && signed.id === addresses.page(badge.id),
    status: await isInForce(platform, issuer, signed),
    dates: key !== undefined && isInTime(key, signed, platform.clock()),
  }
}

function parsed(text: string): Signed | undefined {
  try {
    return JSON.parse(text) as Signed
  } catch {
    return undefined
  }
}

const idOf = (reference: unknown) => (typeof reference === 'object' && reference !== null ? (reference as { id?: unknown }).id : reference)

/** The issuer that a document names, if it is the company itself under one of its codes. */
async function issuerOf({ db, publicUrl }: Platform, companyId: string, signed: Signed | undefined): Promise<KnownIssuer | undefined> {
  const named = idOf(signed?.issuer)
  const prefix = addressesOf(publicUrl()).issuer('')
  if (typeof named !== 'string' || !named.startsWith(prefix)) return undefined
  const issuer = await findIssuer(db, named.slice(prefix.length))
  return issuer?.company_id === companyId ? issuer : undefined
}

const keyOf = ({ publicUrl }: Platform, { code, keys }: KnownIssuer, { proof }: Signed): Key | undefined =>
  keys.find(({ id }) => addressesOf(publicUrl()).key(code, id) === proof?.verificationMethod)

async function isSigned({ publicUrl, clock }: Platform, issuer: KnownIssuer, signed: Signed): Promise<boolean> {
  const addresses = addressesOf(publicUrl())
  const known = new Map<string, object>([[addresses.issuer(issuer.code), issuerDocument(addresses, issuer, publicUrl(), issuer.keys)]])
  for (const key of issuer.keys) {
    const method = verificationMethodOf(addresses, issuer.code, key)
    known.set(method.id, { '@context': 'https://w3id.org/security/multikey/v1', ...method })
  }
  const [vc, { DataIntegrityProof }, { cryptosuite }] = await Promise.all([
    import('@digitalbazaar/vc'),
    import('@digitalbazaar/data-integrity'),
    import('@digitalbazaar/eddsa-rdfc-2022-cryptosuite'),
  ])
  const { verified } = await vc.verifyCredential({
    credential: signed,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: documentLoader(known),
    now: clock(),
    // The status is a step of its own.
    checkStatus: async () => ({ verified: true }),
  })
  return verified
}

const INDEX = /^(0|[1-9]\d{0,8})$/

async function isInForce(platform: Platform, issuer: KnownIssuer, { credentialStatus }: Signed): Promise<boolean> {
  const { statusListCredential: address, statusListIndex: index } = credentialStatus ?? {}
  const prefix = addressesOf(platform.publicUrl()).statusList('')
  if (typeof address !== 'string' || typeof index !== 'string' || !address.startsWith(prefix) || !INDEX.test(index)) return false
  const id = address.slice(prefix.length)
  const text = isUuid(id) ? await getStatusList(platform, id) : undefined
  const list = text === undefined ? undefined : parsed(text)
  if (!list || idOf(list.issuer) !== addressesOf(platform.publicUrl()).issuer(issuer.code)) return false
  if (!(await isSigned(platform, issuer, list))) return false
  const bits = bitsOf(list.credentialSubject?.encodedList)
  const place = Number(index)
  const byte = bits?.[place >> 3]
  return byte !== undefined && (byte & (0x80 >> (place & 7))) === 0
}

const bitsOf = (encoded: unknown) => (typeof encoded === 'string' ? gunzipSync(Buffer.from(encoded.slice(1), 'base64url')) : undefined)

export const isUuid = (text: string) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(text)

/** The proof was made while its key was in use, and not in the future; the badge is valid from a time that has come. */
function isInTime(key: Key, { validFrom, proof }: Signed, now: Date): boolean {
  const [made, valid] = [proof?.created, validFrom].map((date) => (typeof date === 'string' ? Date.parse(date) : Number.NaN))
  const latest = now.getTime() + CLOCK_SKEW_MS
  if (made === undefined || valid === undefined || !(made <= latest) || !(valid <= latest)) return false
  return made >= key.created_at.getTime() && (key.retired_at === null || made < key.retired_at.getTime())
}
