import { DAY_MS } from '@reflet/contract/durations'
import { type RecurrencePatch, recurrences } from '@reflet/contract/recurrences'
import { describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../../db/index.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { createUser } from '../../../test/factories.ts'
import { useRecurrences } from '../../../test/recurrences.ts'
import { useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app)
const { me, pool, day, created, patch, stored, idsOf, ids } = useRecurrences(app, company)

describe('a change of a recurring request', () => {
  test('replaces only the given fields', async () => {
    const made = await created({ context: 'Before', message: 'Before' })
    const skill_ids = company.skillIds.slice(3, 4)
    const changed = await patch(made.id, { skill_ids: [...skill_ids], message: null, per_round: 1, ends: { date: day(200) } })
    expect(changed.body).toMatchObject({ context: 'Before', message: null, per_round: 1, ends: { date: day(200) }, every: made.every })
    expect(changed.body.skills.map(({ id }) => id)).toEqual(skill_ids)
    expect(idsOf(changed.body.pool)).toEqual(idsOf(made.pool))
    expect(changed.body.next_rounds.map(({ at }) => at)).toEqual(made.next_rounds.map(({ at }) => at))
  })

  test('of the pool keeps the turn of people who stay, and the language of an external person', async () => {
    const gus = { email: 'gus@partner.example' }
    const made = await created({ pool: [...pool.map(({ id }) => ({ user_id: id })), { ...gus, locale: 'de' }] })
    await app.database.db.execute(sql`update recurrence_members set asked_at = '2026-01-01' where recurrence_id = ${made.id}`)
    const newcomer = await createUser(app, company)
    const changed = await patch(made.id, {
      pool: [{ user_id: newcomer.id }, { email: pool[2]?.email as string }, { user_id: pool[0]?.id as string }, gus],
    })
    expect(idsOf(changed.body.pool)).toEqual([newcomer.id, ...ids(2, 0), null])
    expect(changed.body.pool.map(({ asked_at }) => asked_at === null)).toEqual([true, false, false, false])
    expect(idsOf(changed.body.next_rounds[0]?.members)).toEqual([newcomer.id, ...ids(2)])
    const outsiders = sql`select email, locale from recurrence_members where recurrence_id = ${made.id} and email is not null`
    expect(await rows(app.database.db, { email: t.text, locale: t.text }, outsiders)).toEqual([{ ...gus, locale: 'de' }])
  })

  test('is refused for the same reasons as a plan', async () => {
    const made = await created()
    const refused = async (changes: Partial<RecurrencePatch>) => (await patch(made.id, changes)).body.code
    expect(await refused({ per_round: 5 })).toBe('per_round_exceeds_pool')
    expect(await refused({ pool: [{ user_id: pool[0]?.id as string }] })).toBe('per_round_exceeds_pool')
    expect(await refused({ pool: [{ user_id: me.id }] })).toBe('cannot_ask_yourself')
    expect(await refused({ skill_ids: [me.id] })).toBe('not_found')
    expect(await refused({ ends: { date: day(1) } })).toBe('ends_before_start')
    expect(await stored()).toEqual([made])
    const confidential = await created({ confidential: true, per_round: 3 })
    expectProblem(await patch(confidential.id, { per_round: 2 }), 422, 'confidential_needs_more_people')
  })

  test('pauses, and resumes with the next date in the future', async () => {
    const made = await created()
    expect((await patch(made.id, { paused: true })).body).toMatchObject({ state: 'paused', next_rounds: [] })
    expect((await patch(made.id, { paused: false })).body).toEqual(made)
    expect((await patch(made.id, { paused: false })).body, 'again').toEqual(made)
  })

  test('does not resume what would have ended meanwhile, unless the end is moved', async () => {
    const made = await created({ ends: { date: day(10) } })
    await patch(made.id, { paused: true })
    app.advance(12 * DAY_MS)
    expectProblem(await patch(made.id, { paused: false }), 422, 'ends_before_start')
    expect((await patch(made.id, { message: 'Still there' })).body.state).toBe('paused')
    expect((await patch(made.id, { paused: false, ends: { date: day(30) } })).body.state).toBe('active')
  })

  test('is not possible after the end', async () => {
    const made = await created()
    const stop = () => app.call(me, recurrences.deleteRecurrence, { params: { id: made.id } })
    expect([(await stop()).status, (await stop()).status]).toEqual([200, 200])
    expect(await stored()).toMatchObject([{ id: made.id, state: 'ended', next_rounds: [] }])
    expectProblem(await patch(made.id, { paused: true }), 409, 'recurrence_ended')
  })
})
