import { api } from '@reflet/contract/api'
import { optionalText, text } from '@reflet/contract/common'
import type { Endpoint } from '@reflet/contract/endpoint'
import { fold } from '@reflet/contract/folding'
import { hasControls, hasWebAddress, withoutLinks, withoutWebAddress } from '@reflet/contract/plain'
import { WebPushSubscription } from '@reflet/contract/push'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

/** No text of an input can block the server: it ends at its limit before any other rule reads it, and what reads a text is linear. */

interface Rule {
  readonly _zod: { check: (payload: { readonly value: unknown }) => unknown; readonly def: RuleDef }
}
interface RuleDef {
  readonly check: string
  readonly abort?: boolean
  readonly error?: () => string
}
type Def = {
  readonly type: string
  readonly coerce?: boolean
  readonly shape?: Record<string, z.ZodMiniType>
  readonly element?: z.ZodMiniType
  readonly innerType?: z.ZodMiniType
  readonly in?: z.ZodMiniType
  readonly out?: z.ZodMiniType
  readonly options?: readonly z.ZodMiniType[]
  readonly values?: readonly unknown[]
  readonly checks?: readonly Rule[]
  transform?: (value: unknown, payload: unknown) => unknown
}
const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def

/** One text of an input. */
interface Place {
  readonly path: string
  /** What it is a field or an element of: all of params, query or body. */
  readonly whole: z.ZodMiniType
  /** The schema of the field or element itself. */
  readonly field: z.ZodMiniType
  /** A value of the whole with this text in the place. */
  readonly holding: (text: string) => unknown
  readonly isText: boolean
}

/** The values that tell one member of a union from another. */
const literalsIn = (shape: Record<string, z.ZodMiniType>) =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([key, schema]) => (defOf(schema).type === 'literal' ? [[key, defOf(schema).values?.[0]]] : [])),
  )

const present = <T>(schema: T | undefined): T => {
  if (!schema) throw new Error('a schema without what it holds')
  return schema
}

function placesIn(schema: z.ZodMiniType, place: Omit<Place, 'isText'>): Place[] {
  const def = defOf(schema)
  switch (def.type) {
    case 'string':
      return [{ ...place, isText: true }]
    case 'number':
      return def.coerce ? [{ ...place, isText: false }] : []
    case 'optional':
    case 'nullable':
    case 'default':
      return placesIn(present(def.innerType), place)
    case 'pipe':
      return placesIn(present(def.in), place)
    case 'array': {
      const element = present(def.element)
      return placesIn(element, { ...place, path: `${place.path}[]`, field: element, holding: (held) => place.holding([held] as never) })
    }
    case 'object':
      return Object.entries(present(def.shape)).flatMap(([key, field]) => {
        const holding = (held: string) => place.holding({ ...literalsIn(present(def.shape)), [key]: held } as never)
        return placesIn(field, { ...place, path: `${place.path}.${key}`, field, holding })
      })
    case 'union':
      return present(def.options).flatMap((option) => placesIn(option, place))
    // Compared with known values, or passed on to a library.
    case 'literal':
    case 'enum':
    case 'boolean':
    case 'unknown':
      return []
    default:
      throw new Error(`${place.path}: whether a text of ${def.type} has a limit is not known`)
  }
}

const inputs = (endpoint: Endpoint) => (['params', 'query', 'body'] as const).flatMap((part) => endpoint[part] ?? [])
const endpoints = Object.values(api).flatMap((resource) => Object.values(resource) as Endpoint[])
const placesOf = (whole: z.ZodMiniType, path: string) => placesIn(whole, { path, whole, field: whole, holding: (held) => held })
const places = [
  ...endpoints.flatMap((endpoint) => inputs(endpoint).flatMap((whole) => placesOf(whole, `${endpoint.method} ${endpoint.path} `))),
  ...placesOf(WebPushSubscription, 'push subscription '),
]
const texts = places.filter(({ isText }) => isText)

/** Every rule of a schema and of what it holds. */
function* rulesOf(schema: z.ZodMiniType): Generator<Rule> {
  const def = defOf(schema)
  if ('check' in schema._zod) yield schema as unknown as Rule
  yield* def.checks ?? []
  const inside = [def.innerType, def.element, def.in, def.out, ...(def.options ?? []), ...Object.values(def.shape ?? {})]
  for (const held of inside) if (held) yield* rulesOf(held)
}

function* transformsOf(schema: z.ZodMiniType): Generator<Def> {
  const def = defOf(schema)
  if (def.type === 'transform') yield def
  const inside = [def.innerType, def.element, def.in, def.out, ...(def.options ?? []), ...Object.values(def.shape ?? {})]
  for (const held of inside) if (held) yield* transformsOf(held)
}

const holds = (value: unknown, held: string): boolean =>
  value === held || (typeof value === 'object' && value !== null && Object.values(value).some((one) => holds(one, held)))

/** The length of a list is checked whatever is in it. */
const countsElements = ({ check }: RuleDef, value: unknown) => Array.isArray(value) && ['min_length', 'max_length'].includes(check)

/** The rules that read this text while the value is parsed, in their order. */
function readersOf(schema: z.ZodMiniType, value: unknown, held: string): RuleDef[] {
  const read: RuleDef[] = []
  const undo: (() => void)[] = []
  for (const { _zod } of new Set(rulesOf(schema))) {
    const { check } = _zod
    undo.push(() => {
      _zod.check = check
    })
    _zod.check = (payload) => {
      if (holds(payload.value, held) && !countsElements(_zod.def, payload.value)) read.push(_zod.def)
      return check(payload)
    }
  }
  for (const def of new Set(transformsOf(schema))) {
    const { transform } = def
    undo.push(() => {
      def.transform = transform as never
    })
    def.transform = (given, payload) => {
      if (holds(given, held)) read.push({ check: 'transform' })
      return transform?.(given, payload)
    }
  }
  try {
    expect(schema.safeParse(value).success).toBe(false)
  } finally {
    for (const one of undo) one()
  }
  return read
}

const isLimit = ({ check, abort, error }: RuleDef) =>
  abort === true && (check === 'max_length' || (check === 'custom' && error?.() === 'too_big'))
const isTrimming = ({ check }: RuleDef) => check === 'overwrite'

/** Longer than every limit. */
const LONG = 'a'.repeat(200_001)

describe('a text over its limit', () => {
  test('every text of the contract is found', () => {
    expect(texts.length).toBeGreaterThan(400)
  })

  test.each(texts.map((place) => [place.path, place] as const))('%s', (_path, { whole, holding }) => {
    const read = readersOf(whole, holding(LONG), LONG)
    const [limit, ...others] = read.filter((rule, at) => !(isTrimming(rule) && at === 0))
    expect(limit && isLimit(limit), 'the limit comes first').toBe(true)
    expect(others, 'and ends it').toEqual([])
  })

  test('is not read by the rules over it either', () => {
    const calls: string[] = []
    const rule = (name: string) =>
      z.refine(() => {
        calls.push(name)
        return true
      })
    const schema = z.object({ one: optionalText(3), all: z.array(text(3).check(rule('text'))).check(rule('list')) }).check(rule('fields'))
    expect(schema.safeParse({ one: 'abc', all: ['abc'] }).success).toBe(true)
    expect(calls.splice(0)).toEqual(['text', 'list', 'fields'])
    expect(schema.safeParse({ one: null, all: [LONG] }).error?.issues).toMatchObject([{ code: 'too_big', path: ['all', 0] }])
    expect(calls).toEqual([])
  })
})

describe('a text that the database cannot store', () => {
  const field = text(100)
  const UNSTORABLE = ['\0', 'a\0b', '\ud800', 'a\udc00b']
  test.each(texts.map((place) => [place.path, place] as const))('is none: %s', (_path, place) => {
    for (const unstorable of UNSTORABLE) expect(place.field.safeParse(unstorable).success, JSON.stringify(unstorable)).toBe(false)
  })
  test('a whole pair of surrogates is text', () => {
    expect(field.safeParse('😀').success).toBe(true)
  })
})

const SIZE = 64 * 1024
const HOSTILE: readonly string[] = [
  ...['a', 'a.', 'د.', 'a@', 'a-', 'a://', ' a', '/a', '<a', '1', '"', "'", '.', ' ', '1.', 'S.', 'St.John', 'www', '\0', '\ud800'],
  // Combining marks out of order, which normalization would sort.
  'a\u0323\u0301',
  `a${'\u0323\u0301'.repeat(2_000)}`,
  '\u0323\u0301',
].map((part) => part.repeat(Math.ceil(SIZE / part.length)))

/** Processor time of this thread: another busy process does not count. */
function millisecondsOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
const MOST_MS = 200

describe('a hostile text costs little', () => {
  test.each(HOSTILE.map((hostile) => [JSON.stringify(hostile.slice(0, 12)), hostile] as const))('%s', (_shown, hostile) => {
    const before = `x${hostile}`
    for (const given of [hostile, before]) {
      for (const { path, whole, holding } of places) {
        expect(
          millisecondsOf(() => whole.safeParse(holding(given))),
          path,
        ).toBeLessThan(MOST_MS)
      }
      for (const reader of [hasControls, hasWebAddress, withoutWebAddress, withoutLinks, fold]) {
        expect(
          millisecondsOf(() => reader(given)),
          reader.name,
        ).toBeLessThan(MOST_MS)
      }
    }
  })
})
