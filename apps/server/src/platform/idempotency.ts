import type { Vault } from './crypto.ts'
import { Problem } from './errors.ts'

/** An idempotency key, and a hash of all other content. */
export interface Once {
  readonly key: string
  readonly hash: Buffer
}

export function onceOf<Body extends { readonly idempotency_key: string }>({ fingerprint }: Vault, body: Body): Once {
  const { idempotency_key: key, ...content } = body
  return { key, hash: fingerprint(JSON.stringify(content)) }
}

/**
 * The stored result of the key, if any: a retry's response is built from it.
 * @throws idempotency_key_reused when the key was used with other content
 */
export function madeBefore<Row extends { readonly content_hash: Buffer | string }>(
  before: Row | undefined | null,
  hash: Buffer,
): Row | undefined {
  if (!before) return undefined
  const { content_hash } = before
  const stored = typeof content_hash === 'string' ? Buffer.from(content_hash, 'base64') : content_hash
  if (!stored.equals(hash)) throw new Problem('idempotency_key_reused')
  return before
}
