import { account } from '@reflet/contract/account'
import { contacts } from '@reflet/contract/contacts'
import { DAY_MS, MINUTE_MS } from '@reflet/contract/durations'
import { type ErrorCode, errorStatus } from '@reflet/contract/errors'
import { feedback, MAX_OFFERED_PER_DAY } from '@reflet/contract/feedback'
import { hierarchy } from '@reflet/contract/hierarchy'
import { newsfeed } from '@reflet/contract/newsfeed'
import { people } from '@reflet/contract/people'
import { quality } from '@reflet/contract/quality'
import { describe, expect, test } from 'vitest'
import { sql } from '../../../db/index.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { aKey, anAnswer, createCompany, createUser, openSession } from '../../../test/factories.ts'
import { passTime, useCompany, usePeoplePerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { expireFeedbacks, remindUnanswered } from '../schedules.commands.ts'

const app = useTestApp()
const { company } = useCompany(app, [], { badges_active: true })
const { giver, camille } = usePeoplePerTest(app, company, { giver: { first_name: 'Greta' }, camille: {} })

const skill = () => company.skillIds[0] as string
const offer = (changes: object = {}, who = giver) =>
  app.call(who, feedback.offerFeedback, {
    body: { ...anAnswer(), user_id: camille.id, skill_id: skill(), idempotency_key: aKey(), ...changes },
  })
const received = async () => (await app.call(camille, feedback.listAnswers)).body.answers
const mine = { params: { userId: '1' } } as const

describe('unrequested feedback', () => {
  test('is readable at once, by name; its receiver is notified by a news item and a mail without its text', async () => {
    const offered = await offer({ keep: 'Zxqkeeps everybody in the loop' })
    expect(offered.status).toBe(200)
    const { feedback: own, group_id } = offered.body
    expect(own).toMatchObject({
      status: 'answered',
      answer: { rating: 4, keep: 'Zxqkeeps everybody in the loop' },
      can: { answer: false, edit: true, decline: false },
    })
    expect(await received()).toMatchObject([{ id: own.id, kind: 'offered', giver: { id: giver.id }, relation: 'coworker', is_read: false }])
    const { newsfeed: news } = (await app.call(camille, newsfeed.listNews)).body
    expect(news).toMatchObject([{ kind: 'feedback_offered', feedback_id: own.id, actor: { first_name: 'Greta' }, skill_id: skill() }])
    const [mail, ...more] = await app.mails()
    expect(more).toEqual([])
    expect(mail?.to).toMatchObject({ text: camille.email })
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/zxqkeeps/i)
    const groups = (await app.call(giver, feedback.listRequestsToAnswer, { query: { status: 'answered' } })).body.groups
    expect(groups).toMatchObject([{ id: group_id, kind: 'offered', requester: { id: camille.id }, feedbacks: [{ id: own.id }] }])
  })

  test('can be edited for a day, and counts as prompt', async () => {
    const { id } = (await offer({ improve: null })).body.feedback
    const edited = await app.call(giver, feedback.editAnswer, { params: { id }, body: anAnswer({ rating: 5, keep: 'Changed since then' }) })
    expect(edited.body.answer).toMatchObject({ rating: 5 })
    expect((await received())[0]).toMatchObject({ rating: 5, keep: 'Changed since then' })
    expect((await app.call(giver, quality.getQualityIndex, mine)).body).toMatchObject({ n: 1, parts: { prompt: 1, improve: 1 } })
    await passTime(app, DAY_MS + MINUTE_MS, giver)
    expectProblem(await app.call(giver, feedback.editAnswer, { params: { id }, body: anAnswer() }), 409, 'edit_window_closed')
  })

  test('is from a coworker unless its giver says otherwise, whatever is in their lists; several are in one mail', async () => {
    await app.call(giver, hierarchy.saveHierarchy, { body: { lower_users: [{ user_id: camille.id }] } })
    await app.call(camille, contacts.addContacts, { ...mine, body: { contacts: [{ user_id: giver.id, relation: 'equal' }] } })
    await offer()
    expect((await received())[0]?.relation).toBe('coworker')
    await app.call(camille, hierarchy.saveHierarchy, { body: { equal_users: [], superior_users: [{ user_id: giver.id }] } })
    await offer({ relation: 'equal' })
    expect((await received())[0]?.relation).toBe('equal')
    const mails = (await app.mails()).filter(({ to }) => [to].flat()[0]?.text === camille.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['2 new answers are waiting for you'])
  })

  test('counts in no one’s load, is not among its receiver’s requests, and no job changes it', async () => {
    await offer()
    await app.mails()
    expect((await app.call(camille, feedback.listRequests)).body.requests).toEqual([])
    expect((await app.call(giver, people.getUser, mine)).body.feedbacks.received).toEqual({ groups: [], total: 0, requests: 0 })
    app.advance(4 * DAY_MS)
    await remindUnanswered(app.platform)
    await expireFeedbacks(app.platform)
    expect(await app.mails()).toEqual([])
    for (const [one, other] of [
      [giver, camille],
      [camille, giver],
    ] as const) {
      const who = { token: await openSession(app, company.id, one.id) }
      const { suggestions } = (await app.call(who, people.suggestPeople, mine)).body
      expect(suggestions.find(({ user_id, reason }) => user_id === other.id && reason === 'asked_you')).toBeUndefined()
    }
  })
})

test('the same idempotency key gives once, however often and also concurrently; with other content, or for another person, it is refused', async () => {
  const body = { idempotency_key: aKey() }
  const replies = await Promise.all([offer(body), offer(body), offer(body)])
  expect(new Set(replies.map((reply) => reply.body.feedback.id)).size).toBe(1)
  expect(await received()).toHaveLength(1)
  const third = await createUser(app, company)
  for (const refused of [await offer({ ...body, rating: 5 }), await offer({ ...body, user_id: third.id })])
    expectProblem(refused, 409, 'idempotency_key_reused')
  expect((await offer(body, third)).status, 'somebody else’s key is another').toBe(200)
  await passTime(app, 3 * DAY_MS, giver, camille)
  expect((await offer(body)).body.feedback.id).toBe(replies[0]?.body.feedback.id)
  expect(await received()).toHaveLength(2)
})

describe('unrequested feedback: refusals', () => {
  test('for oneself, for an unknown person, on an unknown skill, and a low rating without a comment', async () => {
    const elsewhere = await createCompany(app)
    const cases: [object, ErrorCode][] = [
      [{ user_id: giver.id.toUpperCase() }, 'cannot_offer_yourself'],
      [{ user_id: (await createUser(app, elsewhere)).id }, 'not_found'],
      [{ user_id: (await createUser(app, company, { deactivated: true })).id }, 'not_found'],
      [{ skill_id: elsewhere.skillIds[0] }, 'not_found'],
      [{ rating: 1, situation: null, improve: null }, 'comment_required'],
      [{ rating: null }, 'invalid_input'],
    ]
    for (const [changes, code] of cases) expectProblem(await offer(changes), errorStatus[code], code, { because: JSON.stringify(changes) })
    await app.database.db.execute(sql`update skills set retired_at = ${app.now()} where id = ${company.skillIds[9]}`)
    expectProblem(await offer({ skill_id: company.skillIds[9] }), 404, 'not_found')
    expect(await received()).toEqual([])
  })

  test('after twenty in one day, until the first is a day old', async () => {
    const key = aKey()
    expect((await offer({ idempotency_key: key })).status).toBe(200)
    for (let i = 1; i < MAX_OFFERED_PER_DAY; i++) {
      app.advance(MINUTE_MS)
      expect((await offer()).status).toBe(200)
    }
    app.advance(MINUTE_MS)
    const refused = await offer()
    expectProblem(refused, 429, 'slow_down')
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan((DAY_MS - 21 * MINUTE_MS) / 1000)
    expect(wait).toBeLessThanOrEqual((DAY_MS - 20 * MINUTE_MS) / 1000)
    expect((await offer({ idempotency_key: key })).status, 'what was given already').toBe(200)
    await passTime(app, wait * 1000, giver)
    expect((await offer()).status).toBe(200)
    expectProblem(await offer(), 429, 'slow_down')
  })
})

test('unrequested feedback stays with its receiver when the giver’s account is deleted, without a name', async () => {
  await offer({ keep: 'Keeps everybody in the loop' })
  expect((await app.call(giver, account.deleteUser)).status).toBe(200)
  expect(await received()).toMatchObject([{ keep: 'Keeps everybody in the loop', giver: { id: null } }])
})
