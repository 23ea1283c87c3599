import type { Signature } from '@reflet/contract/videos'
import { sameText } from '../../platform/crypto.ts'
import type { Platform } from '../../platform/index.ts'

/** How long an address opens a film without a session. */
const SECONDS = 600

const now = ({ clock }: Platform) => Math.floor(clock().getTime() / 1_000)

const signatureOf = ({ vault }: Platform, companyId: string, path: string, expires: string) =>
  vault.deriveToken('film', `${companyId}:${path}:${expires}`)

/**
 * The address of a company's film, or of its captions, that opens them for ten minutes without a session: the media element of the native
 * app sends neither a cookie nor a bearer header.
 */
export function signed(platform: Platform, companyId: string, path: string): string {
  const expires = String(now(platform) + SECONDS)
  return `${path}?${new URLSearchParams({ expires, signature: signatureOf(platform, companyId, path, expires) })}`
}

/** Whether the server signed the address of this path for this company, and it has not expired. */
export const isSigned = (platform: Platform, companyId: string, path: string, { expires = '', signature = '' }: Signature) =>
  sameText(signature, signatureOf(platform, companyId, path, expires)) && now(platform) < Number(expires)
