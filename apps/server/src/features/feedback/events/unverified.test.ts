import { account } from '@reflet/contract/account'
import { events, MAX_EVENT_GUESTS, MORE_EVENT_GUESTS } from '@reflet/contract/events'
import { guest } from '@reflet/contract/guest'
import { newsfeed } from '@reflet/contract/newsfeed'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventCalls } from '../../../test/events.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { aKey, anAnswer, createUser, createUsers, type TestUser } from '../../../test/factories.ts'
import { ask, mailedParams } from '../../../test/requests.ts'
import { useCompany, usePeoplePerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { guestPlaces } from './events.policy.ts'

const app = useTestApp()
const { company } = useCompany(app)
const { organiser } = usePeoplePerTest(app, company, ['organiser'])
const event = eventCalls(app, company, organiser)
const { answerAs, aParticipant, read, linkParams } = event
let skill: string
let number = 0

beforeAll(async () => {
  skill = company.skillIds[0] as string
})
beforeEach(() => app.advance(61_000))

const anEvent = (confidential: boolean) => event.anEvent({ confidential, skill_ids: [skill] })

const answers = (words = {}) => [{ ...anAnswer(words), skill_id: skill }]
const answerAsGuest = (token: string, participant = aParticipant(), changes: object = {}) =>
  app.call(null, events.answerEventLink, { params: { token }, body: { participant, answers: answers(), ...changes } })
/** What a page shows, without what differs for each link. */
const shape = (text: unknown) =>
  JSON.stringify(text)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '#')
    .replace(/guest-answer\/[\w-]{43}/g, 'guest-answer/#')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '@')

describe('an unverified address at an event', () => {
  test.each([false, true])(
    'does not prevent the colleague from answering logged in, nor the reverse (confidential: %s)',
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

  test('stays so when the address is forgotten, unlike the answer of the colleague whose account is deleted', async () => {
    const giver = await createUser(app, company)
    const { token } = await anEvent(false)
    await answerAsGuest(token, aParticipant({ email: giver.email }))
    await answerAs(giver, token)
    expect((await app.call(giver, account.deleteUser)).status).toBe(200)
    const left = (await read()).answers.map(({ relation, unverified }) => [relation, unverified])
    expect(left.sort()).toEqual([
      ['coworker', false],
      ['outside', true],
    ])
  })

  test('is verified for a person who was asked by mail', async () => {
    const email = `asked-${++number}@partner.example`
    const sent = await ask(app, organiser, { email }, { skill_ids: [skill] })
    await app.call(null, guest.guestAnswer, { params: mailedParams(app, sent.feedbacks[0]), body: anAnswer() })
    expect((await read()).answers).toMatchObject([{ unverified: false }])
  })
})

describe('at a confidential event', () => {
  test('every guest gets the same reply, whatever address they type, and learns nothing by withdrawing', async () => {
    const [came, absent] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const known = aParticipant({ locale: 'es', first_name: 'Known' })
    await ask(app, organiser, { email: known.email, first_name: 'Known', locale: 'es' }, { skill_ids: [skill] })
    const { token } = await anEvent(true)
    await answerAs(came, token)
    await answerAsGuest(token, known)
    const stopped = aParticipant()
    await ask(app, organiser, { email: stopped.email }, { skill_ids: [skill] })
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

  test('no address or name is required, and none that is given is stored', async () => {
    const { token } = await anEvent(true)
    const who = aParticipant()
    expect((await answerAsGuest(token, who)).status).toBe(200)
    const body = { answers: answers(), locale: 'es' as const }
    const done = await app.call(null, events.answerEventLink, { params: { token }, body })
    expect(done.status).toBe(200)
    const view = await app.call(null, guest.getGuestView, linkParams(done.body.guest_link))
    expect(view.body).toMatchObject({ locale: 'es', guest: { first_name: '', last_name: '' } })
    const named = await app.call(null, events.answerEventLink, { params: { token: (await anEvent(false)).token }, body })
    expectProblem(named, 400, 'invalid_input', { fields: { participant: 'required' } })
    const { rows } = await app.database.pool.query('select from guests where email = $1', [who.email])
    expect(rows).toEqual([])
  })

  test('a guest’s retry of a lost reply answers once, by an idempotency key', async () => {
    const { id, token } = await anEvent(true)
    const [giver, ...others] = (await createUsers(app, company, 3)) as [TestUser, ...TestUser[]]
    const key = { idempotency_key: aKey() }
    const who = aParticipant({ email: giver.email })
    const replies = await Promise.all([1, 2, 3].map(() => answerAsGuest(token, who, key)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.guest_link)).size).toBe(1)
    expectProblem(await answerAsGuest(token, who, { ...key, answers: answers({ rating: 2 }) }), 409, 'idempotency_key_reused')
    await answerAsGuest(token, who, { idempotency_key: aKey() })
    for (const one of [giver, ...others]) await answerAs(one, token)
    expect(await event.countOf(id), 'two answers of one address, the same as a colleague’s, count as two').toBe(5)
    expect((await read()).confidential).toMatchObject([{ n: 5 }])
    const named = (await anEvent(false)).token
    const [one, two] = [await answerAsGuest(named, who, key), await answerAsGuest(named, who, key)]
    expect([two.status, two.body], 'at a named event, too').toEqual([200, one.body])
    expect((await read()).answers).toHaveLength(1)
  })

  test('filling it does not reveal the number before: the maximum is different for each event', async () => {
    const offers = Array.from({ length: 256 }, (_, secret) => guestPlaces(true, secret))
    expect([Math.min(...offers), new Set(offers).size]).toEqual([MAX_EVENT_GUESTS, 256])
    const { id, token } = await anEvent(true)
    await app.database.pool.query(
      `insert into recipients (company_id, id, request_id, token_hash, relation, created_at)
        select e.company_id, gen_random_uuid(), e.request_id, decode(md5(e.id::text || n), 'hex'), 'outside', now()
        from events e, generate_series(1, $2::int) n where e.id = $1`,
      [id, MAX_EVENT_GUESTS + MORE_EVENT_GUESTS],
    )
    expectProblem(await answerAsGuest(token), 409, 'event_full')
  })
})
