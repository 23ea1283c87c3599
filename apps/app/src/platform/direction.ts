const LATIN = /\p{Script=Latin}/u
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
/** Longer words, as of a skill, may be wrapped. */
const MAX_UNBROKEN = 24

/** Isolated from the direction of the sentence around it: a Latin name before a date would change their order in Arabic. */
export const isolated = (text: string) => `\u2068${text}\u2069`

/** Bidirectional isolation of a value whose script runs against the direction of its sentence; others, and mixed ones, are unchanged. */
export function isolatedIn(text: string, rightToLeft: boolean): string {
  const [latin, mirrored] = [LATIN.test(text), RIGHT_TO_LEFT.test(text)]
  return latin !== mirrored && latin === rightToLeft && !text.includes('\u2068') ? isolated(text) : text
}

/** An item of a list: isolated like any value, and its words in one line while it is short. A line break inside it would swap its words. */
export function listItemIn(text: string, rightToLeft: boolean): string {
  const item = isolatedIn(text, rightToLeft)
  return item !== text && text.length <= MAX_UNBROKEN ? item.replaceAll(' ', '\u00a0') : item
}
