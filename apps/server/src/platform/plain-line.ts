/** Line breaks and other controls. */
const CONTROLS = /[\s\p{Cc}]+/gu
/**
 * Characters that cannot be seen, and those that change the direction of what follows (Unicode, UAX 9). The two joiners stay: Persian,
 * Urdu and emoji need them.
 */
const HIDDEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

/** User input (a name, a skill, a company) as one line of plain text, for sentences, documents, pages and pictures. */
export const plainLine = (text: string) => text.replace(CONTROLS, ' ').replace(HIDDEN, '').trim()

/** Cuts between grapheme clusters, never inside one; the ellipsis counts. `max` in UTF-16 units. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > max - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}
