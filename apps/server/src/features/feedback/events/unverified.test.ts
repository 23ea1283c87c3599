import { events, MAX_EVENT_GUESTS, MORE_EVENT_GUESTS } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { newsfeed } from '@reflet/contract/newsfeed'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import {
  aKey,
  anAnswer,
  createCompany,
  createUser,
  createUsers,
  refusal,
  type TestCompany,
  type TestUser,
} from '../../../test/factories.ts'
import { guestPlaces } from './events.policy.ts'

const HOUR = 3_600_000
let app: TestApp
let company: TestCompany
let organiser: TestUser
let skill: string
let number = 0

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app)
  skill = company.skillIds[0] as string
})
beforeEach(async () => {
  app.advance(61_000)
  organiser = await createUser(app, company)
})
afterAll(() => app.close())

async function anEvent(confidential: boolean) {
  const body = {
    title: 'The June workshop',
    takes_place_on: app.now().toISOString().slice(0, 10),
    skill_ids: [skill],
    ends_at: new Date(app.now().getTime() + 72 * HOUR).toISOString(),
    confidential,
    idempotency_key: aKey(),
  }
  const made = (await app.call(organiser, events.createEvent, { body })).body
  return { id: made.id, token: made.link.split('/').at(-1) as string }
}

const answers = (words = {}) => [{ ...anAnswer(words), skill_id: skill }]
const answerAs = (who: TestUser, token: string) => app.call(who, events.answerEvent, { params: { token }, body: { answers: answers() } })
const aParticipant = (changes: object = {}) => ({
  first_name: 'Nora',
  last_name: 'Lindqvist',
  email: `nora-${++number}@partner.example`,
  locale: 'ar' as const,
  ...changes,
})
const answerAsGuest = (token: string, participant = aParticipant(), changes: object = {}) =>
  app.call(null, events.answerEventLink, { params: { token }, body: { participant, answers: answers(), ...changes } })
const read = async () => (await app.call(organiser, feedback.listAnswers)).body
const linkParams = (link: string | null) => {
  const [token, feedbackId] = (link ?? '').split('/').slice(-2) as [string, string]
  return { params: { token, feedbackId } }
}
/** What a page shows, without what is another for each link. */
const shape = (text: unknown) =>
  JSON.stringify(text)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '#')
    .replace(/guest-answer\/[\w-]{43}/g, 'guest-answer/#')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '@')

describe('an address that somebody types at an event', () => {
  test.each([false, true])(
    'keeps no colleague from answering logged in, nor the other way round (confidential: %s)',
    async (confidential) => {
      const [first, second] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
      const { token } = await anEvent(confidential)
      expect((await answerAsGuest(token, aParticipant({ email: first.email }))).status).toBe(200)
      expect((await answerAs(first, token)).status).toBe(200)
      expect((await answerAs(second, token)).status).toBe(200)
      expect((await answerAsGuest(token, aParticipant({ email: second.email }))).status).toBe(200)
    },
  )

  test('is shown to the organiser as not verified, and never as the colleague who has it', async () => {
    const giver = await createUser(app, company, { first_name: 'Oliver', last_name: 'Reed' })
    const { token } = await anEvent(false)
    await answerAsGuest(token, aParticipant({ email: giver.email, first_name: 'Oliver', last_name: 'Reed' }))
    const [typed] = (await read()).answers
    expect(typed).toMatchObject({ relation: 'outside', giver: { id: null, first_name: 'Oliver' }, unverified: true })
    expect((await app.call(organiser, newsfeed.listNews)).body.newsfeed).toMatchObject([{ kind: 'event_guest_answered' }])
    await answerAs(giver, token)
    const own = (await read()).answers.find((one) => one.giver.id === giver.id)
    expect(own).toMatchObject({ unverified: false })
  })

  test('somebody who was asked by mail is verified by it', async () => {
    const email = `asked-${++number}@partner.example`
    const sent = await app.call(organiser, feedback.createRequest, {
      body: { skill_ids: [skill], recipients: [{ email }], idempotency_key: aKey() },
    })
    const link = linkParams(sent.body.feedbacks[0]?.guest_link ?? null)
    await app.call(null, guest.guestAnswer, { ...link, body: anAnswer() })
    expect((await read()).answers).toMatchObject([{ unverified: false }])
  })
})

describe('at a confidential event', () => {
  test('every guest gets the same answer, whoever’s address they type, and learns nothing by taking it back', async () => {
    const [came, absent] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const known = aParticipant({ locale: 'es', first_name: 'Known' })
    await app.call(organiser, feedback.createRequest, {
      body: { skill_ids: [skill], recipients: [{ email: known.email, first_name: 'Known', locale: 'es' }], idempotency_key: aKey() },
    })
    const { token } = await anEvent(true)
    await answerAs(came, token)
    await answerAsGuest(token, known)
    const stopped = aParticipant()
    await app.call(organiser, feedback.createRequest, {
      body: { skill_ids: [skill], recipients: [{ email: stopped.email }], idempotency_key: aKey() },
    })
    await app.database.pool.query('update guests set stopped_at = now() where email = $1', [stopped.email])
    const probed = [aParticipant().email, came.email, absent.email, known.email, stopped.email, organiser.email]
    const seen = await Promise.all(
      probed.map(async (email) => {
        const who = aParticipant({ email, locale: 'de' })
        const first = await answerAsGuest(token, who)
        const again = await answerAsGuest(token, who)
        const link = linkParams(first.body.guest_link)
        const view = await app.call(null, guest.getGuestView, link)
        const deleted = await app.call(null, guest.guestDelete, link)
        const after = await answerAsGuest(token, who)
        return [first, again, view, deleted, after].map(({ status, body }) => shape([status, body]))
      }),
    )
    for (const [n, one] of seen.entries()) expect(one, probed[n]).toEqual(seen[0])
    expect(seen[0]?.[0]).toMatch(/^\[200/)
    expect((await answerAs(absent, token)).status).toBe(200)
  })

  test('no address, name or language of a guest is written down', async () => {
    const { token } = await anEvent(true)
    const who = aParticipant()
    expect((await answerAsGuest(token, who)).status).toBe(200)
    const { rows } = await app.database.pool.query('select from guests where email = $1', [who.email])
    expect(rows).toEqual([])
  })

  test('none is asked for either', async () => {
    const { token } = await anEvent(true)
    const body = { answers: answers(), locale: 'es' as const }
    const done = await app.call(null, events.answerEventLink, { params: { token }, body })
    expect(done.status).toBe(200)
    const view = await app.call(null, guest.getGuestView, linkParams(done.body.guest_link))
    expect(view.body).toMatchObject({ locale: 'es', guest: { first_name: '', last_name: '' } })
    const named = await app.call(null, events.answerEventLink, { params: { token: (await anEvent(false)).token }, body })
    expect([...refusal(named), named.body.fields]).toEqual([400, 'invalid_input', { participant: 'required' }])
  })

  test('a guest’s retry of a lost reply answers once, by a key that only they know', async () => {
    const { id, token } = await anEvent(true)
    const key = { idempotency_key: aKey() }
    const who = aParticipant()
    const replies = await Promise.all([1, 2, 3].map(() => answerAsGuest(token, who, key)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.guest_link)).size).toBe(1)
    expect(refusal(await answerAsGuest(token, who, { ...key, answers: answers({ rating: 2 }) }))).toEqual([409, 'idempotency_key_reused'])
    await answerAsGuest(token, who, { idempotency_key: aKey() })
    for (const giver of await createUsers(app, company, 3)) await answerAs(giver, token)
    expect((await app.call(organiser, events.getEvent, { params: { id } })).body.participants).toBe(5)
    expect((await read()).confidential).toMatchObject([{ n: 5 }])
  })

  test('the same key at a named event says the same again, too', async () => {
    const { token } = await anEvent(false)
    const key = { idempotency_key: aKey() }
    const who = aParticipant()
    const [one, two] = [await answerAsGuest(token, who, key), await answerAsGuest(token, who, key)]
    expect([two.status, two.body]).toEqual([200, one.body])
    expect((await read()).answers).toHaveLength(1)
  })

  test('two answers of one address count as two: fewer would tell that its owner came', async () => {
    const { id, token } = await anEvent(true)
    const [giver, ...others] = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
    const who = aParticipant({ email: giver.email })
    for (let i = 0; i < 2; i++) await answerAsGuest(token, who)
    for (const one of [giver, ...others]) await answerAs(one, token)
    expect((await app.call(organiser, events.getEvent, { params: { id } })).body.participants).toBe(5)
  })

  test('filling it does not show how many were there before: the last place is another for each event', async () => {
    const offers = Array.from({ length: 256 }, (_, secret) => guestPlaces(true, secret))
    expect([Math.min(...offers), new Set(offers).size]).toEqual([MAX_EVENT_GUESTS, 256])
    const { id, token } = await anEvent(true)
    await app.database.pool.query(
      `insert into recipients (company_id, id, request_id, token_hash, relation, created_at)
        select e.company_id, gen_random_uuid(), e.request_id, decode(md5(e.id::text || n), 'hex'), 'outside', now()
        from events e, generate_series(1, $2::int) n where e.id = $1`,
      [id, MAX_EVENT_GUESTS + MORE_EVENT_GUESTS],
    )
    expect(refusal(await answerAsGuest(token))).toEqual([409, 'event_full'])
  })
})
