import { Email } from '@reflet/contract/common'
import { normalized } from '@reflet/contract/plain'
import type { Relation } from '@reflet/contract/relations'
import { mailItemsOf } from './list-lines.ts'
import { relationOf } from './list-words.ts'

/** A person as parsed from an entry; `address` is the unparsed text in place of an address. */
export interface ParsedPerson {
  /** The part of the entry about this person. */
  text: string
  address: string
  first_name: string
  last_name: string
  relation: Relation | null
}

export interface Names {
  first_name: string
  last_name: string
}

/** Before a name or an address, and after it. */
const AROUND = /[\s"'«»“”()<>[\]]/
const AFTER = /[\s"'«»“”()<>[\],;:.]/
const JOINERS = /[\u200C\u200D]/g
const PHONE = /^[+\d(][\d\s().+-]*$/
const ANGLED = /^(.*)<([^<>]*)>(.*)$/s

/** Linear: an expression for the end would begin at each character of a run. */
function bare(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && AROUND.test(text.charAt(from))) from++
  while (to > from && AFTER.test(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

/** `<mailto:Jean@X.fr>,` → `jean@x.fr`; full-width letters become plain ones. */
const asAddress = (text: string) =>
  bare(normalized(text, 'NFKC').replaceAll(JOINERS, ''))
    .replace(/^mailto:/i, '')
    .toLowerCase()

/** The address as the server stores it; undefined when it is invalid. */
export const validAddress = (address: string) => Email.safeParse(address).data

const asName = (text: string) => bare(text.replaceAll('""', '"')).replaceAll(/\s+/g, ' ')

const isUpper = (word: string) => word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()

/** `Dupont, Jean`, `DUPONT Jean` and `Jean Dupont` are one person. */
export function splitName(text: string): Names {
  const name = asName(text)
  const [family, ...given] = name.split(',')
  if (given.length > 0) return { first_name: asName(given.join(' ')), last_name: asName(family ?? '') }
  const words = name.split(' ')
  const upper = words.findIndex((word) => !isUpper(word))
  const turned = upper > 0 ? [...words.slice(upper), ...words.slice(0, upper)] : words
  const first = upper > 0 ? words.length - upper : 1
  return { first_name: turned.slice(0, first).join(' '), last_name: turned.slice(first).join(' ') }
}

/** Splits `Jean Dupont <jean@x.fr>`, `jean@x.fr (Jean Dupont)` or a single address into the address and the rest. */
export function splitAddress(text: string): { address: string; rest: string } {
  const angled = ANGLED.exec(text)
  if (angled) return { address: asAddress(angled[2] ?? ''), rest: `${angled[1]} ${angled[3]}`.trim() }
  // Two addresses in one cell are ambiguous.
  if (text.indexOf('@') !== text.lastIndexOf('@')) return { address: text, rest: '' }
  const words = text.split(/\s+/)
  const at = words.findIndex((word) => word.includes('@'))
  return { address: asAddress(words[at] ?? ''), rest: words.filter((_, index) => index !== at).join(' ') }
}

/** One row without a header: the cell with the address, then cells that parse as a relation or a name. */
export function personOfCells(text: string, cells: readonly string[]): ParsedPerson {
  const at = cells.findIndex((cell) => cell.includes('@'))
  const { address, rest } = splitAddress(cells[at] ?? '')
  const others = cells.filter((cell, index) => index !== at && cell && !PHONE.test(cell))
  const relation = others.map(relationOf).find((found) => found !== undefined) ?? null
  const [first, second] = [rest, ...others.filter((cell) => relationOf(cell) === undefined)].filter(Boolean)
  const names = second && !rest ? { first_name: asName(first ?? ''), last_name: asName(second) } : splitName(first ?? '')
  return { text, address, ...names, relation }
}

/** Several people in one entry, or one in the format of mail programs; a part without an address belongs to the next. */
export function peopleOfMail(text: string): { people: ParsedPerson[]; left: string[] } {
  const people: ParsedPerson[] = []
  let waiting: string[] = []
  for (const item of mailItemsOf(text)) {
    if (!item.includes('@') && !item.includes('<')) {
      waiting.push(item)
      continue
    }
    const whole = [...waiting, item].join(', ')
    const { address, rest } = splitAddress(whole)
    people.push({ text: whole, address, ...splitName(rest), relation: null })
    waiting = []
  }
  const last = people.at(-1)
  const relation = waiting.map(relationOf).find((found) => found !== undefined)
  if (last && relation) Object.assign(last, { relation, text: [last.text, ...waiting].join(', ') })
  return { people, left: relation || (last && people.length === 1) ? [] : waiting }
}
