import { type Endpoint, mediaTypeOf } from '@reflet/contract/endpoint'
import { beforeAll, expect, test } from 'vitest'
import { hashCheaply } from './cheap-passwords.ts'
import { calls, type Place, placesOf } from './contract-places.ts'
import { createUser, signIn, type TestUser } from './factories.ts'
import { NOWHERE } from './push-services.ts'
import { fromAnywhere } from './saml.ts'
import { type Aim, aimsAt } from './tenants/aims.ts'
import { setScene } from './tenants/scene.ts'
import { useTestApp } from './use-test-app.ts'

/**
 * Hostile inputs to every call of the contract, as an employee, as an administrator and without a session: none makes the server fail, and
 * none blocks it. An input is one that the call accepts (tenants/aims.ts) with something hostile in one place.
 * `HOSTILE_INPUTS=20000` sends so many, `SEED` others.
 */

hashCheaply()
const app = useTestApp({ push: { webPushAt: [NOWHERE] }, settings: { trustProxy: 1 } })
const INPUTS = Number(process.env.HOSTILE_INPUTS ?? 2_000)
/** Of this thread, in which the server runs, too. */
const MOST_MS = 1_000

let company: TestUser['company']
let people: { employee: TestUser; admin: TestUser; nobody: null }
let aims: Record<string, Aim>
type Who = keyof typeof people

beforeAll(async () => {
  const scene = await setScene(app)
  company = scene.nova
  people = { employee: scene.owner, admin: await createUser(app, company, { role: 'admin' }), nobody: null }
  aims = aimsAt(app, scene)
})

/** mulberry32: the same inputs in each run. */
let state = Number(process.env.SEED ?? 20_260_521)
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
const oneOf = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T

const SIZE = 64 * 1024
const fill = (part: string, size = SIZE) => part.repeat(Math.ceil(size / part.length)).slice(0, size)
const REPEATED = ['a', 'a.', 'د.', 'a@', 'a-', 'a://', 'a\u0323\u0301', '\u0323\u0301', ' a', '/a', '<a', '1', '"', "'", '\\', '%', '\0']
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
const TEXTS: readonly string[] = [
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
const hostile = () => (random() < 0.7 ? oneOf(TEXTS) : oneOf(VALUES))

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
/** The accepted value with that of one place. */
function merged(base: unknown, change: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(change) && change.length === 1) return [merged(base[0], change[0]), ...base.slice(1)]
  if (!isObject(base) || !isObject(change)) return change
  return Object.fromEntries([
    ...Object.entries(base).filter(([key]) => !Object.hasOwn(change, key)),
    ...Object.entries(change).map(([key, value]) => [key, Object.hasOwn(base, key) ? merged(base[key], value) : value]),
  ])
}

const PARTS = ['params', 'query', 'body'] as const
type Input = { readonly [part in (typeof PARTS)[number]]?: unknown }

function hostileInput(endpoint: Endpoint, base: Input, places: Record<string, readonly Place[]>): Input {
  const part = oneOf(PARTS.filter((one) => places[one]?.length || (one === 'body' && endpoint.body)))
  if (part === undefined) return base
  if (part === 'body' && random() < 0.1) return { ...base, body: hostile() }
  const place = oneOf(places[part] ?? [])
  return place ? { ...base, [part]: merged(base[part], place.holding(hostile())) } : base
}

/** As a program sends it, who need not follow the rules of addresses, forms and media types. */
async function send(who: Who, endpoint: Endpoint, { params, query, body }: Input) {
  const encoded = (value: unknown) =>
    encodeURIComponent((isObject(value) ? JSON.stringify(value) : String(value)).toWellFormed()).slice(0, 10_000)
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encoded((params as Record<string, unknown>)?.[key] ?? key) || '%00')
  const fields = (from: unknown) =>
    Object.entries(isObject(from) ? from : {}).map(([key, value]) => `${encodeURIComponent(key)}=${encoded(value)}`)
  const search = fields(query).join('&').slice(0, 12_000)
  const json = JSON.stringify(body)
  const content = endpoint.file
    ? Buffer.from(`--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n${json ?? oneOf(TEXTS)}\r\n--x--\r\n`)
    : endpoint.form
      ? fields(body).join('&')
      : json
  const type = mediaTypeOf(endpoint)
  const token = people[who]?.token
  const before = process.threadCpuUsage()
  const response = await fetch(`${app.url}${path}${search && `?${search}`}`, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      ...fromAnywhere(),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(content !== undefined &&
        type && { 'content-type': endpoint.file ? `${type}; boundary=x` : random() < 0.97 ? type : 'text/plain' }),
    },
    ...(content !== undefined && endpoint.method !== 'GET' && { body: content }),
  })
  await response.arrayBuffer()
  const { user, system } = process.threadCpuUsage(before)
  return { status: response.status, milliseconds: (user + system) / 1000 }
}

/** A session that an input has ended begins again; a person who has left is followed by another. */
async function revive(who: Who): Promise<void> {
  const person = people[who]
  if (!person) return
  const known = await signIn(app, person).catch(() => createUser(app, company, who === 'admin' ? { role: 'admin' } : {}))
  people = { ...people, [who]: known }
}

const perCall = Math.ceil(INPUTS / (calls.length * 3))
const counted = { sent: 0, accepted: 0, slowest: 0 }

test.each(calls)('%s', async (name, endpoint) => {
  const places = Object.fromEntries(PARTS.map((part) => [part, endpoint[part] ? placesOf(endpoint[part], `${name} ${part}`) : []]))
  for (const who of ['employee', 'admin', 'nobody'] as const) {
    for (let n = 0; n < perCall; n++) {
      await revive(who)
      const input = hostileInput(endpoint, aims[name]?.input as Input, places)
      const { status, milliseconds } = await send(who, endpoint, input)
      const shown = JSON.stringify(input).slice(0, 400)
      expect(status, `${who} ${shown}`).toBeLessThan(500)
      expect(milliseconds, `${who} ${shown}`).toBeLessThan(MOST_MS)
      counted.sent++
      counted.slowest = Math.max(counted.slowest, milliseconds)
      if (status < 400) counted.accepted++
    }
  }
})

test('inputs pass the check of their form, too: what the database and the commands get is hostile', () => {
  expect(counted.sent).toBeGreaterThanOrEqual(INPUTS)
  expect(counted.accepted / counted.sent).toBeGreaterThan(0.05)
  if (process.env.HOSTILE_INPUTS) console.log(counted)
})
