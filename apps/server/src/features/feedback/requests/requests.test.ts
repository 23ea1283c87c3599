import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../../test/expect-problem.ts'
import { aKey, anAnswer, createUser, createUsers, type TestUser } from '../../../test/factories.ts'
import { answer, aRequest, feedbackOf } from '../../../test/requests.ts'
import { passTime, useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { remindUnanswered } from '../schedules.commands.ts'

const app = useTestApp()
const { company, camille, amir } = useCompany(app, ['camille', 'amir'])
const { company: foreign, stranger } = useCompany(app, ['stranger'])

const ask = (changes: object = {}) => app.call(camille, feedback.createRequest, { body: aRequest(camille, amir, changes) })
const total = async (user: TestUser) => (await app.call(user, people.getUser, { params: { userId: '1' } })).body.feedbacks.received.total

describe('asking', () => {
  test('the same key sends once, with other content it is refused', async () => {
    const idempotency_key = aKey()
    const before = await total(amir)
    const [first, second] = await Promise.all([ask({ idempotency_key }), ask({ idempotency_key })])
    const third = await ask({ idempotency_key })
    expect([first.status, second.status, third.status]).toEqual([200, 200, 200])
    expect(new Set([first.body.id, second.body.id, third.body.id]).size).toBe(1)
    expect(await total(amir)).toBe(before + 1)
    expectProblem(await ask({ idempotency_key, context: 'another' }), 409, 'idempotency_key_reused')
  })

  test('a sent request is returned unchanged', async () => {
    const sent = await ask({
      recipients: [{ user_id: amir.id }, { email: 'out@side.example' }],
      message: 'Hello',
      due_at: new Date(app.now().getTime() + 5 * DAY_MS).toISOString(),
    })
    expect((await app.call(camille, feedback.getRequest, { params: { id: sent.body.id } })).body).toEqual(sent.body)
    const list = await app.call(camille, feedback.listRequests)
    expect(list.body.requests[0]).toEqual(sent.body)
  })

  test.each([
    ['myself', () => ({ recipients: [{ user_id: camille.id }] }), 422, 'cannot_ask_yourself'],
    ['a colleague of another company', () => ({ recipients: [{ user_id: stranger.id }] }), 404, 'not_found'],
    ['about a skill of another company', () => ({ skill_ids: foreign.skillIds.slice(0, 1) }), 404, 'not_found'],
    ['no one', () => ({ recipients: [] }), 400, 'invalid_input'],
    ['21 people', () => ({ recipients: Array.from({ length: 21 }, (_, i) => ({ email: `p${i}@x.example` })) }), 400, 'invalid_input'],
    ['about six skills', () => ({ skill_ids: company.skillIds.slice(0, 6) }), 400, 'invalid_input'],
    [
      'about a skill in two spellings',
      () => ({ skill_ids: [company.skillIds[0], company.skillIds[0]?.toUpperCase()] }),
      400,
      'invalid_input',
    ],
    ['with an unknown field', () => ({ surprise: 1 }), 400, 'invalid_input'],
    ['with a NUL in the message', () => ({ message: 'a\u0000b' }), 400, 'invalid_input'],
  ] as const)('asking %s is refused by name and sends nothing', async (_what, changes, status, code) => {
    const before = await app.call(camille, feedback.listRequests)
    expectProblem(await ask(changes()), status, code)
    const after = await app.call(camille, feedback.listRequests)
    expect(after.body.requests[0]?.id).toBe(before.body.requests[0]?.id)
  })

  test('a request that is undone in time sends no mail', async () => {
    await app.mails()
    const sent = await ask({ recipients: [{ email: 'undone@x.example' }, { user_id: amir.id }] })
    const before = await total(amir)
    const cancelled = await app.call(camille, feedback.cancelRequest, { params: { id: sent.body.id } })
    expect(cancelled.body.cancelled_at).not.toBeNull()
    expect(cancelled.body.feedbacks.map((item) => item.status)).toEqual(['cancelled', 'cancelled'])
    expect(await app.mails()).toHaveLength(0)
    expect(await total(amir)).toBe(before - 1)
    const late = await app.call(amir, feedback.answerFeedback, { params: { id: feedbackOf(sent.body, amir) }, body: anAnswer() })
    expectProblem(late, 409, 'feedback_cancelled')
  })

  test('reminds each person at most once a day, and no one who answered', async () => {
    const [one, two] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const sent = await ask({ recipients: [{ user_id: one.id }, { user_id: two.id }] })
    await app.mails()
    await answer(app, one, sent.body)
    await app.mails()
    app.advance(DAY_MS + HOUR_MS)
    const params = { id: sent.body.id }
    const remind = () => app.call(camille, feedback.remindRequest, { params })
    expect((await remind()).body.reminded).toBe(1)
    const mailed = (await app.mails()).map(({ to }) => [to].flat()[0]?.text)
    expect(mailed.filter((address) => address !== camille.email)).toEqual([two.email])
    expectProblem(await remind(), 409, 'reminded_recently')
    const seen = async () => (await app.call(camille, feedback.getRequest, { params })).body
    expect(await seen()).toMatchObject({ can: { remind: false, cancel: true }, can_remind_from: expect.any(String) })
    app.advance(DAY_MS)
    expect(await seen()).toMatchObject({ can: { remind: true }, can_remind_from: null })
    await answer(app, two, sent.body)
    expectProblem(await remind(), 409, 'nothing_pending')
  })

  test('reminds no one before the request has left, nor within a day of it', async () => {
    const email = 'first@partner.example'
    const sent = await ask({ recipients: [{ email }] })
    const params = { id: sent.body.id }
    const remind = () => app.call(camille, feedback.remindRequest, { params })
    const from = async () => Date.parse((await app.call(camille, feedback.getRequest, { params })).body.can_remind_from ?? '')
    expect(sent.body.can.remind).toBe(false)
    expect(await from(), 'the same as in the reply').toBe(Date.parse(sent.body.can_remind_from ?? ''))
    expectProblem(await remind(), 409, 'reminded_recently')
    app.refuseMails(true)
    await passTime(app, 4 * DAY_MS, camille)
    await app.mails()
    expectProblem(await remind(), 409, 'reminded_recently')
    expect(await from()).toBeGreaterThanOrEqual(app.now().getTime() + DAY_MS)
    await remindUnanswered(app.platform)
    app.refuseMails(false)
    await passTime(app, DAY_MS - HOUR_MS, camille)
    const arrived = (await app.mails()).map(({ to }) => [to].flat()[0]?.text)
    expect(
      arrived.filter((to) => to === email),
      'the request, and no automatic reminder',
    ).toHaveLength(1)
    const left = await from()
    expectProblem(await remind(), 409, 'reminded_recently')
    await passTime(app, left - app.now().getTime(), camille)
    expect((await remind()).body).toEqual({ reminded: 1 })
  })

  test('sent requests are paged without gaps or duplicates', async () => {
    const writer = await createUser(app, company)
    const ids: string[] = []
    for (let i = 0; i < 25; i++) {
      const { body } = await app.call(writer, feedback.createRequest, { body: aRequest(writer, { email: 'page@x.example' }) })
      ids.unshift(body.id)
    }
    const first = await app.call(writer, feedback.listRequests)
    const second = await app.call(writer, feedback.listRequests, { query: { cursor: first.body.next_cursor as string } })
    expect([...first.body.requests, ...second.body.requests].map((request) => request.id)).toEqual(ids)
    expect(second.body.next_cursor).toBeNull()
    const dates = ['now', '0000-01-01', '2026-01-01 00:00:00+99', 'infinity'].map((date) => [date, ids[0]])
    for (const key of [["x' or 1=1"], ['zzz'], ...dates]) {
      const cursor = Buffer.from(JSON.stringify(key)).toString('base64url')
      for (const list of [feedback.listRequests, feedback.listRequestsToAnswer, feedback.listAnswers])
        expectProblem(await app.call(writer, list, { query: { cursor } as never }), 400, 'invalid_input')
    }
  })
})
