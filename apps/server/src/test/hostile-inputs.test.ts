import { type Endpoint, mediaTypeOf } from '@reflet/contract/endpoint'
import { beforeAll, expect, test } from 'vitest'
import { hashCheaply } from './cheap-passwords.ts'
import { calls, type Place, placesOf } from './contract-places.ts'
import { createUser, signIn, type TestUser } from './factories.ts'
import { hostile, INPUTS, isObject, MOST_MS, merged, oneOf, random, TEXTS, timer } from './hostile-values.ts'
import { NOWHERE } from './push-services.ts'
import { fromAnywhere } from './saml.ts'
import { type Aim, aimsAt } from './tenants/aims.ts'
import { type Scene, setScene } from './tenants/scene.ts'
import { useTestApp } from './use-test-app.ts'

/**
 * Hostile inputs to every call of the contract, as an employee, as an administrator and without a session: none makes the server fail, and
 * none blocks it. An input is one that the call accepts (tenants/aims.ts) with something hostile in one place.
 */

hashCheaply()
const app = useTestApp({ push: { webPushAt: [NOWHERE] }, settings: { trustProxy: 1 } })

let company: TestUser['company']
let people: { employee: TestUser; admin: TestUser; nobody: null }
let aims: Record<string, Aim>
let links: Scene['links']
type Who = keyof typeof people

beforeAll(async () => {
  const scene = await setScene(app)
  company = scene.nova
  people = { employee: scene.owner, admin: await createUser(app, company, { role: 'admin' }), nobody: null }
  aims = aimsAt(app, scene)
  links = scene.links
})

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
  const taken = timer()
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
  return { status: response.status, milliseconds: taken() }
}

/** A session that an input has ended begins again; a person who has left is followed by another. */
async function revive(who: Who): Promise<void> {
  const person = people[who]
  if (!person) return
  const known = await signIn(app, person).catch(() => createUser(app, company, who === 'admin' ? { role: 'admin' } : {}))
  people = { ...people, [who]: known }
}

/** An accepted input; of a link's call with a link that exists, as an invented one has nothing read. */
const baseOf = (name: string, { access }: Endpoint): Input => ({
  ...aims[name]?.input,
  ...(access === 'guest' && { params: { ...aims[name]?.input.params, ...links[name.split('.')[0] ?? ''] } }),
})

const perCall = Math.ceil(INPUTS / (calls.length * 3))
const counted = { sent: 0, accepted: 0, slowest: 0 }

test.each(calls)('%s', async (name, endpoint) => {
  const places = Object.fromEntries(PARTS.map((part) => [part, endpoint[part] ? placesOf(endpoint[part], `${name} ${part}`) : []]))
  for (const who of ['employee', 'admin', 'nobody'] as const) {
    for (let n = 0; n < perCall; n++) {
      await revive(who)
      const input = hostileInput(endpoint, baseOf(name, endpoint), places)
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
