import { isolatedIn } from './direction.ts'
import { cached, isMirrored } from './locale.ts'

/** Longer words, as of a skill, may be wrapped. */
const MAX_UNBROKEN = 24

/** An item of a list: isolated like any value, and its words in one line while it is short. A line break inside it would swap its words. */
export function listItemIn(text: string, rightToLeft: boolean): string {
  const item = isolatedIn(text, rightToLeft)
  return item !== text && text.length <= MAX_UNBROKEN ? item.replaceAll(' ', '\u00a0') : item
}

const listFormat = cached<Intl.ListFormat, Intl.ListFormatOptions>(Intl.ListFormat)

/** "A, B and C", each item isolated when its script runs against the sentence. */
export function formatList(items: readonly string[], options?: Intl.ListFormatOptions) {
  const mirrored = isMirrored()
  // One item in a left-to-right sentence has no neighbour to change places with.
  return listFormat(options).format(mirrored || items.length > 1 ? items.map((item) => listItemIn(item, mirrored)) : items)
}

/** The same as parts. */
export const listParts = (items: readonly string[]) => listFormat().formatToParts(items)
