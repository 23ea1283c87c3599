import { account } from '@reflet/contract/account'
import { contacts } from '@reflet/contract/contacts'
import { HOUR_MS } from '@reflet/contract/durations'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { newsfeed } from '@reflet/contract/newsfeed'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventCalls } from '../../../test/events.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { anAnswer, createCompany, createUser, createUsers, type TestUser } from '../../../test/factories.ts'
import { useCompany, usePeoplePerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app)
const { organiser } = usePeoplePerTest(app, company, ['organiser'])
const { anEvent, about, answerAs, aParticipant, answerAsGuest, read, countOf, linkParams } = eventCalls(app, company, organiser)
let skill: string
let other: string

beforeAll(async () => {
  ;[skill, other] = company.skillIds as [string, string]
})
// The limit on opening links is tested elsewhere.
beforeEach(() => app.advance(61_000))

describe('an employee', () => {
  test('answers under their own name, and can edit it for a day; the organiser reads it at once, and is notified once by mail', async () => {
    const giver = await createUser(app, company)
    await app.call(organiser, contacts.addContacts, {
      params: { userId: '1' },
      body: { contacts: [{ user_id: giver.id, relation: 'superior' }] },
    })
    const { id, token } = await anEvent()
    await app.mails()
    const done = await answerAs(giver, token, [about(skill, { keep: 'Listened' }), about(other, { rating: 2 })])
    expect(done.body).toEqual({ answered: [skill, other], guest_link: null })
    const { answers } = await read()
    expect(answers).toHaveLength(2)
    const one = answers.find((answer) => answer.skill.id === skill)
    expect(one).toMatchObject({ kind: 'event', context: 'The June workshop', relation: 'coworker', giver: { id: giver.id } })
    expect(one?.keep).toBe('Listened')
    expect(await countOf(id)).toBe(1)
    const news = (await app.call(organiser, newsfeed.listNews)).body.newsfeed
    expect(news.map(({ kind, feedback_id }) => [kind, feedback_id]).sort()).toEqual(
      answers.map((answer) => ['answer_received', answer.id]).sort(),
    )
    const mails = await app.mails()
    expect(mails.map((mail) => [mail.to].flat()[0]?.text)).toEqual([organiser.email])
    expect(mails[0]?.text).not.toContain('Listened')
    const params = { id: one?.id as string }
    expect((await app.call(giver, feedback.editAnswer, { params, body: anAnswer({ keep: 'Changed' }) })).status).toBe(200)
    expect((await read()).answers.map(({ keep }) => keep)).toContain('Changed')
    app.advance(25 * HOUR_MS)
    expectProblem(await app.call(giver, feedback.editAnswer, { params, body: anAnswer() }), 409, 'edit_window_closed')
  })

  test('answers each skill once: others later, the same again without effect, a different answer is refused', async () => {
    const giver = await createUser(app, company)
    const { id, token } = await anEvent()
    expect((await answerAs(giver, token)).status).toBe(200)
    expect((await answerAs(giver, token)).body.answered, 'a lost reply is retried').toEqual([skill])
    expectProblem(await answerAs(giver, token, [about(skill, { rating: 1 })]), 409, 'already_answered')
    const rest = await answerAs(giver, token, [about(skill, { rating: 1 }), about(other)])
    expect(rest.body.answered, 'what was said first stays').toEqual([other])
    const { answers } = await read()
    expect(Object.fromEntries(answers.map((answer) => [answer.skill.id, answer.rating]))).toEqual({ [skill]: 4, [other]: 4 })
    expect(await countOf(id)).toBe(1)
    const groups = (await app.call(giver, feedback.listRequestsToAnswer, { query: { status: 'answered' } })).body.groups
    expect(groups.map(({ feedbacks }) => feedbacks.length)).toEqual([2])
  })

  test('who posts five times concurrently answers once', async () => {
    const giver = await createUser(app, company)
    const { token } = await anEvent()
    const replies = await Promise.all([1, 2, 3, 4, 5].map((rating) => answerAs(giver, token, [about(skill, { rating })])))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect((await read()).answers).toHaveLength(1)
  })

  test('of another company is not found, the organiser cannot answer, and the rules of answers apply', async () => {
    const stranger = await createUser(app, await createCompany(app))
    const giver = await createUser(app, company)
    const { token } = await anEvent({ skill_ids: [skill] })
    expectProblem(await answerAs(stranger, token), 404, 'not_found')
    expectProblem(await answerAs(organiser, token), 422, 'cannot_answer_yourself')
    expectProblem(await answerAs(giver, token, [about(other)]), 404, 'not_found')
    const low = about(skill, { rating: 1, situation: null, improve: null })
    expectProblem(await answerAs(giver, token, [low]), 422, 'comment_required')
    expectProblem(await answerAs(giver, token, [about(skill), about(skill)]), 400, 'invalid_input')
    expect(await read()).toMatchObject({ answers: [] })
  })
})

describe('a confidential event', () => {
  /** Each read gives the comments new ids and a new order. */
  const readOnce = async () => {
    const { answers, confidential } = await read()
    return { answers, confidential: confidential.map(({ comments, ...one }) => ({ ...one, comments: comments.length })) }
  }
  const seen = async (id: string) => ({
    count: await countOf(id),
    answers: await readOnce(),
    news: (await app.call(organiser, newsfeed.listNews)).body,
    mails: (await app.mails()).length,
  })

  test('shows nothing, not even a number, until a threshold of colleagues have answered; then all pending answers', async () => {
    const givers = (await createUsers(app, company, 4)) as [TestUser, TestUser, TestUser, TestUser]
    const { id, token } = await anEvent({ confidential: true, skill_ids: [skill] })
    await app.mails()
    const before = await seen(id)
    expect(before.count).toBeNull()
    // A holder of the link can pose as many guests, the organiser too.
    for (let i = 0; i < 3; i++) expect((await answerAsGuest(token, aParticipant(), [about(skill, { rating: 1 })])).status).toBe(200)
    for (const giver of givers.slice(0, 2)) await answerAs(giver, token)
    expect(await seen(id)).toEqual(before)
    await answerAs(givers[2], token)
    const after = await seen(id)
    expect(after.count).toBe(6)
    expect(after.answers.answers).toEqual([])
    expect(after.answers.confidential).toMatchObject([{ n: 6, distribution: [3, 0, 0, 3, 0], context: 'The June workshop' }])
    expect(after.news.newsfeed).toMatchObject([{ kind: 'confidential_ready', actor: null, created_at: null }])
    expect(after.mails).toBe(1)
    await answerAs(givers[3], token)
    expect(await seen(id), 'the next one waits for company').toEqual({ ...after, mails: 0 })
  })

  test('lets a guest withdraw an unreleased answer', async () => {
    const { id, token } = await anEvent({ confidential: true, skill_ids: [skill] })
    const link = linkParams((await answerAsGuest(token)).body.guest_link)
    expect((await app.call(null, guest.guestDelete, link)).status).toBe(200)
    for (const giver of await createUsers(app, company, 3)) await answerAs(giver, token)
    expect(await countOf(id)).toBe(3)
    expect((await read()).confidential).toMatchObject([{ n: 3 }])
  })
})

describe('deleting an account', () => {
  test('a participant’s answer stays without a name; the organiser’s event is deleted', async () => {
    const giver = await createUser(app, company)
    const { id, token } = await anEvent()
    await answerAs(giver, token, [about(skill, { keep: 'Stays' })])
    expect((await app.call(giver, account.deleteUser)).status).toBe(200)
    expect((await read()).answers).toMatchObject([{ keep: 'Stays', giver: { id: null, first_name: '' } }])
    expect(await countOf(id)).toBe(1)
    expect((await app.call(organiser, account.deleteUser)).status).toBe(200)
    expect((await app.call(null, events.getEventLink, { params: { token }, query: { locale: 'en' } })).status).toBe(404)
    const left = await app.database.pool.query(
      'select (select count(*) from events where id = $1)::int as events, (select count(*) from event_skills where event_id = $1)::int as skills',
      [id],
    )
    expect(left.rows).toEqual([{ events: 0, skills: 0 }])
  })

  test('the link of a deactivated organiser has expired', async () => {
    const giver = await createUser(app, company)
    const { token } = await anEvent()
    await app.database.pool.query('update users set deactivated_at = now() where id = $1', [organiser.id])
    expectProblem(await app.call(null, events.getEventLink, { params: { token }, query: { locale: 'en' } }), 410, 'gone')
    expectProblem(await answerAs(giver, token), 410, 'gone')
  })
})
