import { createPublicKey, type KeyObject, randomBytes, verify } from 'node:crypto'
import { DAY_MS, MINUTE_MS, SECONDS_PER_DAY } from '@reflet/contract/durations'
import type { PushPayload } from '@reflet/contract/push'
import { expect, onTestFinished, test } from 'vitest'
import { createBrowser, startApns, startFcm, startWebPush } from '../test/push-services.ts'
import { openVault } from './crypto.ts'
import { isPushService } from './push/webpush.ts'
import { contactOf, createPush, type PushSettings } from './push.ts'

/** For the duration of a test. */
function closing<T extends { close(): void }>(service: T): T {
  onTestFinished(() => service.close())
  return service
}
const payload: PushPayload = {
  title: 'Reflet',
  body: 'Zoé vous demande un feedback',
  locale: 'fr',
  link: '/answer?group=1',
  data: { item: 'request', selectedFeedbackId: 'f-1' },
  badge: 3,
  tag: '0193b0a8-0000-7000-8000-000000000000',
}

function open(settings: Pick<PushSettings, 'fcm' | 'apns' | 'webPushAt'>) {
  let offset = 0
  const clock = () => new Date(Date.now() + offset)
  const push = createPush({ keys: openVault(randomBytes(32)).webPushKeys(), contact: 'mailto:operator@reflet.example', clock, ...settings })
  onTestFinished(() => push.close())
  const advance = (milliseconds: number) => {
    offset += milliseconds
  }
  return { push, clock, advance }
}

/** The claims of a JWT signed by this key. */
function claimsOf(jwt: string, key: KeyObject) {
  const [header, claims, signature] = jwt.split('.') as [string, string, string]
  const signed = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(signed, 'signed by the key').toBe(true)
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  return { header: read(header), claims: read(claims) }
}

const curveKey = (point: Buffer) =>
  createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
  })

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
  ['https://user@fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com.attacker.example/abc', false],
  ['https://evilpush.apple.com.example/abc', false],
  ['https://notpush.apple.com/abc', false],
  ['https://fcm.googleapis.com@169.254.169.254/abc', false],
  ['http://169.254.169.254/latest/meta-data', false],
  ['http://127.0.0.1:3000/api/user', false],
  ['https://[::1]/abc', false],
])('a browser’s service? %s: %s', (endpoint, known) => {
  expect(isPushService(endpoint)).toBe(known)
})

test('only configured services are offered, and only valid tokens are accepted', () => {
  const { push } = open({})
  expect(push.types).toEqual(['webpush'])
  expect(push.webPushKey).toMatch(/^[\w-]{87}$/)
  expect(push.accepts({ type: 'fcm', token: 'abc' })).toBe(false)
  const { token } = createBrowser('https://fcm.googleapis.com')
  expect(push.accepts({ type: 'webpush', token })).toBe(true)
  expect(push.accepts({ type: 'webpush', token: createBrowser('http://127.0.0.1:9').token })).toBe(false)
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
  expect(push.accepts({ type: 'webpush', token: JSON.stringify({ ...JSON.parse(token), keys }) }), 'no point of the curve').toBe(false)
})

test('a browser decrypts a message, which identifies its sender', async () => {
  const service = closing(await startWebPush())
  const { push } = open({ webPushAt: [service.url] })
  const browser = service.browser()
  expect(await push.send({ type: 'webpush', token: browser.token }, payload)).toBe('sent')
  const [call] = service.take()
  expect(call && browser.open(call)).toEqual(payload)
  expect(call?.path).toBe(browser.path)
  expect(call?.headers).toMatchObject({
    ttl: '86400',
    urgency: 'normal',
    topic: payload.tag.replaceAll('-', ''),
    'content-encoding': 'aes128gcm',
  })
  expect(call?.body.includes('feedback')).toBe(false)
  const [, jwt = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(call?.headers.authorization ?? '') ?? []
  expect(key).toBe(push.webPushKey)
  const { claims } = claimsOf(jwt, curveKey(Buffer.from(key, 'base64url')))
  expect(claims).toMatchObject({ aud: service.url, sub: 'mailto:operator@reflet.example' })
})

test('the VAPID key is derived from the master key: the same after a restart', () => {
  const master = randomBytes(32)
  expect(openVault(master).webPushKeys()).toEqual(openVault(master).webPushKeys())
  expect(openVault(master).webPushKeys()).not.toEqual(openVault(randomBytes(32)).webPushKeys())
})

test('a browser’s push service may report an expired subscription, send Retry-After, and not redirect', async () => {
  const [service, elsewhere] = [closing(await startWebPush()), closing(await startWebPush())]
  const { push } = open({ webPushAt: [service.url] })
  const send = () => push.send({ type: 'webpush', token: service.browser().token }, payload)
  for (const status of [404, 410]) {
    service.refuse({ status })
    expect(await send()).toBe('gone')
  }
  service.refuse({ status: 503, headers: { 'retry-after': '120' } })
  await expect(send()).rejects.toMatchObject({ code: 'webpush_503', retryAfter: 120_000 })
  service.refuse({ status: 429, headers: { 'retry-after': new Date(Date.now() + 90_500).toUTCString() } })
  await expect(send()).rejects.toMatchObject({ retryAfter: expect.closeTo(90_000, -4) })
  for (const [asked, retryAfter] of [
    ['9'.repeat(400), DAY_MS],
    ['soon', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ] as const) {
    service.refuse({ status: 503, headers: { 'retry-after': asked } })
    await expect(send(), asked).rejects.toMatchObject({ retryAfter })
  }
  for (const status of [301, 307, 308]) {
    service.refuse({ status, headers: { location: `${elsewhere.url}/inside` } })
    await expect(send()).rejects.toThrow()
  }
  expect(elsewhere.take()).toEqual([])
})

test('a subscription with an unknown origin is not called, however it was stored', async () => {
  const service = closing(await startWebPush())
  const { push } = open({})
  expect(await push.send({ type: 'webpush', token: service.browser().token }, payload)).toBe('gone')
  expect(service.take()).toEqual([])
})

test('Firebase gets text, link and count, with a cached token', async () => {
  const { settings, accounts, messages } = closing(await startFcm())
  const { push } = open({ fcm: settings })
  expect(push.types).toEqual(['fcm', 'webpush'])
  const send = () => push.send({ type: 'fcm', token: 'device:1' }, payload)
  expect([await send(), await send()]).toEqual(['sent', 'sent'])
  expect(accounts.take()).toHaveLength(1)
  const [call] = messages.take()
  expect(call?.path).toBe('/v1/projects/reflet/messages:send')
  expect(call?.headers.authorization).toBe('Bearer access-1')
  expect(JSON.parse(String(call?.body))).toEqual({
    message: {
      token: 'device:1',
      notification: { title: 'Reflet', body: payload.body },
      data: { link: '/answer?group=1', item: 'request', selectedFeedbackId: 'f-1' },
      android: { ttl: '86400s', notification: { tag: payload.tag, notification_count: 3 } },
      apns: {
        headers: { 'apns-collapse-id': payload.tag, 'apns-expiration': expect.stringMatching(/^\d{10}$/) },
        payload: { aps: { badge: 3, sound: 'default' } },
      },
    },
  })
})

test('Firebase’s errors: the token is invalid, or the message is refused for now', async () => {
  const { settings, accounts, messages } = closing(await startFcm())
  const { push } = open({ fcm: settings })
  const send = () => push.send({ type: 'fcm', token: 'device:1' }, payload)
  const refused = (status: number, ...details: object[]) => messages.refuse({ status, body: { error: { code: status, details } } })

  refused(404, { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'UNREGISTERED' })
  expect(await send()).toBe('gone')
  refused(
    400,
    { errorCode: 'INVALID_ARGUMENT' },
    { fieldViolations: [{ field: 'message.token', description: 'Invalid registration token' }] },
  )
  expect(await send()).toBe('gone')
  refused(400, { errorCode: 'INVALID_ARGUMENT' }, { fieldViolations: [{ field: 'message.android.ttl' }] })
  await expect(send()).rejects.toMatchObject({ code: 'fcm_400' })
  messages.refuse({ status: 429, headers: { 'retry-after': '30' } })
  await expect(send()).rejects.toMatchObject({ code: 'fcm_429', retryAfter: 30_000 })
  accounts.take()
  refused(401)
  await expect(send()).rejects.toMatchObject({ code: 'fcm_401' })
  messages.refuse(null)
  expect(await send()).toBe('sent')
  expect(accounts.take(), 'another token').toHaveLength(1)
})

const DEVICE = 'a1'.repeat(32)

test('Apple gets text, link and count over one connection', async () => {
  const apns = closing(await startApns())
  const { push, clock, advance } = open({ apns: apns.settings })
  const send = () => push.send({ type: 'apns', token: DEVICE }, payload)
  expect([await send(), await send()]).toEqual(['sent', 'sent'])
  const [call, next] = apns.take()
  expect(call?.path).toBe(`/3/device/${DEVICE}`)
  expect(call?.headers).toMatchObject({ 'apns-topic': 'example.reflet', 'apns-push-type': 'alert', 'apns-collapse-id': payload.tag })
  expect(Number(call?.headers['apns-expiration']) - clock().getTime() / 1000).toBeCloseTo(SECONDS_PER_DAY, -2)
  expect(JSON.parse(String(call?.body))).toEqual({
    aps: { alert: { title: 'Reflet', body: payload.body }, badge: 3, sound: 'default' },
    link: '/answer?group=1',
    data: { item: 'request', selectedFeedbackId: 'f-1' },
  })
  const tokenOf = (one: typeof call) => one?.headers.authorization?.replace('bearer ', '') ?? ''
  const { header, claims } = claimsOf(tokenOf(call), apns.publicKey)
  expect(header).toEqual({ alg: 'ES256', kid: 'KEY1234567' })
  expect(claims).toEqual({ iss: 'TEAM123456', iat: expect.any(Number) })
  expect(tokenOf(next)).toBe(tokenOf(call))
  expect(apns.connections()).toBe(1)

  advance(55 * MINUTE_MS)
  await send()
  const later = claimsOf(tokenOf(apns.take()[0]), apns.publicKey)
  expect(later.claims.iat - claims.iat, 'renewed within the hour').toBeGreaterThan(54 * 60)
})

test('Apple’s errors, and a lost connection', async () => {
  const apns = closing(await startApns())
  const { push } = open({ apns: apns.settings })
  const send = () => push.send({ type: 'apns', token: DEVICE }, payload)
  for (const [status, reason] of [
    [410, 'Unregistered'],
    [410, 'ExpiredToken'],
    [400, 'BadDeviceToken'],
  ] as const) {
    apns.refuse({ status, body: { reason } })
    expect(await send(), reason).toBe('gone')
  }
  apns.refuse({ status: 429, headers: { 'retry-after': '60' }, body: { reason: 'TooManyRequests' } })
  await expect(send()).rejects.toMatchObject({ code: 'apns_TooManyRequests', retryAfter: MINUTE_MS })
  apns.take()
  apns.refuse({ status: 403, body: { reason: 'ExpiredProviderToken' } })
  await expect(send()).rejects.toMatchObject({ code: 'apns_ExpiredProviderToken' })
  apns.refuse(null)
  expect(await send()).toBe('sent')
  const [before, after] = apns.take().map(({ headers }) => headers.authorization)
  expect(after, 'another provider token').not.toBe(before)

  const opened = apns.connections()
  apns.hangUp()
  await expect.poll(() => send().catch(() => 'lost')).toBe('sent')
  expect(apns.connections()).toBe(opened + 1)
})

test('a connection closed in the middle of a message counts as not sent', async () => {
  const apns = closing(await startApns())
  const { push } = open({ apns: apns.settings })
  apns.refuse(() => {
    apns.hangUp()
    return null
  })
  await expect(push.send({ type: 'apns', token: DEVICE }, payload)).rejects.toThrow()
})

test.each([
  ['https://reflet.example', 'Reflet <a@b.example>', 'https://reflet.example'],
  ['http://localhost:3000', 'Reflet <a@b.example>', 'mailto:a@b.example'],
  [undefined, 'a@b.example', 'mailto:a@b.example'],
])('the contact of the operator for push services: %s, mailing from %s, at %s', (publicUrl, mailFrom, contact) => {
  expect(contactOf(publicUrl, mailFrom)).toBe(contact)
})
