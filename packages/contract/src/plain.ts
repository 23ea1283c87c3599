import { normalized } from './folding.ts'

/**
 * Names are used in subjects and bodies of mails, where a program turns anything like an address into a link: a name with one would let any
 * employee send links with our sender. One rule for input and for stored names. Linear: a text is split into words, and each is read once.
 */

/** Dots that are shown or read as ASCII dots (ideographic, halfwidth, small, one dot leader). */
const DOTS = /[\u3002\uff61\uff0e\ufe52\u2024\u06d4]/g
const COLONS = /[\uff1a\ufe55\ufe13\u2236]/g
const SLASHES = /[\uff0f\u2044\u2215]/g
/** Invisible characters: soft hyphens, zero-width and direction marks, variation selectors. */
const INVISIBLE = /\p{Cf}|\u034f|\u115f|\u1160|\u3164|\uffa0|[\ufe00-\ufe0f]/gu

/** Compatibility forms (fullwidth letters, circled letters …) as browsers read them. */
const folded = (text: string) =>
  normalized(
    text
      .replace(/\p{Cc}/gu, ' ')
      .replace(INVISIBLE, '')
      .replace(DOTS, '.')
      .replace(COLONS, ':')
      .replace(SLASHES, '/'),
    'NFKC',
  )

const wordsOf = (text: string): string[] => folded(text).split(/\s+/u).filter(Boolean)

const SCHEME = /:\/\/|(?<![\p{L}\p{N}])(?:https?|ftp|mailto|javascript|data|tel|sms):/iu
const WWW = /(?<![\p{L}\p{N}])www\d?\./iu
const IPV4 = /(?<![\p{N}.])\d{1,3}(?:\.\d{1,3}){3}(?![\p{N}.])/u
/** The parts of a word that may be a host. */
const HOSTS = /[\p{L}\p{N}\p{M}._-]+/gu
const LABEL_ENDS = /[\p{L}\p{N}\p{M}]$/u
/** A top-level domain has at least two letters. */
const TOP_LEVEL = /^(?:xn--[a-z0-9]|[\p{L}\p{M}]{2})/iu

const isEmail = (word: string) => {
  const at = word.indexOf('@', 1)
  return at > 0 && at < word.length - 1
}

/** Whether a label and the next one are the end of a domain. */
const isDomain = (labels: readonly string[]) =>
  labels.some((label, place) => LABEL_ENDS.test(label) && TOP_LEVEL.test(labels[place + 1] ?? ''))

/** An initial, or an abbreviation of up to three letters that begins with a capital: `S`, `St`, `J-P`. */
const INITIAL = /^(?:\p{Lu}|\p{Lo})\p{M}{0,8}$/u
const ABBREVIATION = /^\p{Lu}\p{L}{0,2}$/u
const NAME = /^(?:\p{Lu}|\p{Lo})[\p{L}\p{M}-]+$/u

/**
 * A name that is written without a space after its initials: `S.Balakrishnan`, `A.P.J.Abdul`, `St.John`, `د.محمد`. No program can distinguish
 * it from a domain, so mails write the space (`withoutLinks`).
 */
function isName(word: string): boolean {
  const [host, ...others] = word.replace(/['’]/g, '').match(HOSTS) ?? []
  if (!host || others.length > 0 || /[:/?#]/u.test(word)) return false
  const labels = host.split('.')
  if (labels.at(-1) === '') labels.pop()
  const name = labels.pop() ?? ''
  const before = labels.flatMap((label) => label.split('-')).filter(Boolean)
  if (!NAME.test(name) || before.length === 0) return false
  // `Ow.Ly` is a domain; `B.Sc` and `J.Li` are none.
  return before.every((part) => INITIAL.test(part) || (name.length > 2 && ABBREVIATION.test(part)))
}

/** What a mail program makes of a word. */
function kindOf(word: string): 'plain' | 'name' | 'address' {
  if (SCHEME.test(word) || isEmail(word) || WWW.test(word) || IPV4.test(word)) return 'address'
  if (!word.match(HOSTS)?.some((host) => isDomain(host.split('.')))) return 'plain'
  return isName(word) ? 'name' : 'address'
}

/** Whether a mail program, or a person who copies the text, would find a web or e-mail address in it. */
export const hasWebAddress = (text: string): boolean => wordsOf(text).some((word) => kindOf(word) === 'address')

/**
 * Without web and e-mail addresses. If there is nothing else, the address becomes separate words. Text without an address is returned
 * unchanged.
 */
export function withoutWebAddress(text: string): string {
  const words = wordsOf(text)
  const kept = words.filter((word) => kindOf(word) !== 'address')
  if (kept.length === words.length) return text
  const rest = kept.join(' ')
  if (/[\p{L}\p{N}]/u.test(rest)) return rest
  return words
    .join(' ')
    .replace(/[.:/@?#\s]+/gu, ' ')
    .trim()
}

/** The text for mails, in which no program finds a link: also with a space after the initials of a name. */
export function withoutLinks(text: string): string {
  const plain = withoutWebAddress(text)
  const words = wordsOf(plain)
  if (!words.some((word) => kindOf(word) === 'name')) return plain
  return words.map((word) => (kindOf(word) === 'name' ? word.replace(/\.(?=[\p{L}\p{N}])/gu, '. ') : word)).join(' ')
}

/** Control characters, line breaks included, and marks that embed, override or isolate a direction: none belongs in a name. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

export const hasControls = (text: string): boolean => CONTROLS.test(text)
