import type { Relation } from '@reflet/contract/relations'
import { cellsOf, DELIMITERS, type Entry, entriesOf, guessDelimiter } from './list-lines.ts'
import { type Names, type ParsedPerson, peopleOfMail, personOfCells, splitAddress, splitName, validAddress } from './list-people.ts'
import { type Column, columnOf, relationOf } from './list-words.ts'

/** Error codes of a line; the app has a text for each (`contacts.problem.<code>`). */
export type LineProblemCode = 'missing' | 'invalid' | 'quotes' | 'relation' | 'name_long' | 'yourself'

export interface LineProblem {
  line: number
  text: string
  code: LineProblemCode
  /** The original text, if it helps to find the line. */
  value: string
}

export interface ListedPerson extends Names {
  line: number
  text: string
  email: string
  relation: Relation | null
  /** Further lines with the same address: imported together with this one. */
  again: number[]
}

export interface ParsedList {
  people: ListedPerson[]
  problems: LineProblem[]
  /** The header line: it must stay above the remaining lines. */
  header: string | null
}

const MAX_NAME = 100

interface Header {
  text: string
  delimiter: string
  columns: (Column | undefined)[]
}

/** The first entry, if it is a header: an e-mail column, or two others. */
function headerOf(entry: Entry | undefined, said: string | undefined): Header | null {
  if (!entry || entry.broken || entry.text.includes('@')) return null
  let best: Header | null = null
  for (const delimiter of said ? [said] : DELIMITERS) {
    const columns = cellsOf(entry.text, delimiter).map(columnOf)
    const known = columns.filter(Boolean).length
    if ((known >= 2 || columns.includes('email')) && known > (best?.columns.filter(Boolean).length ?? 0))
      best = { text: entry.text, delimiter, columns }
  }
  return best
}

/** A “name” column is the other half if the list also has a first or last name column, else the full name. */
function namesOf(cell: (column: Column) => string, has: (column: Column) => boolean): Names {
  const names = { first_name: cell('first_name'), last_name: cell('last_name') }
  if (has('name') && has('first_name') && !has('last_name')) return { ...names, last_name: cell('name') }
  if (has('name') && has('last_name') && !has('first_name')) return { ...names, first_name: cell('name') }
  return names.first_name || names.last_name ? names : splitName(cell('full_name') || cell('name'))
}

/** A row under a header; its relation must be a known one. */
function personOfRow({ text }: Entry, { delimiter, columns }: Header): ParsedPerson & { unknown: string } {
  const cells = cellsOf(text, delimiter)
  const cell = (column: Column) => cells.find((value, index) => columns[index] === column && value) ?? ''
  const { address, rest } = splitAddress(cell('email') || (cells.find((value) => value.includes('@')) ?? ''))
  const name = (column: Column) => (cell(column).includes('@') ? '' : cell(column))
  const names = namesOf(name, (column) => columns.includes(column))
  const word = cell('relation')
  const relation = relationOf(word) ?? null
  return { text, address, ...(names.first_name || names.last_name ? names : splitName(rest)), relation, unknown: relation ? '' : word }
}

/** Parses one entry: people, and errors. */
function read(entry: Entry, header: Header | null, delimiter: string): { people: (ParsedPerson & { unknown?: string })[]; left: string[] } {
  if (header && !entry.text.includes('<')) return { people: [personOfRow(entry, header)], left: [] }
  if (header && cellsOf(entry.text, header.delimiter).length > 1) return { people: [personOfRow(entry, header)], left: [] }
  const cells = cellsOf(entry.text, delimiter)
  const addresses = entry.text.split('@').length - 1
  if (addresses > 1 || entry.text.includes('<')) return peopleOfMail(entry.text)
  return { people: [personOfCells(entry.text, cells)], left: [] }
}

function problemOf(
  person: ParsedPerson & { unknown?: string },
  email: string | undefined,
  own: string,
): Omit<LineProblem, 'line' | 'text'> | null {
  if (!person.address) return { code: 'missing', value: '' }
  if (!email) return { code: 'invalid', value: person.address }
  if (email === own) return { code: 'yourself', value: email }
  if (person.unknown) return { code: 'relation', value: person.unknown }
  const long = [person.first_name, person.last_name].find((name) => name.length > MAX_NAME)
  return long ? { code: 'name_long', value: `${long.slice(0, 40)}…` } : null
}

/** Merges duplicate addresses: empty fields of the first line are filled from the second. */
function merge(known: ListedPerson, line: number, person: ParsedPerson) {
  if (!known.again.includes(line) && known.line !== line) known.again.push(line)
  if (!known.first_name && !known.last_name) Object.assign(known, { first_name: person.first_name, last_name: person.last_name })
  known.relation ??= person.relation
}

/** Parses a pasted list or a CSV file of any format; `own` is the address of the current user. */
export function parseList(list: string, own = ''): ParsedList {
  const { entries, said } = entriesOf(list)
  const header = headerOf(entries[0], said)
  const delimiter = header?.delimiter ?? said ?? guessDelimiter(entries)
  const people = new Map<string, ListedPerson>()
  const problems: LineProblem[] = []
  for (const entry of header ? entries.slice(1) : entries) {
    const { line } = entry
    if (entry.broken) {
      problems.push({ line, text: entry.text, code: 'quotes', value: '' })
      continue
    }
    const { people: found, left } = read(entry, header, delimiter)
    for (const text of left) problems.push({ line, text, code: 'missing', value: '' })
    for (const person of found) {
      const email = validAddress(person.address)
      const problem = problemOf(person, email, own.toLowerCase())
      const known = email && people.get(email)
      if (problem) problems.push({ line, text: person.text, ...problem })
      else if (known) merge(known, line, person)
      else if (email) {
        const { text, first_name, last_name, relation } = person
        people.set(email, { line, text, email, first_name, last_name, relation, again: [] })
      }
    }
  }
  return { people: [...people.values()], problems, header: header?.text ?? null }
}

/** The remaining text after an import: the header, and every line that was not imported. */
export function remainingList({ people, problems, header }: ParsedList, taken: ReadonlySet<string>): string {
  const waiting = [...people.filter(({ email }) => !taken.has(email)), ...problems].sort((a, b) => a.line - b.line)
  if (waiting.length === 0) return ''
  return [...(header === null ? [] : [header]), ...new Set(waiting.map(({ text }) => text))].join('\n')
}
