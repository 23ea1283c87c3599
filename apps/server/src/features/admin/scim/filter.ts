import { isStorable } from '@reflet/contract/common'
import { ATTRIBUTE_PATH, keyOf } from './paths.ts'
import { badRequest, ScimError } from './scim-error.ts'

const COMPARISONS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof COMPARISONS)[number]
export type Value = string | number | boolean | null

/** A filter of RFC 7644, 3.4.2.2; `path` is a key (`keyOf`). `within`: a filter of the elements of an attribute, `emails[…]`. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly items: readonly Filter[] }
  | { readonly kind: 'not'; readonly item: Filter }
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'compare'; readonly path: string; readonly comparison: Comparison; readonly value: Value }
  | { readonly kind: 'within'; readonly path: string; readonly item: Filter }

const MAX_LENGTH = 4_000
const MAX_DEPTH = 20
const MAX_CONDITIONS = 50

const SPACE = /\s+/y
const TEXT = /"(?:[^"\\]|\\.)*"/sy
const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])/iy
const WORD = /[a-z]+(?![\w$.:-])/iy
const PART = /\.[a-z$][\w$-]*/iy
/** Entra sends ids without quotes in some filters. */
const BARE_ID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?![\w-])/iy
const LITERALS = new Map<string, Value>([
  ['true', true],
  ['false', false],
  ['null', null],
])

const partName = (part: string) => part.slice(1).toLowerCase()

/** The conditions that a call may still have. */
export interface Budget {
  conditions: number
}

/** The text of a filter from which tokens are taken. */
class Reader {
  private readonly text: string
  private place = 0
  private depth = 0
  private readonly budget: Budget

  constructor(text: string, budget: Budget) {
    if (text.length > MAX_LENGTH) throw badRequest('tooMany', `A filter has at most ${MAX_LENGTH} characters`)
    this.text = text
    this.budget = budget
  }

  /** The next characters, when they match. */
  take(pattern: RegExp): string | null {
    this.skipSpace()
    pattern.lastIndex = this.place
    const [found] = pattern.exec(this.text) ?? []
    if (found === undefined) return null
    this.place += found.length
    return found
  }

  takeSymbol(symbol: string): boolean {
    this.skipSpace()
    if (this.text[this.place] !== symbol) return false
    this.place++
    return true
  }

  /** The next word, when it is one of these: they are case-insensitive. */
  takeWord<Word extends string>(words: readonly Word[]): Word | null {
    const before = this.place
    const word = this.take(WORD)?.toLowerCase()
    const found = words.find((one) => one === word)
    if (found === undefined) this.place = before
    return found ?? null
  }

  /** After a bracket: the filter inside, and its end. */
  inside(close: string): Filter {
    if (++this.depth > MAX_DEPTH) throw badRequest('tooMany', `A filter has at most ${MAX_DEPTH} levels`)
    const item = readOr(this)
    this.depth--
    if (!this.takeSymbol(close)) throw this.refusal(`"${close}" is missing`)
    return item
  }

  count(): void {
    if (--this.budget.conditions < 0) throw badRequest('tooMany', 'There are too many conditions')
  }

  isAtEnd(): boolean {
    this.skipSpace()
    return this.place === this.text.length
  }

  refusal(reason: string): ScimError {
    return badRequest('invalidFilter', `${reason} at character ${this.place + 1} of the filter`)
  }

  private skipSpace(): void {
    SPACE.lastIndex = this.place
    if (SPACE.test(this.text)) this.place = SPACE.lastIndex
  }
}

/** @throws invalidFilter; tooMany when it is longer, deeper or has more conditions than the server evaluates */
export function parseFilter(text: string): Filter {
  const reader = new Reader(text, { conditions: MAX_CONDITIONS })
  const filter = readOr(reader)
  if (!reader.isAtEnd()) throw reader.refusal('Unexpected text')
  return filter
}

const readOr = (reader: Reader): Filter => readMany(reader, 'or', readAnd)
const readAnd = (reader: Reader): Filter => readMany(reader, 'and', readOne)

function readMany(reader: Reader, kind: 'and' | 'or', read: (reader: Reader) => Filter): Filter {
  const first = read(reader)
  const items = [first]
  while (reader.takeWord([kind])) items.push(read(reader))
  return items.length === 1 ? first : { kind, items }
}

function readOne(reader: Reader): Filter {
  if (reader.takeSymbol('(')) return reader.inside(')')
  if (reader.takeWord(['not'])) {
    if (!reader.takeSymbol('(')) throw reader.refusal('"not" needs parentheses')
    return { kind: 'not', item: reader.inside(')') }
  }
  return readCondition(reader)
}

function readCondition(reader: Reader): Filter {
  reader.count()
  const found = reader.take(ATTRIBUTE_PATH)
  if (found === null) throw reader.refusal('The name of an attribute is missing')
  const path = keyOf(found)
  if (!reader.takeSymbol('[')) return readTest(reader, path)
  const item = reader.inside(']')
  // `emails[type eq "work"].value eq "…"`: Entra's, as in the paths of a PATCH.
  const part = reader.take(PART)
  if (part === null) return { kind: 'within', path, item }
  return { kind: 'within', path, item: { kind: 'and', items: [item, readTest(reader, partName(part))] } }
}

function readTest(reader: Reader, path: string): Filter {
  if (reader.takeWord(['pr'])) return { kind: 'present', path }
  const comparison = reader.takeWord(COMPARISONS)
  if (!comparison) throw reader.refusal('An operator is missing')
  return { kind: 'compare', path, comparison, value: readValue(reader) }
}

function readValue(reader: Reader): Value {
  const text = reader.take(TEXT)
  if (text !== null) return textOf(reader, text)
  const id = reader.take(BARE_ID)
  if (id !== null) return id
  const number = reader.take(NUMBER)
  if (number !== null) return Number(number)
  const literal = LITERALS.get(reader.takeWord([...LITERALS.keys()]) ?? '')
  if (literal === undefined) throw reader.refusal('A value is missing')
  return literal
}

/** Strings are those of JSON. */
function textOf(reader: Reader, quoted: string): string {
  try {
    const text: string = JSON.parse(quoted)
    if (isStorable(text)) return text
  } catch {
    // Refused below.
  }
  throw reader.refusal('A string cannot be read')
}

/** The target of a PATCH operation: an attribute, or elements of it (`emails[type eq "work"].value`). */
export interface Target {
  readonly path: string
  readonly filter: Filter | null
  /** Of the selected elements. */
  readonly part: string | null
}

/** RFC 7644, 3.5.2. @param budget of all paths of the call @throws invalidPath; tooMany */
export function parseTarget(text: string, budget: Budget): Target {
  const reader = new Reader(text, budget)
  try {
    const found = reader.take(ATTRIBUTE_PATH)
    if (found === null) throw reader.refusal('The name of an attribute is missing')
    const filter = reader.takeSymbol('[') ? reader.inside(']') : null
    const part = filter && reader.take(PART)
    if (!reader.isAtEnd()) throw reader.refusal('Unexpected text')
    return { path: keyOf(found), filter, part: part === null ? null : partName(part) }
  } catch (error) {
    if (error instanceof ScimError && error.scimType !== 'tooMany')
      throw badRequest('invalidPath', `The path cannot be read: ${error.message}`)
    throw error
  }
}
