import Papa from 'papaparse'

/** A person’s entry in the list: one line, or the few lines of a quoted cell. */
export interface Entry {
  line: number
  text: string
  /** An unclosed quote. */
  broken: boolean
}

export const DELIMITERS = ['\t', ';', ','] as const
export type Delimiter = (typeof DELIMITERS)[number]

const LINE_ENDS = /\r\n|[\r\n\u2028\u2029]/
/** Invisible characters of pasted text: byte order mark, direction marks, joiners outside of words. */
const UNSEEN = /[\uFEFF\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069]/g
/** Characters that cannot be stored. */
const control = (letter: string) => letter < ' ' && letter !== '\t'
/** Excel's line that sets the delimiter. */
const SEPARATOR_LINE = /^sep=(.)$/i
/** A cell has a few lines at most; a quote that stays open longer is a mistake, and must not consume the rest. */
const MAX_SPAN = 5

const isDelimiter = (letter: string | undefined) => DELIMITERS.some((one) => one === letter)

/** Whether a cell that begins with a quote is still open at the end. */
function isOpen(text: string): boolean {
  let quoted = false
  let atStart = true
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (quoted) {
      if (letter !== '"') continue
      if (text[at + 1] === '"') at++
      else quoted = false
    } else if (letter === '"' && atStart) {
      quoted = true
      atStart = false
    } else if (isDelimiter(letter)) atStart = true
    else if (letter !== ' ') atStart = false
  }
  return quoted
}

const clean = (text: string) =>
  [...text.toWellFormed().replaceAll(UNSEEN, '').replaceAll('\u00A0', ' ').replaceAll('＠', '@')]
    .filter((letter) => !control(letter))
    .join('')

/** The list's entries without empty lines, and the delimiter if the list sets it. */
export function entriesOf(list: string): { entries: Entry[]; said: Delimiter | undefined } {
  const lines = list.split(LINE_ENDS).map(clean)
  const said = SEPARATOR_LINE.exec(lines[0]?.trim() ?? '')?.[1] as Delimiter | undefined
  const entries: Entry[] = []
  for (let at = said ? 1 : 0; at < lines.length; at++) {
    const first = lines[at] ?? ''
    if (!first.trim()) continue
    let text = first
    let span = 1
    while (isOpen(text) && span < MAX_SPAN && at + span < lines.length) text += `\n${lines[at + span++]}`
    const broken = isOpen(text)
    entries.push({ line: at + 1, text: broken ? first : text, broken })
    if (!broken) at += span - 1
  }
  return { entries, said: isDelimiter(said) ? said : undefined }
}

/** The cells of an entry, trimmed. */
export const cellsOf = (text: string, delimiter: string): string[] =>
  text.includes('"')
    ? (Papa.parse<string[]>(text, { delimiter }).data[0] ?? []).map((cell) => cell.trim())
    : text.split(delimiter).map((cell) => cell.trim())

/** Splits the format of mail programs, `"Dupont, Jean" <jean@x.fr>; …`, outside of quotes and angle brackets. */
export function mailItemsOf(text: string): string[] {
  const items = ['']
  let quoted = false
  let angled = false
  for (const letter of text) {
    if (letter === '"') quoted = !quoted
    else if (!quoted && letter === '<') angled = true
    else if (letter === '>') angled = false
    if (!quoted && !angled && (isDelimiter(letter) || letter === '\n')) items.push('')
    else items[items.length - 1] += letter
  }
  return items.map((item) => item.trim()).filter(Boolean)
}

/** The delimiter that occurs in most entries; addresses in angle brackets are ignored. */
export function guessDelimiter(entries: readonly Entry[]): Delimiter {
  const sample = entries.slice(0, 50).filter(({ text }) => !text.includes('<'))
  const counts = DELIMITERS.map((delimiter) => sample.filter(({ text }) => cellsOf(text, delimiter).length > 1).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}
