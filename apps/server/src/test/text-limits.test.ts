import { optionalText, text } from '@reflet/contract/common'
import { fold } from '@reflet/contract/folding'
import { hasControls, hasWebAddress, withoutLinks, withoutWebAddress } from '@reflet/contract/plain'
import { WebPushSubscription } from '@reflet/contract/push'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls, type Def, defOf, placesOf } from './contract-places.ts'

/** No text of an input can block the server: it ends at its limit before any other rule reads it, and what reads a text is linear. */

interface Rule {
  readonly _zod: { check: (payload: { readonly value: unknown }) => unknown; readonly def: RuleDef }
}
interface RuleDef {
  readonly check: string
  readonly abort?: boolean
  readonly error?: () => string
}
const places = [
  ...calls.flatMap(([name, endpoint]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => (endpoint[part] ? placesOf(endpoint[part], `${name} ${part}`) : [])),
  ),
  ...placesOf(WebPushSubscription, 'push subscription '),
]
const texts = places.filter(({ type }) => type === 'string')

/** The schemas that a schema holds. */
const insideOf = ({ innerType, element, in: first, out, options = [], shape = {} }: Def) =>
  [innerType, element, first, out, ...options, ...Object.values(shape)].filter((held) => held !== undefined)

/** Every rule of a schema and of what it holds. */
function* rulesOf(schema: z.ZodMiniType): Generator<Rule> {
  const def = defOf(schema)
  if ('check' in schema._zod) yield schema as unknown as Rule
  yield* (def.checks ?? []) as readonly Rule[]
  for (const held of insideOf(def)) yield* rulesOf(held)
}

type Transform = { transform: (value: unknown, payload: unknown) => unknown }
function* transformsOf(schema: z.ZodMiniType): Generator<Transform> {
  const def = defOf(schema)
  if (def.type === 'transform') yield def as unknown as Transform
  for (const held of insideOf(def)) yield* transformsOf(held)
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
      def.transform = transform
    })
    def.transform = (given, payload) => {
      if (holds(given, held)) read.push({ check: 'transform' })
      return transform(given, payload)
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
    const read: string[] = []
    const rule = (name: string) =>
      z.refine(() => {
        read.push(name)
        return true
      })
    const schema = z.object({ one: optionalText(3), all: z.array(text(3).check(rule('text'))).check(rule('list')) }).check(rule('fields'))
    expect(schema.safeParse({ one: 'abc', all: ['abc'] }).success).toBe(true)
    expect(read.splice(0)).toEqual(['text', 'list', 'fields'])
    expect(schema.safeParse({ one: null, all: [LONG] }).error?.issues).toMatchObject([{ code: 'too_big', path: ['all', 0] }])
    expect(read).toEqual([])
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
  '\u0301\uff9e',
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
