import { feedback } from '@reflet/contract/feedback'
import { MAX_RECURRENCES, type RecurrencePatch, recurrences } from '@reflet/contract/recurrences'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rows } from '../../../db/index.ts'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { aKey, createCompany, createUser, createUsers, type TestCompany, type TestUser } from '../../../test/factories.ts'

const DAY = 86_400_000
let app: TestApp
let company: TestCompany
let me: TestUser
let pool: TestUser[]

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  me = await createUser(app, company)
  pool = await createUsers(app, company, 4)
})

/** So many days from now, where everybody here lives. */
const day = (days: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(app.now().getTime() + days * DAY)
const plan = (changes: object = {}) => ({
  skill_ids: company.skillIds.slice(0, 2),
  pool: pool.map(({ id }) => ({ user_id: id })),
  every: { unit: 'week' as const, count: 2 },
  per_round: 2,
  starts_on: day(3),
  ends: { rounds: 10 },
  ...changes,
})
const body = (changes: object = {}) => ({ ...plan(changes), idempotency_key: aKey(), ...changes })
const create = (changes: object = {}, who = me) => app.call(who, recurrences.createRecurrence, { body: body(changes) })
const created = async (changes: object = {}) => {
  const reply = await create(changes)
  expect(reply.status, reply.body.code).toBe(200)
  return reply.body
}
const patch = (id: string, changes: Partial<RecurrencePatch>, who = me) =>
  app.call(who, recurrences.updateRecurrence, { params: { id }, body: changes as never })
const preview = (changes: object = {}, who = me) => {
  const { skill_ids: _, ...rest } = plan(changes)
  return app.call(who, recurrences.previewRecurrence, { body: { ...rest, ...changes } as never })
}
const list = async (cursor?: string) => (await app.call(me, recurrences.listRecurrences, { query: cursor ? { cursor } : {} })).body
const stored = async () => (await list()).recurrences
const idsOf = (members: readonly { user_id: string | null }[] = []) => members.map(({ user_id }) => user_id)
const ids = (...places: number[]) => places.map((place) => pool[place]?.id)

describe('asking regularly', () => {
  test('is kept as it was planned, with the next three rounds', async () => {
    const made = await created({ context: 'Weekly meeting', message: 'Thank you!', per_round: 3 })
    expect(made).toMatchObject({
      state: 'active',
      every: { unit: 'week', count: 2 },
      per_round: 3,
      starts_on: day(3),
      ends: { rounds: 10 },
      context: 'Weekly meeting',
      message: 'Thank you!',
      confidential: false,
      rounds_sent: 0,
      last_round_at: null,
    })
    expect(made.skills.map(({ id }) => id)).toEqual(company.skillIds.slice(0, 2))
    expect(made.pool).toMatchObject(pool.map(({ id, email }) => ({ user_id: id, email, open_requests: 0, asked_at: null })))
    expect(made.next_rounds.map(({ members }) => idsOf(members))).toEqual([ids(0, 1, 2), ids(3, 0, 1), ids(2, 3, 0)])
    expect(made.next_rounds[0]?.at.slice(0, 10) ?? '').toBeOneOf([day(3), day(4), day(5)])
    expect(await stored()).toEqual([made])
    expect((await list()).recurrences[0]?.id).toBe(made.id)
  })

  test('words are sealed', async () => {
    await created({ context: 'Sealed context', message: 'Sealed message' })
    const kept = await rows(app.database.db, sql`select * from recurrences where owner_id = ${me.id}`)
    expect(JSON.stringify(kept)).not.toContain(Buffer.from('Sealed').toString('hex'))
    expect(JSON.stringify(kept)).not.toContain('Sealed')
  })

  test('happens once for a key, and the key belongs to one plan', async () => {
    const idempotency_key = aKey()
    const [one, two] = await Promise.all([create({ idempotency_key }), create({ idempotency_key })])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(two.body).toEqual(one.body)
    expect(await stored()).toHaveLength(1)
    expect((await create({ idempotency_key, per_round: 1 })).body.code).toBe('idempotency_key_reused')
    const other = await createUser(app, company)
    expect((await create({ idempotency_key, per_round: 1 }, other)).status, 'somebody else’s key is another').toBe(200)
  })

  test('takes an address of a colleague as that colleague, and each person once', async () => {
    const [ann, bob] = pool as [TestUser, TestUser]
    const made = await created({
      pool: [
        { email: ann.email.toUpperCase(), first_name: 'Typed' },
        { user_id: bob.id },
        { user_id: ann.id },
        { email: 'guest@partner.example', first_name: 'Gus', locale: 'de' },
        { email: 'GUEST@partner.example' },
      ],
    })
    expect(idsOf(made.pool)).toEqual([ann.id, bob.id, null])
    expect(made.pool[0]?.first_name).not.toBe('Typed')
    expect(made.pool[2]).toMatchObject({ email: 'guest@partner.example', first_name: 'Gus', open_requests: 0 })
  })

  test('knows a colleague who came later under an address', async () => {
    const made = await created({ pool: [{ email: 'later@partner.example', first_name: 'Typed' }, { user_id: pool[0]?.id }] })
    expect(made.pool[0]).toMatchObject({ user_id: null, first_name: 'Typed' })
    const later = await createUser(app, company, { email: 'later@partner.example', first_name: 'Own' })
    expect((await stored())[0]?.pool[0]).toMatchObject({ user_id: later.id, first_name: 'Own' })
  })

  test.each([
    ['myself', () => ({ pool: [{ user_id: me.id }, ...plan().pool] }), 'cannot_ask_yourself'],
    ['myself by address', () => ({ pool: [{ email: me.email }, ...plan().pool] }), 'cannot_ask_yourself'],
    ['more a round than there are', () => ({ per_round: 5 }), 'per_round_exceeds_pool'],
    [
      'more than there are when each counts once',
      () => ({ pool: [{ user_id: pool[0]?.id }, { email: pool[0]?.email }] }),
      'per_round_exceeds_pool',
    ],
    ['confidentially too few at a time', () => ({ confidential: true }), 'confidential_needs_more_people'],
    ['since yesterday', () => ({ starts_on: day(-1) }), 'starts_in_past'],
    ['in a year that no calendar here knows', () => ({ starts_on: '9999-12-20' }), 'invalid_input'],
    ['until such a year', () => ({ ends: { date: '9999-12-31' } }), 'invalid_input'],
    ['until before the start', () => ({ ends: { date: day(2) } }), 'ends_before_start'],
    ['an unknown colleague', () => ({ pool: [{ user_id: company.id }, ...plan().pool] }), 'not_found'],
    ['about an unknown skill', () => ({ skill_ids: [company.id] }), 'not_found'],
  ])('is refused: %s', async (_what, changes, code) => {
    expect((await create(changes())).body.code).toBe(code)
    expect(await stored()).toEqual([])
    if (code !== 'confidential_needs_more_people' && !('skill_ids' in changes())) {
      expect((await preview(changes())).body.code).toBe(code)
    }
  })

  test('of another company’s people and skills does not exist', async () => {
    const foreign = await createCompany(app)
    const [stranger] = (await createUsers(app, foreign, 1)) as [TestUser]
    expect((await create({ pool: [{ user_id: stranger.id }, ...plan().pool] })).body.code).toBe('not_found')
    expect((await create({ skill_ids: foreign.skillIds.slice(0, 1) })).body.code).toBe('not_found')
  })

  test('confidentially needs as many a round as must answer', async () => {
    expect((await create({ confidential: true, per_round: 3 })).body.confidential).toBe(true)
    const careful = await createCompany(app, { threshold: 4 })
    me = await createUser(app, careful)
    pool = await createUsers(app, careful, 4)
    const skill_ids = careful.skillIds.slice(0, 1)
    expect((await create({ confidential: true, per_round: 3, skill_ids })).body.code).toBe('confidential_needs_more_people')
  })

  test('today is possible, and leaves as soon as it may', async () => {
    const made = await created({ starts_on: day(0) })
    expect(Date.parse(made.next_rounds[0]?.at ?? '')).toBeGreaterThan(app.now().getTime() - 60_000)
  })

  test('goes on at most twenty times at once', async () => {
    for (let i = 0; i < MAX_RECURRENCES; i++) await created()
    expect((await create()).body.code).toBe('too_many_recurrences')
    const [first] = await stored()
    const id = first?.id as string
    expect((await patch(id, { paused: true })).body.state).toBe('paused')
    const more = await created()
    expect((await patch(id, { paused: false })).body.code).toBe('too_many_recurrences')
    await app.call(me, recurrences.deleteRecurrence, { params: { id: more.id } })
    expect((await patch(id, { paused: false })).body.state).toBe('active')
  })

  test('is listed page by page: what goes on first, then what has ended, newest first', async () => {
    const made = []
    for (let i = 0; i < 23; i++) {
      const { id } = await created()
      made.unshift(id)
      if (i % 3 === 0) await app.call(me, recurrences.deleteRecurrence, { params: { id } })
    }
    await patch(made[0] as string, { paused: true })
    const one = await list()
    const two = await list(one.next_cursor ?? '')
    expect([one.recurrences.length, two.recurrences.length, two.next_cursor]).toEqual([20, 3, null])
    const all = [...one.recurrences, ...two.recurrences]
    const open = made.filter((_, place) => (22 - place) % 3 !== 0)
    expect(all.map(({ id }) => id)).toEqual([...open, ...made.filter((id) => !open.includes(id))])
    expect(all.map(({ state }) => state)).toEqual(['paused', ...Array(14).fill('active'), ...Array(8).fill('ended')])
  })
})

describe('the preview', () => {
  test('says what a plan will be, and stores nothing', async () => {
    const { rounds } = (await preview()).body
    expect(await stored()).toEqual([])
    expect(
      await rows(app.database.db, sql`select from recurrence_members m join users u on u.id = m.user_id where u.id = ${pool[0]?.id}`),
    ).toEqual([])
    expect(rounds.map(({ members }) => idsOf(members))).toEqual([ids(0, 1), ids(2, 3), ids(0, 1)])
    expect((await created()).next_rounds).toEqual(rounds)
  })

  test('shows fewer where the end comes before', async () => {
    expect((await preview({ ends: { rounds: 2 } })).body.rounds).toHaveLength(2)
    expect((await preview({ ends: { date: day(20) } })).body.rounds).toHaveLength(2)
  })

  test('skips whoever is busy now', async () => {
    const [busy] = pool as [TestUser]
    for (let i = 0; i < 4; i++) await ask(await createUser(app, company), [busy])
    const { rounds } = (await preview()).body
    expect(rounds.map(({ members }) => idsOf(members))).toEqual([ids(1, 2), ids(0, 3), ids(1, 2)])
  })

  test('of a change keeps whose turn it is, and is nobody else’s', async () => {
    const made = await created()
    await app.database.db.execute(
      sql`update recurrence_members set asked_at = ${app.now()}::timestamptz + position * interval '1 millisecond'
        where recurrence_id = ${made.id} and user_id in (${pool[0]?.id}, ${pool[1]?.id})`,
    )
    const changed = await preview({ recurrence_id: made.id, per_round: 3 })
    expect(changed.body.rounds.map(({ members }) => idsOf(members))).toEqual([ids(2, 3, 0), ids(1, 2, 3), ids(0, 1, 2)])
    expect((await preview({ recurrence_id: made.id }, await createUser(app, company))).body.code).toBe('not_found')
  })
})

const ask = (from: TestUser, to: TestUser[], confidential = false) =>
  app.call(from, feedback.createRequest, {
    body: {
      skill_ids: company.skillIds.slice(0, 1),
      recipients: to.map(({ id }) => ({ user_id: id })),
      confidential,
      idempotency_key: aKey(),
    },
  })

describe('a change', () => {
  test('replaces what it names and leaves the rest', async () => {
    const made = await created({ context: 'Before', message: 'Before' })
    const skill_ids = company.skillIds.slice(3, 4)
    const changed = await patch(made.id, { skill_ids: [...skill_ids], message: null, per_round: 1, ends: { date: day(200) } })
    expect(changed.body).toMatchObject({ context: 'Before', message: null, per_round: 1, ends: { date: day(200) }, every: made.every })
    expect(changed.body.skills.map(({ id }) => id)).toEqual(skill_ids)
    expect(idsOf(changed.body.pool)).toEqual(idsOf(made.pool))
    expect(changed.body.next_rounds.map(({ at }) => at)).toEqual(made.next_rounds.map(({ at }) => at))
  })

  test('of the pool keeps the turn of whoever stays', async () => {
    const made = await created()
    await app.database.db.execute(sql`update recurrence_members set asked_at = '2026-01-01' where recurrence_id = ${made.id}`)
    const [newcomer] = (await createUsers(app, company, 1)) as [TestUser]
    const changed = await patch(made.id, {
      pool: [{ user_id: newcomer.id }, { email: pool[2]?.email as string }, { user_id: pool[0]?.id as string }],
    })
    expect(idsOf(changed.body.pool)).toEqual([newcomer.id, ...ids(2, 0)])
    expect(changed.body.pool.map(({ asked_at }) => asked_at === null)).toEqual([true, false, false])
    expect(idsOf(changed.body.next_rounds[0]?.members)).toEqual([newcomer.id, ...ids(2)])
  })

  test('of the pool keeps the language of an outsider', async () => {
    const gus = { email: 'gus@partner.example' }
    const made = await created({ pool: [{ ...gus, locale: 'de' }, { user_id: pool[0]?.id }] })
    await patch(made.id, { pool: [gus, { user_id: pool[1]?.id as string }] })
    const kept = await rows(
      app.database.db,
      sql`select email, locale from recurrence_members where recurrence_id = ${made.id} and email is not null`,
    )
    expect(kept).toEqual([{ ...gus, locale: 'de' }])
  })

  test('is refused like a plan', async () => {
    const made = await created()
    const refused = async (changes: Partial<RecurrencePatch>) => (await patch(made.id, changes)).body.code
    expect(await refused({ per_round: 5 })).toBe('per_round_exceeds_pool')
    expect(await refused({ pool: [{ user_id: pool[0]?.id as string }] })).toBe('per_round_exceeds_pool')
    expect(await refused({ pool: [{ user_id: me.id }] })).toBe('cannot_ask_yourself')
    expect(await refused({ skill_ids: [me.id] })).toBe('not_found')
    expect(await refused({ ends: { date: day(1) } })).toBe('ends_before_start')
    expect(await stored()).toEqual([made])
    const confidential = await created({ confidential: true, per_round: 3 })
    expect((await patch(confidential.id, { per_round: 2 })).body.code).toBe('confidential_needs_more_people')
  })

  test('pauses, and resumes with the next date to come', async () => {
    const made = await created()
    expect((await patch(made.id, { paused: true })).body).toMatchObject({ state: 'paused', next_rounds: [] })
    expect((await patch(made.id, { paused: false })).body).toEqual(made)
    expect((await patch(made.id, { paused: false })).body, 'again').toEqual(made)
  })

  test('does not resume what would have ended meanwhile, unless the end is moved', async () => {
    const made = await created({ ends: { date: day(10) } })
    await patch(made.id, { paused: true })
    app.advance(12 * DAY)
    expect((await patch(made.id, { paused: false })).body.code).toBe('ends_before_start')
    expect((await patch(made.id, { message: 'Still there' })).body.state).toBe('paused')
    expect((await patch(made.id, { paused: false, ends: { date: day(30) } })).body.state).toBe('active')
  })

  test('is not possible after the end', async () => {
    const made = await created()
    const stop = () => app.call(me, recurrences.deleteRecurrence, { params: { id: made.id } })
    expect([(await stop()).status, (await stop()).status]).toEqual([200, 200])
    expect(await stored()).toMatchObject([{ id: made.id, state: 'ended', next_rounds: [] }])
    expect((await patch(made.id, { paused: true })).body.code).toBe('recurrence_ended')
  })

  test('is the owner’s alone', async () => {
    const made = await created()
    const [colleague] = pool as [TestUser]
    expect((await patch(made.id, { paused: true }, colleague)).status).toBe(404)
    expect((await app.call(colleague, recurrences.deleteRecurrence, { params: { id: made.id } })).status).toBe(404)
    expect(await stored()).toEqual([made])
  })
})
