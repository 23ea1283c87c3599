import { Problem } from '../../platform/errors.ts'

/** A cursor is the last row's sort key, base64url of JSON: opaque to the caller, checked when it comes back. */
const SAFE = /^[0-9a-zA-Z:.+\- ]{1,64}$/

/** @throws invalid_input when it is not one that we gave out */
export function cursorAfter(cursor: string | undefined, length: number): string[] {
  if (cursor === undefined) return []
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(key) && key.length === length && key.every((part) => typeof part === 'string' && SAFE.test(part))) return key
  } catch {
    // Falls through to the refusal: what cannot be read is not ours either.
  }
  throw new Problem('invalid_input', { fields: { cursor: 'unknown' } })
}

/** Cuts the row that was read beyond the page; it says that there is a next one. */
export function pageOf<Row>(found: Row[], size: number, key: (row: Row) => string[]) {
  const page = found.slice(0, size)
  const last = page.at(-1)
  const more = found.length > size && last !== undefined
  return { page, next_cursor: more ? Buffer.from(JSON.stringify(key(last))).toString('base64url') : null }
}
