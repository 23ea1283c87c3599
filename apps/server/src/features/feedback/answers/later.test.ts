import { DAY_MS, HOUR_MS, MINUTE_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { beforeEach, describe, expect, test } from 'vitest'
import { nullable, rows, sql, t } from '../../../db/index.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { createUsers } from '../../../test/factories.ts'
import { answer, ask, feedbacksOf } from '../../../test/requests.ts'
import { passTime, useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { remindPostponed, remindUnanswered } from '../schedules.commands.ts'

const app = useTestApp()
const { company, camille, amir, greta } = useCompanyPerTest(app, ['camille', 'amir', 'greta'])
beforeEach(async () => {
  const { status } = await app.call(amir, people.updateUser, { params: { userId: '1' }, body: { time_zone: 'Asia/Kolkata' } })
  expect(status).toBe(200)
})

/** A date so many days after today, in Amir's time zone. */
const dayIn = (days: number) => new Date(app.now().getTime() + 5.5 * HOUR_MS + days * DAY_MS).toISOString().slice(0, 10)
/** Nine in the morning of that date, in Amir's time zone. */
const nineOn = (day: string) => new Date(`${day}T03:30:00.000Z`)

async function askAmir(changes: object = {}) {
  const sent = await ask(app, camille, amir, changes)
  const params = { id: feedbacksOf(sent, amir)[0]?.recipient.id as string }
  await app.mails()
  return { sent, params }
}
const postpone = (params: { id: string }, day: string) => app.call(amir, feedback.postponeRequest, { params, body: { day } })
const mailsToAmir = async () => (await app.mails()).filter(({ to }) => [to].flat().some((one) => one?.text.includes(amir.email)))
const pendingGroups = async () => (await app.call(amir, feedback.listRequestsToAnswer)).body.groups

describe('postponing a request', () => {
  test('is shown to its giver, in the list and in their record, and can be changed and ended', async () => {
    const { params } = await askAmir()
    const at = nineOn(dayIn(1)).toISOString()
    const record = async () => (await app.call(amir, people.getUser, { params: { userId: '1' } })).body.feedbacks.received
    const seen = async () => [(await pendingGroups())[0]?.later_at, (await record()).groups[0]?.later_at]
    expect((await postpone(params, dayIn(1))).body).toEqual({ later_at: at })
    expect(await seen()).toEqual([at, at])
    expect((await record()).total, 'still pending').toBe(1)
    expect((await postpone(params, dayIn(3))).body.later_at).toBe(nineOn(dayIn(3)).toISOString())
    for (const time of ['first', 'again']) expect((await app.call(amir, feedback.resumeRequest, { params })).status, time).toBe(200)
    expect(await seen()).toEqual([null, null])
    await postpone(params, dayIn(1))
    await passTime(app, nineOn(dayIn(1)).getTime() - app.now().getTime() + MINUTE_MS, amir)
    expect(await seen(), 'over at its time, before the reminder is sent').toEqual([null, null])
  })

  test('shows nothing to the requester', async () => {
    const { sent, params } = await askAmir()
    await app.mails()
    await passTime(app, DAY_MS + HOUR_MS, camille, amir)
    const look = async () => JSON.stringify((await app.call(camille, feedback.getRequest, { params: { id: sent.id } })).body)
    const before = await look()
    await postpone(params, dayIn(1))
    expect(await look()).toBe(before)
    await passTime(app, nineOn(dayIn(1)).getTime() - app.now().getTime() + MINUTE_MS, camille)
    expect(await remindPostponed(app.platform)).toBeGreaterThan(0)
    expect(await look()).toBe(before)
    const reminded = await app.call(camille, feedback.remindRequest, { params: { id: sent.id } })
    expect(reminded.body, 'as if nothing had been sent').toEqual({ reminded: 1 })
  })

  test('is possible until the due date, or before the request expires', async () => {
    const due_at = new Date(app.now().getTime() + 2 * DAY_MS).toISOString()
    const { params } = await askAmir({ due_at })
    expectProblem(await postpone(params, dayIn(0)), 422, 'due_in_past')
    expectProblem(await postpone(params, dayIn(-1)), 422, 'due_in_past')
    expectProblem(await postpone(params, dayIn(3)), 422, 'due_too_far')
    expect((await postpone(params, dayIn(2))).status).toBe(200)
    const open = await askAmir()
    expectProblem(await postpone(open.params, dayIn(30)), 422, 'due_too_far')
    expect((await postpone(open.params, dayIn(29))).status).toBe(200)
    await passTime(app, 4 * DAY_MS, amir)
    expect((await postpone(params, dayIn(1))).status, 'the due date has passed').toBe(200)
  })

  test('is for the giver of a pending request', async () => {
    const { sent, params } = await askAmir()
    expect((await app.call(camille, feedback.postponeRequest, { params, body: { day: dayIn(1) } })).status).toBe(404)
    expect((await app.call(camille, feedback.resumeRequest, { params })).status).toBe(404)
    await answer(app, amir, sent)
    expectProblem(await postpone(params, dayIn(1)), 409, 'already_answered')
  })
})

describe('the reminder', () => {
  test('comes at nine in the morning, once, in one mail for all that were postponed to it', async () => {
    const [one, other] = [await askAmir(), await askAmir()]
    await postpone(one.params, dayIn(1))
    await postpone(other.params, dayIn(1))
    app.advance(nineOn(dayIn(1)).getTime() - app.now().getTime() - MINUTE_MS)
    await remindPostponed(app.platform)
    expect(await mailsToAmir()).toEqual([])
    app.advance(2 * MINUTE_MS)
    expect(await remindPostponed(app.platform)).toBeGreaterThan(1)
    expect(await mailsToAmir()).toHaveLength(1)
    expect(await remindPostponed(app.platform)).toBe(0)
    await passTime(app, 0, amir)
    expect((await pendingGroups()).map(({ later_at }) => later_at)).toEqual([null, null])
  })

  test('is not sent when everything was answered meanwhile', async () => {
    const { sent, params } = await askAmir()
    await postpone(params, dayIn(1))
    await answer(app, amir, sent)
    await app.mails()
    app.advance(2 * DAY_MS)
    await remindPostponed(app.platform)
    expect(await mailsToAmir()).toEqual([])
  })

  test('replaces automatic reminders before it and on its day; later ones come', async () => {
    const { params } = await askAmir()
    await postpone(params, dayIn(5))
    const days: number[] = []
    for (let day = 1; day <= 12; day++) {
      app.advance(DAY_MS)
      await remindUnanswered(app.platform)
      await remindPostponed(app.platform)
      if ((await mailsToAmir()).length > 0) days.push(day)
    }
    expect(days).toHaveLength(2)
    expect([5, 6]).toContain(days[0])
    expect(days[1]).toBe(10)
  })

  test('a reminder by the requester still comes, and names only what was not postponed', async () => {
    const { sent, params } = await askAmir()
    await app.mails()
    await passTime(app, DAY_MS + HOUR_MS, camille, amir)
    await postpone(params, dayIn(5))
    expect((await app.call(camille, feedback.remindRequest, { params: { id: sent.id } })).status).toBe(200)
    expect(await mailsToAmir()).toHaveLength(1)
    const other = await askAmir()
    await app.mails()
    await passTime(app, DAY_MS + HOUR_MS, camille, amir)
    await app.call(camille, feedback.remindRequest, { params: { id: other.sent.id } })
    expect(await mailsToAmir()).toHaveLength(1)
  })

  test('on a confidential request gives everyone the same marks of a reminder', async () => {
    const givers = [amir, greta, ...(await createUsers(app, company, 3))]
    const sent = await ask(app, camille, givers, { confidential: true })
    const [group] = await pendingGroups()
    await postpone({ id: group?.id as string }, dayIn(5))
    app.advance(3 * DAY_MS + HOUR_MS)
    await remindUnanswered(app.platform)
    const marks = await rows(
      app.database.db,
      { reminders: t.int, reminded_at: nullable(t.time) },
      sql`select distinct reminders, reminded_at from recipients where request_id = ${sent.id}`,
    )
    expect(marks).toHaveLength(1)
  })
})

test('a postponement that ends between two pages keeps the group on the second one', async () => {
  const { params } = await askAmir()
  await postpone(params, dayIn(1))
  for (let n = 0; n < 20; n++) await askAmir()
  const { body } = await app.call(amir, feedback.listRequestsToAnswer)
  expect(body.groups.map(({ id }) => id)).not.toContain(params.id)
  await passTime(app, nineOn(dayIn(1)).getTime() - app.now().getTime() + MINUTE_MS, amir)
  const next = (await app.call(amir, feedback.listRequestsToAnswer, { query: { cursor: body.next_cursor as string } })).body
  expect(next.groups).toMatchObject([{ id: params.id, later_at: null }])
})

test('pending requests are listed by due date, then the oldest first, postponed ones last, page by page', async () => {
  const inDays = (days: number) => ({ due_at: new Date(app.now().getTime() + days * DAY_MS).toISOString() })
  const groupOf = async (changes: object = {}) => (await askAmir(changes)).params.id
  const expected = { late: [] as string[], soon: '', rest: [] as string[], tomorrow: '', inThree: '' }
  const first = await groupOf()
  expected.late.push(await groupOf(inDays(9)))
  expected.soon = await groupOf(inDays(2))
  expected.inThree = await groupOf(inDays(8))
  expected.tomorrow = await groupOf()
  for (let n = 0; n < 20; n++) expected.rest.push(await groupOf())
  await postpone({ id: expected.inThree }, dayIn(3))
  await postpone({ id: expected.tomorrow }, dayIn(1))
  const wanted = [expected.soon, ...expected.late, first, ...expected.rest, expected.tomorrow, expected.inThree]
  const found: string[] = []
  let cursor: string | undefined
  do {
    const { body } = await app.call(amir, feedback.listRequestsToAnswer, { query: { ...(cursor && { cursor }) } })
    found.push(...body.groups.map(({ id }) => id))
    cursor = body.next_cursor ?? undefined
  } while (cursor)
  expect(found).toEqual(wanted)
  const [group] = await pendingGroups()
  await answer(app, amir, group?.feedbacks[0]?.id as string)
  expect((await pendingGroups()).map(({ id }) => id)).toEqual(wanted.slice(1, 21))
})
