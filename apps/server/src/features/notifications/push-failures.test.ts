import { DAY_MS, HOUR_MS, MINUTE_MS } from '@reflet/contract/durations'
import { people } from '@reflet/contract/people'
import { expect, onTestFinished, test } from 'vitest'
import { rows, sql, t } from '../../db/index.ts'
import { createUser } from '../../test/factories.ts'
import { askMarked, startPushStage, usePushStage } from '../../test/push-stage.ts'
import { goTo } from '../../test/use-company.ts'
import { startOutbox } from './outbox.ts'
import { sendDuePushes } from './pushes.commands.ts'

const setUp = usePushStage()

test('a refusing mail server makes no device show a message twice, not even later', async () => {
  const { app, camille, amir, browserOf, deliver } = await setUp()
  const browser = await browserOf(amir)
  app.refuseMails(true)
  await askMarked(app, camille, amir)
  const first = await deliver(browser)
  expect([first.mails.length, first.shown[0].length], 'the device need not wait').toEqual([0, 1])
  // Nor on a device that was registered later.
  await browserOf(amir)
  for (let i = 0; i < 3; i++) {
    app.advance(HOUR_MS)
    expect((await deliver()).calls).toEqual([])
  }
  app.refuseMails(false)
  app.advance(6 * HOUR_MS)
  const last = await deliver()
  expect([last.mails.length, last.calls.length]).toEqual([1, 0])
})

test('neither channel waits for the other', async () => {
  const own = await startPushStage()
  onTestFinished(() => own.close())
  const { app, camille, amir, browserOf } = await own.setUp()
  await browserOf(amir)
  let [mails, shown] = [0, 0]
  const gates = { mail: Promise.withResolvers<void>(), push: Promise.withResolvers<void>() }
  const send = async () => {
    mails++
    await gates.mail.promise
  }
  const mailer = { from: 'Reflet <no-reply@reflet.example>', send, reachable: async () => true, close() {} }
  const push = {
    ...app.push,
    async send() {
      shown++
      await gates.push.promise
      return 'sent' as const
    },
  }
  const outbox = startOutbox(() => app.platform, mailer, push)
  const askAndDrain = async () => {
    await askMarked(app, camille, amir)
    app.advance(5 * MINUTE_MS)
    return outbox.drain()
  }
  const first = askAndDrain()
  await expect.poll(() => [mails, shown]).toEqual([1, 1])
  gates.mail.resolve()
  const second = askAndDrain()
  await expect.poll(() => [mails, shown]).toEqual([2, 1])
  gates.push.resolve()
  await Promise.all([first, second])
  expect([mails, shown]).toEqual([2, 2])
})

test('a message that an operator sends again manually is not pushed again', async () => {
  const { app, camille, amir, browserOf, deliver } = await setUp()
  await browserOf(amir)
  await askMarked(app, camille, amir)
  await deliver()
  await app.database.db.execute(sql`update outbox set sent_at = null, failed_at = null, attempts = 0, send_after = ${app.now()}`)
  const { mails, calls } = await deliver()
  expect([mails.length, calls.length]).toEqual([1, 0])
})

test('a failing service is retried with backoff, for one device; other devices and the mail get it once', async () => {
  const { app, camille, amir, browserOf, service, deliver } = await setUp()
  const [bad, good] = [await browserOf(amir), await browserOf(amir)]
  service.refuse(({ path }) => (path === bad.path ? { status: 500 } : null))
  await askMarked(app, camille, amir)
  const first = await deliver(bad, good)
  expect([first.mails.length, ...first.shown.map((shown) => shown.length)]).toEqual([1, 1, 1])
  app.advance(5 * MINUTE_MS)
  const attempts: number[] = []
  for (let minute = 0; minute < 40; minute++) {
    app.advance(MINUTE_MS)
    await app.sendMails()
    for (const { path } of service.take()) attempts.push(path === bad.path ? minute : Number.NaN)
  }
  expect(attempts.slice(0, 5).map((minute, i) => (i > 0 ? minute - (attempts[i - 1] ?? 0) : 0))).toEqual([0, 2, 4, 8, 16])
  service.refuse(null)
  app.advance(HOUR_MS)
  const last = await deliver(bad, good)
  expect([last.mails.length, ...last.shown.map((shown) => shown.length)]).toEqual([0, 1, 0])
})

test('Retry-After is respected', async () => {
  const { app, camille, amir, browserOf, service, deliver } = await setUp()
  await browserOf(amir)
  service.refuse({ status: 429, headers: { 'retry-after': '7200' } })
  await askMarked(app, camille, amir)
  await deliver()
  service.refuse(null)
  app.advance(110 * MINUTE_MS)
  expect((await deliver()).calls).toEqual([])
  app.advance(11 * MINUTE_MS)
  expect((await deliver()).calls).toHaveLength(1)
})

test('what could not be pushed for a day is dropped', async () => {
  const { app, camille, amir, browserOf, service, deliver, lines } = await setUp()
  await browserOf(amir)
  service.refuse({ status: 503 })
  await askMarked(app, camille, amir)
  for (let hour = 0; hour < 24; hour++) {
    await deliver()
    app.advance(HOUR_MS)
  }
  service.refuse(null)
  app.advance(DAY_MS)
  expect((await deliver()).calls).toEqual([])
  const left = await rows(
    app.database.db,
    { failed: t.bool, last_error: t.text },
    sql`select failed_at is not null as failed, last_error from pushes`,
  )
  expect(left).toEqual([{ failed: true, last_error: 'webpush_503' }])
  expect(lines.filter((line) => line.includes('push not sent')).map((line) => JSON.parse(line).reason)).toContain('webpush_503')
})

test('a push that was delayed by our own outage for a day is dropped', async () => {
  const { app, camille, amir, browserOf, service, deliver } = await setUp()
  await browserOf(amir)
  service.refuse({ status: 503 })
  await askMarked(app, camille, amir)
  await deliver()
  service.refuse(null)
  app.advance(25 * HOUR_MS)
  expect((await deliver()).calls).toEqual([])
  expect(await rows(app.database.db, { last_error: t.text }, sql`select last_error from pushes`)).toEqual([{ last_error: 'too_late' }])
})

test('several processes never push the same message', async () => {
  const { app, company, camille, browserOf, service } = await setUp()
  const readers = await Promise.all(Array.from({ length: 8 }, () => createUser(app, company)))
  for (const reader of readers) {
    await browserOf(reader)
    await askMarked(app, camille, reader)
  }
  service.refuse({ status: 503 })
  await app.mails()
  service.take()
  service.refuse(null)
  app.advance(HOUR_MS)
  await Promise.all(Array.from({ length: 6 }, () => sendDuePushes(app.platform, app.push)))
  await app.sendMails()
  expect(service.take()).toHaveLength(8)
})

test('no device is notified in quiet hours: messages caused then, and those that failed in the evening, are sent in the morning', async () => {
  const { app, company, camille, amir, browserOf, service, deliver } = await setUp({ quiet: { from: 20 * 60, until: 8 * 60 } })
  const far = await createUser(app, company)
  await app.call(far, people.updateUser, { params: { userId: '1' }, body: { time_zone: 'Asia/Tokyo' } })
  const [here, there] = [await browserOf(amir), await browserOf(far)]
  goTo(app, 1)
  await askMarked(app, camille, amir)
  await askMarked(app, camille, far)
  expect(
    (await deliver(here, there)).shown.map((shown) => shown.length),
    'it is day in Tokyo',
  ).toEqual([0, 1])
  goTo(app, 8)
  expect((await deliver(here)).shown[0]).toHaveLength(1)

  goTo(app, 19)
  service.refuse({ status: 503 })
  await askMarked(app, camille, amir)
  await deliver()
  service.refuse(null)
  goTo(app, 21)
  expect((await deliver()).calls).toEqual([])
  goTo(app, 8)
  expect((await deliver(here)).shown[0]).toHaveLength(1)
})
