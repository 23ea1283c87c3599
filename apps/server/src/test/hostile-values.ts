/** Hostile values for the inputs of any protocol: `HOSTILE_INPUTS=20000` sends so many, `SEED` others. */

export const INPUTS = Number(process.env.HOSTILE_INPUTS ?? 2_000)
/** An input costs no more: of this thread, in which the server runs, too. */
export const MOST_MS = 1_000

/** Processor time of this thread from now on, in milliseconds: another busy process does not count. */
export function timer(): () => number {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
}

/** mulberry32: the same inputs in each run. */
let state = Number(process.env.SEED ?? 20_260_521)
export function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
export const oneOf = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T

const SIZE = 64 * 1024
const fill = (part: string, size = SIZE) => part.repeat(Math.ceil(size / part.length)).slice(0, size)
const REPEATED = ['a', 'a.', 'د.', 'a@', 'a-', 'a://', 'a\u0323\u0301', '\u0323\u0301', ' a', '/a', '<a', '1', '"', "'", '\\', '%', '\0']
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
export const TEXTS: readonly string[] = [
  ...REPEATED.flatMap((part) => [fill(part), fill(part, 90), fill(part, 1_900)]),
  ...['', ' ', '\0', 'a\0b', '\ud800', 'a\udc00', '\ufeff', '\u202e', '\r\nBcc: x@y.example', '{{7*7}}', '😀'],
  ...["'; drop table users --", '1 or 1=1', '%00', '..%2f..%2fetc', '../../../etc/passwd', '<script>alert(1)</script>', '__proto__'],
  ...['constructor', 'NaN', '1e400', '-0', '0x10', '9'.repeat(400), '2026-02-30', '9999-12-31T23:59:60Z', '0000-00-00', 'null', 'true'],
]
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 53, 2 ** 31, Number.MIN_VALUE],
  ...[[], {}, [null], { toString: 1 }, [[]], nested(500), JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1}}')],
  ...[Array.from({ length: 2_000 }, () => 'a'), Array.from({ length: 300 }, (_, at) => ({ [`k${at}`]: at }))],
]
export const hostile = () => (random() < 0.7 ? oneOf(TEXTS) : oneOf(VALUES))

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** The accepted value with that of one place. */
export function merged(base: unknown, change: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(change) && change.length === 1) return [merged(base[0], change[0]), ...base.slice(1)]
  if (!isObject(base) || !isObject(change)) return change
  return Object.fromEntries([
    ...Object.entries(base).filter(([key]) => !Object.hasOwn(change, key)),
    ...Object.entries(change).map(([key, value]) => [key, Object.hasOwn(base, key) ? merged(base[key], value) : value]),
  ])
}

/** The value with something hostile in one place of it, at any depth, or in place of all of it. */
export function spoiled(value: unknown): unknown {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
  if (keys.length === 0 || random() < 0.1) return hostile()
  const key = oneOf(keys)
  const spoil = (at: string, inner: unknown) => (at === key ? spoiled(inner) : inner)
  if (Array.isArray(value)) return value.map((inner, at) => spoil(String(at), inner))
  return Object.fromEntries(Object.entries(value as object).map(([at, inner]) => [at, spoil(at, inner)]))
}
