import { errorStatus } from '@reflet/contract/errors'
import { MAX_RECURRENCES, recurrences } from '@reflet/contract/recurrences'
import { describe, expect, test } from 'vitest'
import { rows, sql } from '../../../db/index.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { aKey, createCompany, createUser, createUsers, type TestUser } from '../../../test/factories.ts'
import { useRecurrences } from '../../../test/recurrences.ts'
import { useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app)
const { company: foreign, stranger } = useCompany(app, ['stranger'])
const { me, pool, day, plan, create, created, patch, preview, list, stored, idsOf, ids } = useRecurrences(app, company)

describe('a recurring request', () => {
  test('is stored as planned, with the next three rounds', async () => {
    const changes = { context: 'Weekly meeting', message: 'Thank you!', per_round: 3 }
    const made = await created(changes)
    const { skill_ids, pool: _, ...planned } = plan(changes)
    expect(made).toMatchObject({ ...planned, state: 'active', confidential: false, rounds_sent: 0, last_round_at: null })
    expect(made.skills.map(({ id }) => id)).toEqual(skill_ids)
    expect(made.pool).toMatchObject(pool.map(({ id, email }) => ({ user_id: id, email, open_requests: 0, asked_at: null })))
    expect(made.next_rounds.map(({ members }) => idsOf(members))).toEqual([ids(0, 1, 2), ids(3, 0, 1), ids(2, 3, 0)])
    expect(made.next_rounds[0]?.at.slice(0, 10) ?? '').toBeOneOf([day(3), day(4), day(5)])
    expect(await stored()).toEqual([made])
  })

  test('is created once per idempotency key, and the key belongs to one plan', async () => {
    const idempotency_key = aKey()
    const [one, two] = await Promise.all([create({ idempotency_key }), create({ idempotency_key })])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(two.body).toEqual(one.body)
    expect(await stored()).toHaveLength(1)
    expectProblem(await create({ idempotency_key, per_round: 1 }), 409, 'idempotency_key_reused')
    const other = await createUser(app, company)
    expect((await create({ idempotency_key, per_round: 1 }, other)).status, 'somebody else’s key is another').toBe(200)
  })

  test('resolves the address of a colleague, also of one who comes later, and deduplicates people', async () => {
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
    const later = await createUser(app, company, { email: 'guest@partner.example', first_name: 'Own' })
    expect((await stored())[0]?.pool[2]).toMatchObject({ user_id: later.id, first_name: 'Own' })
  })

  test.each([
    ['myself', () => ({ pool: [{ user_id: me.id }, ...plan().pool] }), 'cannot_ask_yourself'],
    ['myself by address', () => ({ pool: [{ email: me.email }, ...plan().pool] }), 'cannot_ask_yourself'],
    ['more people per round than in the pool', () => ({ per_round: 5 }), 'per_round_exceeds_pool'],
    ['more than there are, each once', () => ({ pool: [{ user_id: pool[0]?.id }, { email: pool[0]?.email }] }), 'per_round_exceeds_pool'],
    ['confidential with too few people per round', () => ({ confidential: true }), 'confidential_needs_more_people'],
    ['since yesterday', () => ({ starts_on: day(-1) }), 'starts_in_past'],
    ['in an unsupported year', () => ({ starts_on: '9999-12-20' }), 'invalid_input'],
    ['until such a year', () => ({ ends: { date: '9999-12-31' } }), 'invalid_input'],
    ['until before the start', () => ({ ends: { date: day(2) } }), 'ends_before_start'],
    ['a colleague of another company', () => ({ pool: [{ user_id: stranger.id }, ...plan().pool] }), 'not_found'],
    ['about a skill of another company', () => ({ skill_ids: foreign.skillIds.slice(0, 1) }), 'not_found'],
  ] as const)('is refused: %s', async (_what, changes, code) => {
    expectProblem(await create(changes()), errorStatus[code], code)
    expect(await stored()).toEqual([])
    if (code !== 'confidential_needs_more_people' && !('skill_ids' in changes())) {
      expectProblem(await preview(changes()), errorStatus[code], code)
    }
  })

  test('that is confidential needs as many per round as the threshold', async () => {
    expect((await create({ confidential: true, per_round: 3 })).body.confidential).toBe(true)
    const careful = await createCompany(app, { threshold: 4 })
    const [who, ...others] = (await createUsers(app, careful, 5)) as [TestUser, ...TestUser[]]
    const changes = { skill_ids: careful.skillIds.slice(0, 1), pool: others.map(({ id }) => ({ user_id: id })), per_round: 3 }
    expectProblem(await create({ confidential: true, ...changes }, who), 422, 'confidential_needs_more_people')
  })

  test('is limited to twenty active ones', async () => {
    for (let i = 0; i < MAX_RECURRENCES; i++) await created()
    expectProblem(await create(), 422, 'too_many_recurrences')
    const [first] = await stored()
    const id = first?.id as string
    expect((await patch(id, { paused: true })).body.state).toBe('paused')
    const more = await created()
    expectProblem(await patch(id, { paused: false }), 422, 'too_many_recurrences')
    await app.call(me, recurrences.deleteRecurrence, { params: { id: more.id } })
    expect((await patch(id, { paused: false })).body.state).toBe('active')
  })

  test('is listed page by page: active first, then ended, newest first', async () => {
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
  test('shows what a plan will do, and stores nothing', async () => {
    const { rounds } = (await preview()).body
    expect(await stored()).toEqual([])
    expect(
      await rows(app.database.db, {}, sql`select from recurrence_members m join users u on u.id = m.user_id where u.id = ${pool[0]?.id}`),
    ).toEqual([])
    expect(rounds.map(({ members }) => idsOf(members))).toEqual([ids(0, 1), ids(2, 3), ids(0, 1)])
    expect((await created()).next_rounds).toEqual(rounds)
  })

  test('of a change keeps the turns', async () => {
    const made = await created()
    await app.database.db.execute(sql`update recurrence_members set asked_at = ${app.now()}::timestamptz + position * interval '1 millisecond'
      where recurrence_id = ${made.id} and user_id in (${pool[0]?.id}, ${pool[1]?.id})`)
    const changed = await preview({ recurrence_id: made.id, per_round: 3 })
    expect(changed.body.rounds.map(({ members }) => idsOf(members))).toEqual([ids(2, 3, 0), ids(1, 2, 3), ids(0, 1, 2)])
  })
})
