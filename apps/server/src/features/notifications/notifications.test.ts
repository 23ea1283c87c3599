import { DAY_MS, HOUR_MS, MINUTE_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { describe, expect, test } from 'vitest'
import { nullable, rows, sql, t } from '../../db/index.ts'
import { createCompany, createUser } from '../../test/factories.ts'
import { answer, aRequest, ask } from '../../test/requests.ts'
import { passTime, useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { sendDue } from './notifications.commands.ts'

const app = useTestApp()
const { company, camille } = useCompany(app, ['camille'])

const askAtOnce = (email: string) => ask(app, camille, { email }, { skill_ids: company.skillIds.slice(0, 3) })
const waiting = () =>
  rows(
    app.database.db,
    { attempts: t.int, last_error: nullable(t.text) },
    sql`select attempts, last_error from outbox where sent_at is null`,
  )

describe('the outbox', () => {
  test('sends one mail for one request, however many skills', async () => {
    await askAtOnce('one@outside.example')
    expect(await app.mails()).toHaveLength(1)
  })

  test('stores a request and its mails in one transaction', async () => {
    const before = await waiting()
    const skill_ids = (await createCompany(app)).skillIds.slice(0, 1)
    const refused = await app.call(camille, feedback.createRequest, { body: aRequest(camille, { email: 'x@y.example' }, { skill_ids }) })
    expect(refused.status).toBe(404)
    expect(await waiting()).toEqual(before)
  })

  test('a reminder shows the due date until it has passed, and then omits it', async () => {
    const due_at = new Date(app.now().getTime() + 2 * DAY_MS)
    const { id } = await ask(app, camille, { email: 'late@outside.example' }, { due_at: due_at.toISOString() })
    const [asked] = await app.mails()
    const remind = async () => {
      await passTime(app, DAY_MS + HOUR_MS, camille)
      expect((await app.call(camille, feedback.remindRequest, { params: { id } })).status).toBe(200)
      return (await app.mails())[0]?.text
    }
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'Europe/Paris' }).format(due_at)
    expect(asked?.text).toContain(day)
    expect(await remind()).toContain(day)
    const late = await remind()
    expect(late).not.toContain(day)
  })

  test('keeps what the mail server refuses, and retries it later with the same Message-ID', async () => {
    app.refuseMails(true)
    await askAtOnce('later@outside.example')
    expect(await app.mails()).toHaveLength(0)
    expect(await waiting()).toMatchObject([{ attempts: 1 }])
    const [row] = await rows(app.database.db, { id: t.uuid }, sql`select id from outbox where sent_at is null`)
    app.refuseMails(false)
    app.advance(7 * MINUTE_MS)
    const mails = await app.mails()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.messageId).toContain(row?.id)
    expect(await waiting()).toEqual([])
  })

  test('messages while the mail server is unavailable join the pending mail', async () => {
    const giver = await createUser(app, company)
    const answerOne = async () => {
      await answer(app, giver, await ask(app, camille, giver))
    }
    await app.mails()
    app.refuseMails(true)
    await answerOne()
    await app.mails()
    app.advance(10 * MINUTE_MS)
    await answerOne()
    await app.mails()
    app.refuseMails(false)
    app.advance(10 * MINUTE_MS)
    const toCamille = (await app.mails()).filter(({ to }) => JSON.stringify(to).includes(camille.email))
    expect(toCamille.map(({ subject }) => subject)).toEqual(['2 new answers are waiting for you'])
    expect(await waiting()).toEqual([])
  })

  test('an abandoned bundle does not absorb later messages', async () => {
    const giver = await createUser(app, company)
    const { feedbacks } = await ask(app, camille, giver, { skill_ids: company.skillIds.slice(0, 2) })
    const answerOne = (place: number) => answer(app, giver, feedbacks[place]?.id as string)
    await app.mails()
    await answerOne(0)
    await app.database.db.execute(sql`update outbox set attempts = 15 where sent_at is null`)
    app.refuseMails(true)
    await app.mails()
    app.refuseMails(false)
    await answerOne(1)
    expect(await app.mails()).toHaveLength(1)
    await app.database.db.execute(sql`delete from outbox where failed_at is not null`)
  })

  test('drops what an employee has switched off, and keeps other kinds, which say where', async () => {
    const giver = await createUser(app, company)
    await app.call(giver, people.updateUser, { params: { userId: '1' }, body: { notifications: { request: { email: false } } } })
    await app.mails()
    const { id } = await ask(app, camille, giver)
    expect(await app.mails()).toEqual([])
    const last = await rows(
      app.database.db,
      { kind: t.text, last_error: t.text },
      sql`select kind, last_error from outbox order by id desc limit 1`,
    )
    expect(last).toEqual([{ kind: 'request', last_error: 'nothing_to_say' }])
    await passTime(app, DAY_MS + HOUR_MS, camille)
    await app.call(camille, feedback.remindRequest, { params: { id } })
    expect((await app.mails()).map(({ text }) => text)).toEqual([expect.stringContaining('/profile?notifications')])
  })

  test('two processes never send the same message', async () => {
    await app.mails()
    for (let i = 0; i < 6; i++) await askAtOnce(`both-${i}@outside.example`)
    app.advance(MINUTE_MS)
    const mailer = { from: 'Reflet <no-reply@reflet.example>', send: async () => {}, reachable: async () => true, close: () => {} }
    const settled = await Promise.all([sendDue(app.platform, mailer), sendDue(app.platform, mailer)])
    expect(settled[0] + settled[1]).toBe(6)
  })
})
