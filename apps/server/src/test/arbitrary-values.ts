import fc from 'fast-check'
import * as z from 'zod/mini'
import { type Def, defOf, inner } from './contract-places.ts'

/** Random values that a schema of the contract accepts, and similar ones that it refuses. */

const INSTANT = fc.date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true }).map((date) => date.toISOString())
/** Texts by format; capitals test the conversion to lower case. */
const TEXTS: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.oneof(
    fc.uuid(),
    fc.uuid().map((id) => id.toUpperCase()),
  ),
  email: fc.emailAddress().filter((address) => z.email().safeParse(address).success),
  datetime: INSTANT,
  date: INSTANT.map((instant) => instant.slice(0, 10)),
  url: fc.webUrl(),
}
const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', 'Ada', ' both ends ', '4', 'a1_-'))

/** Values of a schema. Rules without a generator (a length, a pattern) are met by trying. */
export function arbitraryOf(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  return shapedAs(schema).filter((value) => schema.safeParse(value).success)
}

function shapedAs(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, field]) => [name, arbitraryOf(field)])), {
        requiredKeys: Object.entries(def.shape ?? {}).flatMap(([name, field]) => (field._zod.optin === undefined ? [name] : [])),
      })
    case 'array':
      return fc.array(arbitraryOf(inner(def.element)), lengthsOf(def))
    case 'record':
      return fc.dictionary(text, arbitraryOf(inner(def.valueType)), { maxKeys: 3 })
    case 'nullable':
      return fc.option(arbitraryOf(inner(def.innerType)))
    case 'optional':
    case 'default':
      return fc.option(arbitraryOf(inner(def.innerType)), { nil: undefined })
    case 'union':
      return fc.oneof(...(def.options ?? []).map(arbitraryOf))
    case 'pipe':
      return shapedAs(inner(def.out))
    case 'literal':
      return fc.constantFrom(...(def.values ?? []))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}))
    case 'string':
      return TEXTS[formatOf(def)] ?? text
    case 'number':
      return fc.oneof(
        fc.integer({ min: 0, max: 6 }),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -100, max: 100 }),
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'unknown':
      return fc.jsonValue()
    default:
      throw new Error(`no values are known for ${def.type}`)
  }
}

/** Of a text: its own, or that of the form which it must have. */
const formatOf = ({ format, checks = [] }: Def): string =>
  format ?? checks.map((check) => (check._zod.def as { format?: string }).format).find((one) => one !== undefined) ?? ''

/** Of an array: the required length, else at most three. */
function lengthsOf({ checks = [] }: Def) {
  const rules = checks.map((check) => check._zod.def as { check: string; length?: number; minimum?: number; maximum?: number })
  const exact = rules.find(({ check }) => check === 'length_equals')?.length
  const minLength = exact ?? rules.find(({ check }) => check === 'min_length')?.minimum ?? 0
  const maxLength = exact ?? Math.min(3, rules.find(({ check }) => check === 'max_length')?.maximum ?? 3)
  return { minLength, maxLength: Math.max(minLength, maxLength) }
}

/** The positions of a value by container: objects with their keys and arrays with their indexes. */
function* places(value: unknown): Generator<[holder: Record<string, unknown>, key: string]> {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    yield [value as Record<string, unknown>, key]
    yield* places((value as Record<string, unknown>)[key])
  }
}

/** The same value with one more field in every object that accepts it. */
export function withExtras(value: unknown, schema: z.ZodMiniType, seed: number): unknown {
  const def = defOf(schema)
  if (value === null || value === undefined) return value
  switch (def.type) {
    case 'object': {
      const known: [string, unknown][] = Object.entries(value).map(([name, held]) => [
        name,
        withExtras(held, inner(def.shape?.[name]), seed),
      ])
      // A strict object refuses them, which is the other property.
      if (def.catchall) return Object.fromEntries(known)
      const extra: [string, unknown] = [`undeclared_${seed}`, { secret: seed }]
      return Object.fromEntries(seed % 2 ? [extra, ...known] : [...known, extra])
    }
    case 'array':
      return (value as unknown[]).map((held) => withExtras(held, inner(def.element), seed))
    case 'nullable':
    case 'optional':
    case 'default':
      return withExtras(value, inner(def.innerType), seed)
    case 'union': {
      const chosen = def.options?.find((option) => option.safeParse(value).success)
      return withExtras(value, inner(chosen), seed)
    }
    default:
      return value
  }
}

/** A copy in which one position has a value of another type, or none. */
export function spoiled(value: unknown, seed: number): unknown {
  const copy = structuredClone(value)
  const all = [...places(copy)]
  const wrong = [null, 'text', -1.5, true, [], {}, { secret: 1 }, [{ secret: 1 }], undefined][seed % 9]
  const [holder, key] = all[seed % Math.max(1, all.length)] ?? []
  if (!holder || key === undefined) return wrong
  if (wrong === undefined && !Array.isArray(holder)) delete holder[key]
  else holder[key] = wrong
  return copy
}
