import { contacts } from '@reflet/contract/contacts'
import { HOUR_MS } from '@reflet/contract/durations'
import { events, MAX_EVENT_GUESTS } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { newsfeed } from '@reflet/contract/newsfeed'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventCalls } from '../../../test/events.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { anAnswer, createUser } from '../../../test/factories.ts'
import { ask } from '../../../test/requests.ts'
import { useCompany, usePeoplePerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app)
const { organiser } = usePeoplePerTest(app, company, ['organiser'])
const { anEvent, about, answerAs, aParticipant, answerAsGuest, read, countOf, linkParams } = eventCalls(app, company, organiser)
let number = 0
let skill: string
let other: string

beforeAll(async () => {
  ;[skill, other] = company.skillIds as [string, string]
})
// The limit on opening links is tested elsewhere.
beforeEach(() => app.advance(61_000))

describe('a guest', () => {
  test('answers, and edits or withdraws by a link of their own', async () => {
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

  test('may answer again after withdrawing, and no link outlives its day', async () => {
    const { token } = await anEvent()
    const who = aParticipant()
    const first = linkParams((await answerAsGuest(token, who)).body.guest_link)
    expectProblem(await answerAsGuest(token, who), 409, 'already_answered')
    await app.call(null, guest.guestDelete, first)
    const again = await answerAsGuest(token, who, [about(skill, { keep: 'Second thoughts' })])
    expect(again.status).toBe(200)
    expect((await read()).answers).toMatchObject([{ keep: 'Second thoughts' }])
    app.advance(25 * HOUR_MS)
    expectProblem(await app.call(null, guest.getGuestView, linkParams(again.body.guest_link)), 410, 'gone')
  })

  test('answers each skill once per address, ignoring case; each time with a new link', async () => {
    const { id, token } = await anEvent()
    const who = aParticipant({ email: 'Same@Partner.example' })
    const first = await answerAsGuest(token, who)
    expectProblem(await answerAsGuest(token, { ...who, email: 'same@partner.EXAMPLE', first_name: 'Other' }), 409, 'already_answered')
    const rest = await answerAsGuest(token, who, [about(skill, { rating: 1 }), about(other)])
    expect(rest.body.answered).toEqual([other])
    const seen = await app.call(null, guest.getGuestView, linkParams(rest.body.guest_link))
    const shown = seen.body.feedbacks.map((item) => item.skill.id)
    expect(shown, 'an address opens nothing of before').toEqual([other])
    const crossed = { ...linkParams(rest.body.guest_link).params, token: linkParams(first.body.guest_link).params.token }
    expect((await app.call(null, guest.getGuestView, { params: crossed })).status).toBe(404)
    expect(await countOf(id), 'one person').toBe(1)
  })

  test('neither renames a known person with that address, nor learns their name', async () => {
    const known = { email: `known-${++number}@partner.example`, first_name: 'Known', last_name: 'Person', locale: 'es' as const }
    const asked = await ask(app, organiser, known, { skill_ids: [skill] })
    const { token } = await anEvent()
    const done = await answerAsGuest(token, aParticipant({ email: known.email, first_name: 'Imposter' }))
    const view = await app.call(null, guest.getGuestView, linkParams(done.body.guest_link))
    expect(JSON.stringify(view.body)).not.toMatch(/Known|Person/)
    expect((await read()).answers[0]?.giver.first_name, 'the name that was typed, for this answer only').toBe('Imposter')
    const { body } = await app.call(organiser, feedback.getRequest, { params: { id: asked.id } })
    expect(body.feedbacks[0]?.recipient).toMatchObject({ first_name: 'Known', last_name: 'Person', locale: 'es' })
  })

  test('is external whatever address they type, adds nothing to its owner’s account, and cannot type the organiser’s', async () => {
    const giver = await createUser(app, company)
    const { token } = await anEvent()
    const chair = { email: 'chair@outside.example', relation: 'superior' as const }
    await app.call(organiser, contacts.addContacts, { params: { userId: '1' }, body: { contacts: [chair] } })
    for (const email of [chair.email, giver.email]) expect((await answerAsGuest(token, aParticipant({ email }))).status).toBe(200)
    expect((await read()).answers.map(({ relation }) => relation)).toEqual(['outside', 'outside'])
    expect((await app.call(giver, feedback.listRequestsToAnswer, { query: { status: 'answered' } })).body.groups).toEqual([])
    expectProblem(await answerAsGuest(token, aParticipant({ email: organiser.email })), 422, 'cannot_answer_yourself')
  })

  test('is refused when the event is full; a colleague is not', async () => {
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
    expectProblem(await answerAsGuest(token), 409, 'event_full')
    expectProblem(await answerAsGuest(token, last), 409, 'already_answered', { because: 'a retry gets its own code' })
    expect((await answerAs(giver, token)).status).toBe(200)
    expect((await answerAsGuest((await anEvent()).token)).status, 'another event').toBe(200)
  })

  test('needs a name and an address, and an open event', async () => {
    const { id, token } = await anEvent()
    for (const bad of [{ first_name: ' ' }, { last_name: '' }, { email: 'nora@' }]) {
      expectProblem(await answerAsGuest(token, aParticipant(bad)), 400, 'invalid_input')
    }
    await app.call(organiser, events.updateEvent, { params: { id }, body: { closed: true } })
    expectProblem(await answerAsGuest(token), 409, 'event_closed')
  })
})
