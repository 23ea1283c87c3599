const LATIN = /\p{Script=Latin}/u
const RIGHT_TO_LEFT = /\p{Script=Arabic}/u

/** Isolated from the direction of the sentence around it: a Latin name before a date would change their order in Arabic. */
export const isolated = (text: string) => `\u2068${text}\u2069`

/** Bidirectional isolation of a value whose script runs against the direction of its sentence; others, and mixed ones, are unchanged. */
export function isolatedIn(text: string, rightToLeft: boolean): string {
  const [latin, mirrored] = [LATIN.test(text), RIGHT_TO_LEFT.test(text)]
  return latin !== mirrored && latin === rightToLeft && !text.includes('\u2068') ? isolated(text) : text
}
