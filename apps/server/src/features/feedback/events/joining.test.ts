import { account } from '@reflet/contract/account'
import { contacts } from '@reflet/contract/contacts'
import { events, MAX_EVENT_GUESTS } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { newsfeed } from '@reflet/contract/newsfeed'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, createUsers, type TestCompany, type TestUser } from '../../../test/factories.ts'

const HOUR = 3_600_000
let app: TestApp
let company: TestCompany
let organiser: TestUser
let skill: string
let other: string
let number = 0

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app)
  ;[skill, other] = company.skillIds as [string, string]
})
beforeEach(async () => {
  // The limit on opening links is another test's.
  app.advance(61_000)
  organiser = await createUser(app, company)
})
afterAll(() => app.close())

async function anEvent(changes: object = {}) {
  const body = {
    title: 'The June workshop',
    takes_place_on: app.now().toISOString().slice(0, 10),
    skill_ids: [skill, other],
    ends_at: new Date(app.now().getTime() + 72 * HOUR).toISOString(),
    idempotency_key: aKey(),
    ...changes,
  }
  const made = await app.call(organiser, events.createEvent, { body })
  expect(made.status).toBe(200)
  return { id: made.body.id, token: made.body.link.split('/').at(-1) as string }
}

const about = (skill_id: string, words = {}) => ({ ...anAnswer(words), skill_id })
const answerAs = (who: TestUser, token: string, answers = [about(skill)]) =>
  app.call(who, events.answerEvent, { params: { token }, body: { answers } })
const aParticipant = (changes: object = {}) => ({
  first_name: 'Nora',
  last_name: 'Lindqvist',
  email: `nora-${++number}@partner.example`,
  locale: 'ar' as const,
  ...changes,
})
const answerAsGuest = (token: string, participant = aParticipant(), answers = [about(skill)]) =>
  app.call(null, events.answerEventLink, { params: { token }, body: { participant, answers } })
const read = async () => (await app.call(organiser, feedback.listAnswers)).body
const countOf = async (id: string) => (await app.call(organiser, events.getEvent, { params: { id } })).body.participants
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]
const linkParams = (link: string | null) => {
  const [token, feedbackId] = (link ?? '').split('/').slice(-2) as [string, string]
  return { params: { token, feedbackId } }
}

describe('an employee', () => {
  test('answers as themself; the organiser reads it at once, and is told once by mail', async () => {
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
    expect(one).toMatchObject({
      kind: 'event',
      context: 'The June workshop',
      keep: 'Listened',
      relation: 'superior',
      giver: { id: giver.id },
    })
    expect(await countOf(id)).toBe(1)
    const news = (await app.call(organiser, newsfeed.listNews)).body.newsfeed
    expect(news.map(({ kind, feedback_id }) => [kind, feedback_id]).sort()).toEqual(
      answers.map((answer) => ['answer_received', answer.id]).sort(),
    )
    const mails = await app.mails()
    expect(mails.map((mail) => [mail.to].flat()[0]?.text)).toEqual([organiser.email])
    expect(mails[0]?.text).not.toContain('Listened')
  })

  test('answers each skill once: the rest later, the same again without harm, another answer not', async () => {
    const giver = await createUser(app, company)
    const { id, token } = await anEvent()
    expect((await answerAs(giver, token)).status).toBe(200)
    expect((await answerAs(giver, token)).body.answered, 'a lost reply is retried').toEqual([skill])
    expect(refusal(await answerAs(giver, token, [about(skill, { rating: 1 })]))).toEqual([409, 'already_answered'])
    const rest = await answerAs(giver, token, [about(skill, { rating: 1 }), about(other)])
    expect(rest.body.answered, 'what was said first stays').toEqual([other])
    const { answers } = await read()
    expect(answers.map((answer) => [answer.skill.id, answer.rating]).sort()).toEqual(
      [
        [skill, 4],
        [other, 4],
      ].sort(),
    )
    expect(await countOf(id)).toBe(1)
    const groups = (await app.call(giver, feedback.listReceived, { query: { status: 'answered' } })).body.groups
    expect(groups.map(({ feedbacks }) => feedbacks.length)).toEqual([2])
  })

  test('pressing Send five times at once answers once', async () => {
    const giver = await createUser(app, company)
    const { token } = await anEvent()
    const replies = await Promise.all([1, 2, 3, 4, 5].map((rating) => answerAs(giver, token, [about(skill, { rating })])))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect((await read()).answers).toHaveLength(1)
  })

  test('changes an answer for a day', async () => {
    const giver = await createUser(app, company)
    const { token } = await anEvent()
    await answerAs(giver, token)
    const params = { id: (await read()).answers[0]?.id as string }
    expect((await app.call(giver, feedback.editAnswer, { params, body: anAnswer({ keep: 'Changed' }) })).status).toBe(200)
    expect((await read()).answers[0]).toMatchObject({ keep: 'Changed' })
    app.advance(25 * HOUR)
    expect((await app.call(giver, feedback.editAnswer, { params, body: anAnswer() })).body.code).toBe('edit_window_closed')
  })

  test('of another company finds nothing, the organiser answers not, and rules hold', async () => {
    const stranger = await createUser(app, await createCompany(app))
    const giver = await createUser(app, company)
    const { token } = await anEvent({ skill_ids: [skill] })
    expect(refusal(await answerAs(stranger, token))).toEqual([404, 'not_found'])
    expect(refusal(await answerAs(organiser, token))).toEqual([422, 'cannot_answer_yourself'])
    expect(refusal(await answerAs(giver, 'x'.repeat(43)))).toEqual([404, 'not_found'])
    expect(refusal(await answerAs(giver, token, [about(other)]))).toEqual([404, 'not_found'])
    const low = about(skill, { rating: 1, situation: null, improve: null })
    expect(refusal(await answerAs(giver, token, [low]))).toEqual([422, 'comment_required'])
    expect(refusal(await answerAs(giver, token, [about(skill), about(skill)]))).toEqual([400, 'invalid_input'])
    expect(await read()).toMatchObject({ answers: [] })
  })
})

describe('a guest', () => {
  test('answers, and changes or takes back by a link of their own', async () => {
    const { id, token } = await anEvent()
    const done = await answerAsGuest(token, aParticipant(), [about(skill, { keep: 'Was there' })])
    expect(done.body.answered).toEqual([skill])
    expect(done.body.guest_link).toMatch(new RegExp(`^${app.url}/guest-answer/[\\w-]{43}/[\\w-]{36}$`))
    expect((await read()).answers).toMatchObject([
      { keep: 'Was there', relation: 'outside', giver: { id: null, first_name: 'Nora', last_name: 'Lindqvist' } },
    ])
    const link = linkParams(done.body.guest_link)
    const view = await app.call(null, guest.getGuestView, link)
    expect(view.body).toMatchObject({
      context: 'The June workshop',
      locale: 'ar',
      feedbacks: [{ skill: { id: skill }, status: 'answered' }],
    })
    expect((await app.call(null, guest.guestEdit, { ...link, body: anAnswer({ keep: 'Changed' }) })).status).toBe(200)
    expect((await read()).answers).toMatchObject([{ keep: 'Changed' }])
    expect(await countOf(id)).toBe(1)
    expect((await app.call(null, guest.guestDelete, link)).status).toBe(200)
    expect(await read()).toMatchObject({ answers: [] })
    expect(await countOf(id)).toBe(0)
    expect((await app.call(organiser, newsfeed.listNews)).body.newsfeed).toEqual([])
  })

  test('stands outside, whoever’s address is typed: nobody has shown that it is theirs', async () => {
    const { token } = await anEvent()
    const chair = { email: 'chair@outside.example', relation: 'superior' as const }
    await app.call(organiser, contacts.addContacts, { params: { userId: '1' }, body: { contacts: [chair] } })
    expect((await answerAsGuest(token, aParticipant({ email: chair.email }))).status).toBe(200)
    expect((await read()).answers).toMatchObject([{ relation: 'outside' }])
  })

  test('may answer anew after taking it back, and no link outlives its day', async () => {
    const { token } = await anEvent()
    const who = aParticipant()
    const first = linkParams((await answerAsGuest(token, who)).body.guest_link)
    expect(refusal(await answerAsGuest(token, who))).toEqual([409, 'already_answered'])
    await app.call(null, guest.guestDelete, first)
    const again = await answerAsGuest(token, who, [about(skill, { keep: 'Second thoughts' })])
    expect(again.status).toBe(200)
    expect((await read()).answers).toMatchObject([{ keep: 'Second thoughts' }])
    app.advance(25 * HOUR)
    expect(refusal(await app.call(null, guest.getGuestView, linkParams(again.body.guest_link)))).toEqual([410, 'gone'])
  })

  test('answers each skill once by their address, however it is written; each time with another link', async () => {
    const { id, token } = await anEvent()
    const who = aParticipant({ email: 'Same@Partner.example' })
    const first = await answerAsGuest(token, who)
    expect(refusal(await answerAsGuest(token, { ...who, email: 'same@partner.EXAMPLE', first_name: 'Other' }))).toEqual([
      409,
      'already_answered',
    ])
    const rest = await answerAsGuest(token, who, [about(skill, { rating: 1 }), about(other)])
    expect(rest.body.answered).toEqual([other])
    const seen = await app.call(null, guest.getGuestView, linkParams(rest.body.guest_link))
    expect(
      seen.body.feedbacks.map((item) => item.skill.id),
      'an address opens nothing of before',
    ).toEqual([other])
    const { token: firstToken } = linkParams(first.body.guest_link).params
    expect(
      (await app.call(null, guest.getGuestView, { params: { ...linkParams(rest.body.guest_link).params, token: firstToken } })).status,
    ).toBe(404)
    expect(await countOf(id), 'one person').toBe(1)
  })

  test('does not rename somebody who is known by that address, nor learns their name', async () => {
    const known = { email: `known-${++number}@partner.example`, first_name: 'Known', last_name: 'Person', locale: 'es' as const }
    const asked = await app.call(organiser, feedback.createRequest, {
      body: { skill_ids: [skill], recipients: [known], idempotency_key: aKey() },
    })
    const { token } = await anEvent()
    const done = await answerAsGuest(token, aParticipant({ email: known.email, first_name: 'Imposter' }))
    const view = await app.call(null, guest.getGuestView, linkParams(done.body.guest_link))
    expect(JSON.stringify(view.body)).not.toMatch(/Known|Person/)
    expect((await read()).answers[0]?.giver, 'under the name that was typed, for this answer only').toMatchObject({
      first_name: 'Imposter',
    })
    const { body } = await app.call(organiser, feedback.getRequest, { params: { id: asked.body.id } })
    expect(body.feedbacks[0]?.recipient).toMatchObject({ first_name: 'Known', last_name: 'Person', locale: 'es' })
  })

  test('is not the organiser by the address that they type', async () => {
    const { token } = await anEvent()
    expect(refusal(await answerAsGuest(token, aParticipant({ email: organiser.email })))).toEqual([422, 'cannot_answer_yourself'])
  })

  test('puts nothing into the account of a colleague whose address they type', async () => {
    const giver = await createUser(app, company)
    const { token } = await anEvent()
    expect((await answerAsGuest(token, aParticipant({ email: giver.email }))).status).toBe(200)
    expect((await app.call(giver, feedback.listReceived, { query: { status: 'answered' } })).body.groups).toEqual([])
  })

  test('finds an event full after very many of them; a colleague does not', async () => {
    const giver = await createUser(app, company)
    const { id, token } = await anEvent()
    await app.database.pool.query(
      `with guest as (
          insert into guests (company_id, id, email, locale, created_at)
          select company_id, gen_random_uuid(), 'crowd-' || n || '@partner.example', 'en', now()
          from events, generate_series(1, $2::int) n where id = $1 returning company_id, id
        )
        insert into recipients (company_id, id, request_id, guest_id, relation, created_at)
        select g.company_id, gen_random_uuid(), e.request_id, g.id, 'outside', now() from guest g, events e where e.id = $1`,
      [id, MAX_EVENT_GUESTS - 1],
    )
    const last = aParticipant()
    expect((await answerAsGuest(token, last)).status).toBe(200)
    expect(refusal(await answerAsGuest(token))).toEqual([409, 'event_full'])
    expect(refusal(await answerAsGuest(token, last)), 'a retry is told what it is').toEqual([409, 'already_answered'])
    expect((await answerAs(giver, token)).status).toBe(200)
    expect((await answerAsGuest((await anEvent()).token)).status, 'another event').toBe(200)
  })

  test('needs a name and an address, and an open event', async () => {
    const { id, token } = await anEvent()
    for (const bad of [{ first_name: ' ' }, { last_name: '' }, { email: 'nora@' }]) {
      expect(refusal(await answerAsGuest(token, aParticipant(bad)))).toEqual([400, 'invalid_input'])
    }
    await app.call(organiser, events.updateEvent, { params: { id }, body: { closed: true } })
    expect(refusal(await answerAsGuest(token))).toEqual([409, 'event_closed'])
    expect(refusal(await answerAsGuest('x'.repeat(43)))).toEqual([404, 'not_found'])
  })
})

describe('a confidential event', () => {
  /** Each reading gives the comments new ids and a new order. */
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

  test('shows nothing, not even how many, until a threshold of colleagues have answered; then all who wait', async () => {
    const givers = (await createUsers(app, company, 4)) as [TestUser, TestUser, TestUser, TestUser]
    const { id, token } = await anEvent({ confidential: true, skill_ids: [skill] })
    await app.mails()
    const before = await seen(id)
    expect(before.count).toBeNull()
    // Whoever holds the link can be as many guests as they like: the organiser, too.
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

  test('lets a guest take back what is not shown', async () => {
    const { id, token } = await anEvent({ confidential: true, skill_ids: [skill] })
    const link = linkParams((await answerAsGuest(token)).body.guest_link)
    expect((await app.call(null, guest.guestDelete, link)).status).toBe(200)
    for (const giver of await createUsers(app, company, 3)) await answerAs(giver, token)
    expect(await countOf(id)).toBe(3)
    expect((await read()).confidential).toMatchObject([{ n: 3 }])
  })
})

describe('leaving', () => {
  test('a participant’s answer stays without a name; the organiser takes the event along', async () => {
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

  test('the link of an organiser who was deactivated is gone', async () => {
    const giver = await createUser(app, company)
    const { token } = await anEvent()
    await app.database.pool.query('update users set deactivated_at = now() where id = $1', [organiser.id])
    expect(refusal(await app.call(null, events.getEventLink, { params: { token }, query: { locale: 'en' } }))).toEqual([410, 'gone'])
    expect(refusal(await answerAs(giver, token))).toEqual([410, 'gone'])
  })
})
