/**
 * Names are used in subjects and bodies of mails, where a program turns anything like an address into a link: a name with one would let any
 * employee send links with our sender. One rule for input and for stored names.
 */

/** Dots that are shown or read as ASCII dots (ideographic, halfwidth, small, one dot leader). */
const DOTS = /[\u3002\uff61\uff0e\ufe52\u2024\u06d4]/g
const COLONS = /[\uff1a\ufe55\ufe13\u2236]/g
const SLASHES = /[\uff0f\u2044\u2215]/g
/** Invisible characters: soft hyphens, zero-width and direction marks, variation selectors. */
const INVISIBLE = /\p{Cf}|\u034f|\u115f|\u1160|\u3164|\uffa0|[\ufe00-\ufe0f]/gu

/**
 * A scheme, `www.`, an e-mail address, an IPv4 address, or a domain: labels with a last one of at least two letters. `J.R.R. Tolkien` and
 * `3.5` are none; `Dr.Smith` without a space is, because a mail program cannot distinguish it from a domain either.
 */
const LABEL = String.raw`[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}])?`
/** An abbreviated title in another script (`د.محمد`): one letter, a dot and a name are no domain that a mail program knows. */
const TITLE = String.raw`(?<![\p{L}\p{N}.])[^\x00-\x7f]\.[^\x00-\x7f\s.]+(?![\p{L}\p{N}.:/])`
const ADDRESS = new RegExp(
  [
    String.raw`[\p{L}][\p{L}\p{N}+.-]*:\/\/\S*`,
    String.raw`(?<![\p{L}\p{N}])(?:https?|ftp|mailto|javascript|data|tel|sms)\s*:\S*`,
    String.raw`(?<![\p{L}\p{N}])www\d?\.\S*`,
    String.raw`\S+@\S+`,
    String.raw`(?<![\p{N}.])\d{1,3}(?:\.\d{1,3}){3}(?![\p{N}.])\S*`,
    String.raw`(?!${TITLE})(?<![\p{L}\p{N}\p{M}])(?:${LABEL}\.)+(?:xn--[a-z0-9-]+|[\p{L}\p{M}]{2,})\.?(?:[:/?#]\S*)?`,
  ].join('|'),
  'giu',
)

/** Normalizes compatibility forms (fullwidth letters, circled letters …) as browsers do. */
const folded = (text: string) =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .replace(INVISIBLE, '')
    .replace(DOTS, '.')
    .replace(COLONS, ':')
    .replace(SLASHES, '/')
    .normalize('NFKC')

/** Whether a mail program, or a person who copies the text, would find a web or e-mail address in it. */
export const hasWebAddress = (text: string): boolean => folded(text).search(ADDRESS) >= 0

/**
 * The text for mails: without web and e-mail addresses. If there is nothing else, the address becomes separate words, which no program
 * turns into a link. Text without an address is returned unchanged.
 */
export function withoutWebAddress(text: string): string {
  if (!hasWebAddress(text)) return text
  const plain = folded(text)
  const rest = plain.replace(ADDRESS, ' ').replace(/\s+/gu, ' ').trim()
  if (/[\p{L}\p{N}]/u.test(rest) && !hasWebAddress(rest)) return rest
  return plain
    .replace(/[.:/@?#]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Control characters, line breaks included, and marks that embed, override or isolate a direction: none belongs in a name. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

export const hasControls = (text: string): boolean => CONTROLS.test(text)
