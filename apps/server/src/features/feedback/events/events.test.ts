import { contacts } from '@reflet/contract/contacts'
import { DAY_MS } from '@reflet/contract/durations'
import { events, MAX_EVENT_DAYS } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../../test/expect-problem.ts'
import { aKey, anAnswer, createCompany, createUser, createUsers, type TestUser } from '../../../test/factories.ts'
import { eventToken } from '../../../test/requests.ts'
import { passTime, useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { company, camille } = useCompany(app, { camille: { last_name: 'Moreau', email: 'camille@nova.example' } })

const today = (days = 0) => new Date(app.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
const inDays = (days: number) => new Date(app.now().getTime() + days * DAY_MS).toISOString()

const anEvent = (changes: object = {}) => ({
  title: 'The June workshop',
  takes_place_on: today(),
  skill_ids: company.skillIds.slice(0, 2),
  ends_at: inDays(7),
  idempotency_key: aKey(),
  ...changes,
})

const create = (changes: object = {}, who = camille) => app.call(who, events.createEvent, { body: anEvent(changes) as never })
const lookAt = (event: { link: string }) =>
  app.call(null, events.getEventLink, { params: { token: eventToken(event) }, query: { locale: 'fr' } })
const answerAs = (who: TestUser, event: { link: string }, skill_id = company.skillIds[0] as string) =>
  app.call(who, events.answerEvent, { params: { token: eventToken(event) }, body: { answers: [{ ...anAnswer(), skill_id }] } })

describe('an event', () => {
  test('is created with a link that shows its questions, and no one’s address', async () => {
    const made = await create({ title: 'Retro' })
    expect(made.status).toBe(200)
    expect(made.body).toMatchObject({ title: 'Retro', is_open: true, closed_at: null, confidential: false, participants: 0 })
    expect(made.body.skills.map(({ id }) => id)).toEqual(company.skillIds.slice(0, 2))
    expect(made.body.link).toMatch(new RegExp(`^${app.url}/event/[\\w-]{43}$`))
    const { status, body } = await lookAt(made.body)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'Retro',
      takes_place_on: today(),
      is_open: true,
      organiser: { id: null, first_name: 'Camille', last_name: 'Moreau' },
      confidential: false,
      confidentiality_threshold: 3,
    })
    expect(body.skills.map(({ id }) => id)).toEqual(company.skillIds.slice(0, 2))
    expect(body.skills[0]?.name).not.toBe(made.body.skills[0]?.name)
    expect(JSON.stringify(body)).not.toContain('@')
    expect(JSON.stringify(body)).not.toContain(camille.id)
  })

  test('is unchanged by opening its link, however often', async () => {
    const made = (await create()).body
    const before = await app.call(camille, events.getEvent, { params: { id: made.id } })
    for (let i = 0; i < 4; i++) {
      await fetch(`${app.url}/api/event-links/${eventToken(made)}`, { method: 'HEAD' })
      expect((await lookAt(made)).status).toBe(200)
    }
    expect((await app.call(camille, events.getEvent, { params: { id: made.id } })).body).toEqual(before.body)
    const stored = await app.database.pool.query('select * from events where id = $1', [made.id])
    expect(JSON.stringify(stored.rows)).not.toContain(eventToken(made))
  })

  test('is created once per key, also concurrently', async () => {
    const body = anEvent({ title: 'Once' })
    const both = await Promise.all([app.call(camille, events.createEvent, { body }), app.call(camille, events.createEvent, { body })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0].body.id).toBe(both[1].body.id)
    expectProblem(await app.call(camille, events.createEvent, { body: { ...body, title: 'Twice' } }), 409, 'idempotency_key_reused')
    const rows = await app.database.pool.query(
      'select 1 from requests r join events e on e.request_id = r.id where e.idempotency_key = $1',
      [body.idempotency_key],
    )
    expect(rows.rows).toHaveLength(1)
  })

  test('ends in the future, not before its day, and not long after it', async () => {
    expectProblem(await create({ ends_at: inDays(-0.01) }), 422, 'event_ends_in_past')
    expectProblem(await create({ takes_place_on: today(-100), ends_at: inDays(-1) }), 422, 'event_ends_in_past')
    expectProblem(await create({ ends_at: inDays(MAX_EVENT_DAYS + 3) }), 422, 'event_ends_too_late')
    expectProblem(await create({ takes_place_on: today(-60), ends_at: inDays(MAX_EVENT_DAYS - 55) }), 422, 'event_ends_too_late')
    expect((await create({ ends_at: inDays(MAX_EVENT_DAYS - 1) })).status).toBe(200)
    const early = await create({ takes_place_on: today(30), ends_at: inDays(20) })
    expectProblem(early, 400, 'invalid_input', { fields: { ends_at: 'before_event' } })
    expectProblem(await create({ takes_place_on: '2026-02-30' }), 400, 'invalid_input')
    expectProblem(await create({ takes_place_on: 'tomorrow' }), 400, 'invalid_input')
    expectProblem(await create({ takes_place_on: '9999-12-31', ends_at: '9999-12-31T23:59:59Z' }), 400, 'invalid_input')
  })

  test('accepts only skills of the company, and strips invisible characters from its title', async () => {
    const other = await createCompany(app)
    expectProblem(await create({ skill_ids: [other.skillIds[0]] }), 404, 'not_found')
    expect((await create({ title: '\u200b' })).status).toBe(400)
    expect((await create({ skill_ids: [company.skillIds[0], company.skillIds[0]] })).status).toBe(400)
    expect((await create({ skill_ids: company.skillIds.slice(0, 6) })).status).toBe(400)
    const rows = await app.database.pool.query(
      'select 1 from requests r left join events e on e.request_id = r.id where r.kind = $1 and e.id is null',
      ['event'],
    )
    expect(rows.rows, 'no request without its event').toEqual([])
  })

  test('is not among the sent requests', async () => {
    const made = (await create()).body
    expect((await app.call(camille, feedback.listRequests)).body.requests).toEqual([])
    const { rows } = await app.database.pool.query('select request_id from events where id = $1', [made.id])
    const params = { id: rows[0].request_id }
    for (const endpoint of [feedback.getRequest, feedback.cancelRequest, feedback.remindRequest])
      expect((await app.call(camille, endpoint, { params })).status).toBe(404)
  })

  test('is listed newest first, page by page', async () => {
    const organiser = await createUser(app, company)
    const made: string[] = []
    for (let i = 0; i < 23; i++) made.unshift((await create({ title: `Event ${i}` }, organiser)).body.id)
    const first = await app.call(organiser, events.listEvents)
    const second = await app.call(organiser, events.listEvents, { query: { cursor: first.body.next_cursor as string } })
    expect([...first.body.events, ...second.body.events].map(({ id }) => id)).toEqual(made)
    expect(second.body.next_cursor).toBeNull()
  })
})

describe('its organiser', () => {
  const update = (id: string, body: object) => app.call(camille, events.updateEvent, { params: { id }, body })

  test('renames it, also on answers given before', async () => {
    const giver = await createUser(app, company)
    const made = (await create({ title: 'Wrokshop' })).body
    expect((await answerAs(giver, made)).status).toBe(200)
    expect((await update(made.id, { title: 'Workshop' })).body.title).toBe('Workshop')
    expect((await lookAt(made)).body.title).toBe('Workshop')
    const stored = await app.database.pool.query('select e::text from events e where id = $1', [made.id])
    expect(JSON.stringify(stored.rows), 'encrypted').not.toContain('shop')
    const given = (await app.call(giver, feedback.listRequestsToAnswer, { query: { status: 'answered' } })).body.groups
    expect(given).toMatchObject([{ context: 'Workshop', kind: 'event', requester: { id: camille.id } }])
    const received = (await app.call(camille, feedback.listAnswers)).body.answers
    expect(received[0]).toMatchObject({ context: 'Workshop', kind: 'event', giver: { id: giver.id } })
  })

  test('closes it and reopens it before its end', async () => {
    const [first, second] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const made = (await create()).body
    const closed = (await update(made.id, { closed: true })).body
    expect(closed).toMatchObject({ is_open: false })
    expect((await update(made.id, { closed: true })).body.closed_at, 'closing again changes nothing').toBe(closed.closed_at)
    expect((await lookAt(made)).body.is_open).toBe(false)
    expectProblem(await answerAs(first, made), 409, 'event_closed')
    expect((await update(made.id, { title: 'Still closed' })).body.is_open).toBe(false)
    expect((await update(made.id, { closed: false })).body).toMatchObject({ is_open: true, closed_at: null, participants: 0 })
    expect((await answerAs(second, made)).status).toBe(200)
  })

  test('moves the end by the same rules as at creation', async () => {
    const made = (await create({ ends_at: inDays(2) })).body
    const later = inDays(20)
    expect((await update(made.id, { ends_at: later })).body.ends_at).toBe(later)
    expectProblem(await update(made.id, { ends_at: inDays(-1) }), 422, 'event_ends_in_past')
    expectProblem(await update(made.id, { ends_at: inDays(MAX_EVENT_DAYS + 3) }), 422, 'event_ends_too_late')
    expect((await app.call(camille, events.getEvent, { params: { id: made.id } })).body.ends_at, 'a refusal changes nothing').toBe(later)
  })
})

describe('the end of an event', () => {
  test('closes it automatically; the link says so for a day, then it has expired', async () => {
    const giver = await createUser(app, company)
    const made = (await create({ ends_at: inDays(1) })).body
    app.advance(DAY_MS + 1000)
    await passTime(app, 0, giver, camille)
    expect((await lookAt(made)).body).toMatchObject({ is_open: false })
    expectProblem(await answerAs(giver, made), 409, 'event_closed')
    const reopened = await app.call(camille, events.updateEvent, { params: { id: made.id }, body: { closed: false } })
    expectProblem(reopened, 422, 'event_ends_in_past')
    app.advance(DAY_MS)
    expectProblem(await lookAt(made), 410, 'gone')
    expect((await app.call(camille, events.getEvent, { params: { id: made.id } })).body.is_open, 'its organiser keeps it').toBe(false)
    const moved = await app.call(camille, events.updateEvent, { params: { id: made.id }, body: { ends_at: inDays(3) } })
    expect(moved.body.is_open).toBe(true)
    expect((await lookAt(made)).status).toBe(200)
  })

  test('a link can be opened up to 300 times a minute', async () => {
    const { body: made } = await create()
    const statuses: number[] = []
    app.advance(61_000)
    for (let i = 0; i < 302; i++) statuses.push((await lookAt(made)).status)
    expect(statuses).toEqual([...Array(300).fill(200), 429, 429])
    app.advance(61_000)
  })

  test('suggestions do not reveal who participated', async () => {
    const organiser = await createUser(app, company)
    const [joined, other] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    for (const { id } of [joined, other]) {
      await app.call(organiser, contacts.addContacts, { params: { userId: '1' }, body: { contacts: [{ user_id: id }] } })
    }
    const suggested = async () =>
      (await app.call(organiser, people.suggestPeople, { params: { userId: '1' } })).body.suggestions.map(({ user_id }) => user_id).sort()
    const before = await suggested()
    expect(before).toEqual([joined.id, other.id].sort())
    const made = (await create({ confidential: true }, organiser)).body
    expect((await answerAs(joined, made)).status).toBe(200)
    expect(await suggested()).toEqual(before)
  })
})
