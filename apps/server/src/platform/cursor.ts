import { isStorable } from '@reflet/contract/common'
import { Problem } from './errors.ts'

/** A pagination cursor is the last row's sort key, base64url of JSON: opaque to the caller, validated when it comes back. */
const KINDS = {
  id: (part: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(part),
  instant: (part: string) =>
    /^[1-9]\d{3}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-](0\d|1[0-4])(:?\d\d)?)$/.test(part) && !Number.isNaN(Date.parse(part)),
  month: (part: string) => /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(part),
  text: isStorable,
}

/** @throws invalid_input when it is not a valid cursor */
export function cursorAfter(cursor: string | undefined, ...kinds: (keyof typeof KINDS)[]): string[] {
  if (cursor === undefined) return []
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isOurs = (part: unknown, place: number) => typeof part === 'string' && KINDS[kinds[place] ?? 'id'](part)
    if (Array.isArray(key) && key.length === kinds.length && key.every(isOurs)) return key
  } catch {
    // Falls through to the refusal.
  }
  throw new Problem('invalid_input', { fields: { cursor: 'unknown' } })
}

/** Removes the extra row that was read beyond the page; it shows that there is a next page. */
export function pageOf<Row>(found: Row[], size: number, key: (row: Row) => string[]) {
  const page = found.slice(0, size)
  const last = page.at(-1)
  const more = found.length > size && last !== undefined
  return { page, next_cursor: more ? Buffer.from(JSON.stringify(key(last))).toString('base64url') : null }
}
