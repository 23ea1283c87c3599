import type { Input } from '@reflet/contract/endpoint'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '../../db/index.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, openSession, type TestCompany, type TestUser } from '../../test/factories.ts'
import { sendDue } from './notifications.commands.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
let app: TestApp
let company: TestCompany
let camille: TestUser

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app)
  camille = await createUser(app, company)
})
afterAll(() => app.close())

const ask = (email: string) =>
  app.call(camille, feedback.createRequest, {
    body: { skill_ids: company.skillIds.slice(0, 3), recipients: [{ email }], idempotency_key: aKey() },
  })
const waiting = () =>
  rows<{ attempts: number; last_error: string | null }>(app.database.db, sql`select attempts, last_error from outbox where sent_at is null`)

describe('the outbox', () => {
  test('one mail for one request, however many skills', async () => {
    await ask('one@outside.example')
    expect(await app.mails()).toHaveLength(1)
  })

  test('a request and its mails are written together or not at all', async () => {
    const before = await waiting()
    const refused = await app.call(camille, feedback.createRequest, {
      body: {
        skill_ids: [(await createCompany(app)).skillIds[0] as string],
        recipients: [{ email: 'x@y.example' }],
        idempotency_key: aKey(),
      },
    })
    expect(refused.status).toBe(404)
    expect(await waiting()).toEqual(before)
  })

  test('a reminder names the day until it has passed, and then leaves it out', async () => {
    const due_at = new Date(app.now().getTime() + 2 * DAY)
    const { body } = await app.call(camille, feedback.createRequest, {
      body: {
        skill_ids: company.skillIds.slice(0, 1),
        recipients: [{ email: 'late@outside.example' }],
        due_at: due_at.toISOString(),
        idempotency_key: aKey(),
      },
    })
    const [asked] = await app.mails()
    const remind = async () => {
      app.advance(DAY + HOUR)
      camille = { ...camille, token: await openSession(app, company.id, camille.id) }
      expect((await app.call(camille, feedback.remindRequest, { params: { id: body.id } })).status).toBe(200)
      return (await app.mails())[0]?.text
    }
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'Europe/Paris' }).format(due_at)
    expect(asked?.text).toContain(day)
    expect(await remind()).toContain(day)
    const late = await remind()
    expect(late).not.toContain(day)
  })

  test('keeps what the mail server refuses, and sends it later with the same Message-ID', async () => {
    app.refuseMails(true)
    const sent = await ask('later@outside.example')
    expect(sent.status).toBe(200)
    expect(await app.mails()).toHaveLength(0)
    expect(await waiting()).toMatchObject([{ attempts: 1 }])
    const [row] = await rows<{ id: string }>(app.database.db, sql`select id from outbox where sent_at is null`)
    app.refuseMails(false)
    app.advance(7 * MINUTE)
    const mails = await app.mails()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.messageId).toContain(row?.id)
    expect(await waiting()).toEqual([])
  })

  test('what comes while the mail server is away joins the mail that waits for it', async () => {
    const giver = await createUser(app, company)
    const answerOne = async () => {
      const { body } = await app.call(camille, feedback.createRequest, {
        body: { skill_ids: company.skillIds.slice(0, 1), recipients: [{ user_id: giver.id }], idempotency_key: aKey() },
      })
      await app.call(giver, feedback.answerFeedback, { params: { id: body.feedbacks[0]?.id as string }, body: anAnswer() })
    }
    await app.mails()
    app.refuseMails(true)
    await answerOne()
    await app.mails()
    app.advance(10 * MINUTE)
    await answerOne()
    await app.mails()
    app.refuseMails(false)
    app.advance(10 * MINUTE)
    const toCamille = (await app.mails()).filter(({ to }) => JSON.stringify(to).includes(camille.email))
    expect(toCamille.map(({ subject }) => subject)).toEqual(['2 new answers are waiting for you'])
    expect(await waiting()).toEqual([])
  })

  test('a bundle that was given up swallows nothing', async () => {
    const giver = await createUser(app, company)
    const { body } = await app.call(camille, feedback.createRequest, {
      body: { skill_ids: company.skillIds.slice(0, 2), recipients: [{ user_id: giver.id }], idempotency_key: aKey() },
    })
    const answer = (place: number) =>
      app.call(giver, feedback.answerFeedback, { params: { id: body.feedbacks[place]?.id as string }, body: anAnswer() })
    await app.mails()
    await answer(0)
    await app.database.db.execute(sql`update outbox set attempts = 15 where sent_at is null`)
    app.refuseMails(true)
    await app.mails()
    app.refuseMails(false)
    await answer(1)
    expect(await app.mails()).toHaveLength(1)
    await app.database.db.execute(sql`delete from outbox where failed_at is not null`)
  })

  test('drops what an employee has switched off, kind by kind, and keeps the rest', async () => {
    const giver = await createUser(app, company)
    const off = (who: TestUser, notifications: NonNullable<Input<typeof people.updateUser>['body']['notifications']>) =>
      app.call(who, people.updateUser, { params: { userId: '1' }, body: { notifications } })
    const ask = () =>
      app.call(camille, feedback.createRequest, {
        body: { skill_ids: company.skillIds.slice(0, 1), recipients: [{ user_id: giver.id }], idempotency_key: aKey() },
      })
    const last = () => rows(app.database.db, sql`select kind, last_error from outbox order by id desc limit 1`)
    await app.mails()

    await off(giver, { request: { email: false } })
    const { body: first } = await ask()
    expect(await app.mails()).toEqual([])
    expect(await last()).toEqual([{ kind: 'request', last_error: 'nothing_to_say' }])
    await app.call(camille, feedback.remindRequest, { params: { id: first.id } })
    expect(await app.mails(), 'another kind').toHaveLength(1)

    await off(giver, { request: { email: true }, reminder: { email: false } })
    const { body: second } = await ask()
    const [mail] = await app.mails()
    expect(mail?.text, 'where to switch it off').toContain('/profile?notifications')
    await app.call(camille, feedback.remindRequest, { params: { id: second.id } })
    expect(await app.mails()).toEqual([])

    await off(camille, { answered: { email: false } })
    await app.call(giver, feedback.answerFeedback, { params: { id: first.feedbacks[0]?.id as string }, body: anAnswer() })
    expect(await app.mails()).toEqual([])
    await off(camille, { answered: { email: true, push: false } })
    await app.call(giver, feedback.answerFeedback, { params: { id: second.feedbacks[0]?.id as string }, body: anAnswer() })
    expect(await app.mails()).toHaveLength(1)
  })

  test('two processes never send the same message', async () => {
    await app.mails()
    for (let i = 0; i < 6; i++) await ask(`both-${i}@outside.example`)
    app.advance(MINUTE)
    const mailer = { from: 'Reflet <no-reply@reflet.example>', send: async () => {}, reachable: async () => true, close: () => {} }
    const settled = await Promise.all([sendDue(app.platform, mailer), sendDue(app.platform, mailer)])
    expect(settled[0] + settled[1]).toBe(6)
  })
})
