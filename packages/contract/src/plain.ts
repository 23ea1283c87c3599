/**
 * Names are used in subjects and bodies of mails, where a program turns anything like an address into a link: a name with one would let any
 * employee send links with our sender. One rule for input and for stored names. Linear: a text is split into words, and each is read once.
 */

/** Dots, colons and slashes of other scripts and of mathematics; normalization replaces the others. */
const DOTS = /[\u3002\u06d4]/g
const COLONS = /\u2236/g
const SLASHES = /[\u2044\u2215]/g
/** Invisible characters: soft hyphens, zero-width and direction marks, fillers, variation selectors. */
const INVISIBLE = /[\p{Cf}\p{DI}]/gu

/** More combining marks than a letter of any language has (UAX 15, stream-safe text); the halfwidth ones become marks. */
const FURTHER_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu

/** Normalization in linear time: it sorts the combining marks of a letter, which costs the square of their number. Marks after the 30th are dropped. */
export const normalized = (text: string, form: 'NFC' | 'NFKC' | 'NFKD') => text.replace(FURTHER_MARKS, '$1').normalize(form)

/** Compatibility forms (fullwidth letters, circled letters …) as browsers read them. */
const folded = (text: string) =>
  normalized(text.replace(/\p{Cc}/gu, ' '), 'NFKC')
    .replace(INVISIBLE, '')
    .replace(DOTS, '.')
    .replace(COLONS, ':')
    .replace(SLASHES, '/')

const wordsOf = (text: string): string[] => folded(text).split(/\s+/u).filter(Boolean)

/** In a word: a scheme, a network share, an e-mail address, `www.`, an IPv4 address. */
const ADDRESS =
  /:\/\/|\\\\|.@.|(?<![\p{L}\p{N}])(?:www\d?\.|(?:https?|ftp|file|mailto|javascript|data|tel|callto|sms):)|(?<![\p{N}.])\d{1,3}(?:\.\d{1,3}){3}(?!\.?\p{N})/isu
/** The parts of a word that may be a host; some registries sell emoji. */
const HOSTS = /[\p{L}\p{N}\p{M}\p{So}\p{ExtPict}\p{EMod}._-]+/gu
/** The end of a domain is two labels, of which the second has at least two letters. */
const LABEL = /[\p{L}\p{N}\p{M}\p{So}\p{ExtPict}\p{EMod}]$/u
const TOP_LEVEL = /^(?:xn--[a-z0-9]|[\p{L}\p{M}]{2})/iu

const isDomain = (labels: readonly string[]) => labels.some((label, place) => LABEL.test(label) && TOP_LEVEL.test(labels[place + 1] ?? ''))

/** `S`, `د`: a capital, or a letter of a script without capitals. */
const INITIAL = /^[\p{Lu}\p{Lo}]\p{M}*$/u
/** `St`, `Mrs`. */
const ABBREVIATION = /^\p{Lu}\p{L}{1,2}$/u
const NAME = /^[\p{Lu}\p{Lo}][\p{L}\p{M}-]+$/u

/**
 * A name that is written without a space after its initials: `S.Balakrishnan`, `A.P.J.Abdul`, `J.-P.Martin`, `St.John`, `د.محمد`. No program
 * can distinguish it from a domain, so mails write the space (`withoutLinks`).
 */
function isName(word: string): boolean {
  const [host = '', ...others] = word.replace(/['’]/g, '').match(HOSTS) ?? []
  const labels = host.split('.').filter(Boolean)
  const name = labels.pop() ?? ''
  const before = labels.join('-').split('-').filter(Boolean)
  // `Ow.Ly` is a domain; `B.Sc` and `J.Li` are none.
  const isShort = (part: string) => INITIAL.test(part) || (name.length > 2 && ABBREVIATION.test(part))
  return others.length === 0 && !/[:/?#]/.test(word) && NAME.test(name) && before.every(isShort)
}

/** What a mail program makes of a word. */
function kindOf(word: string): 'plain' | 'name' | 'address' {
  if (ADDRESS.test(word)) return 'address'
  if (!word.match(HOSTS)?.some((host) => isDomain(host.split('.')))) return 'plain'
  return isName(word) ? 'name' : 'address'
}

/** Whether a text has a web or e-mail address, as a mail program finds them. */
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
    .replace(/[.:/\\@?#\s]+/gu, ' ')
    .trim()
}

/** The text for mails, in which no program finds a link: also with a space after the initials of a name. */
export function withoutLinks(text: string): string {
  const spaced = (word: string) => (kindOf(word) === 'name' ? word.replace(/\.(?=[\p{L}\p{N}])/gu, '. ') : word)
  // Each part is written as it was, unless it is a name; U+FEFF is a blank of JavaScript alone.
  return withoutWebAddress(text).replace(/(?:\S|\ufeff)+/gu, (part) => {
    const words = wordsOf(part)
    return words.some((word) => kindOf(word) === 'name') ? words.map(spaced).join(' ') : part
  })
}

/** Control characters, line breaks included, and marks that embed, override or isolate a direction: none belongs in a name. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

export const hasControls = (text: string): boolean => CONTROLS.test(text)
