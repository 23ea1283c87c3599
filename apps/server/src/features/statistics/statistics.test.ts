import { DAY_MS } from '@reflet/contract/durations'
import { people } from '@reflet/contract/people'
import { skills } from '@reflet/contract/skills'
import { statistics } from '@reflet/contract/statistics'
import { beforeEach, describe, expect, test } from 'vitest'
import { insert, sql } from '../../db/index.ts'
import { type StoredAnswer, storeAnswers } from '../../test/answers.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createCompany, createUser } from '../../test/factories.ts'
import { ask } from '../../test/requests.ts'
import { passTime, useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { viewerOf } from '../../test/viewer.ts'
import { getSkillStatistics, getStatistics } from './statistics.queries.ts'

const app = useTestApp()
const { company, me } = useCompanyPerTest(app, ['me'])
let skillId: string

beforeEach(() => {
  skillId = company.skillIds[0] as string
})

const daysAgo = (days: number) => new Date(app.now().getTime() - days * DAY_MS)
const ratings = (at: Date, ...values: (number | null)[]): StoredAnswer[] => values.map((rating) => ({ at, skillId, rating }))
const all = async (months: 3 | 6 | 12 = 12) =>
  (await app.call(me, statistics.getStatistics, { params: { userId: '1' }, query: { months } })).body.skills
const one = async (months: 3 | 6 | 12 = 12) =>
  (await app.call(me, statistics.getSkillStatistics, { params: { userId: '1', skillId }, query: { months } })).body
/** At a given instant, which a call cannot choose. */
const at = async (now: Date, months: 3 | 6 | 12 = 12) => {
  const viewer = await viewerOf(app, me)
  const [skill] = (await getStatistics(app.database.db, viewer, now, months)).skills
  return {
    n: skill?.n ?? 0,
    not_observed: skill?.not_observed ?? 0,
    skill: await getSkillStatistics(app.database.db, viewer, now, skillId, months),
  }
}
const millisecond = (date: Date, by: number) => new Date(date.getTime() + by)
const reset = (created_at: Date) =>
  insert(app.database.db, 'skill_resets', {
    company_id: company.id,
    id: crypto.randomUUID(),
    user_id: me.id,
    skill_id: skillId,
    created_at,
  })

describe('the statistics of a skill', () => {
  test('have the average, the distribution and the number; "I haven’t seen it" is separate', async () => {
    await storeAnswers(app, me, ratings(daysAgo(2), 5, 4, 4, null, 1))
    const [figures] = await all()
    expect(figures).toMatchObject({ n: 4, score: 3.5, distribution: [1, 0, 0, 2, 1], not_observed: 1, new: 5, chosen: false })
    expect(await one()).toMatchObject({ n: 4, score: 3.5, distribution: [1, 0, 0, 2, 1] })
  })

  test('are compared with my own rating from three ratings on: one or two are not what others see', async () => {
    await app.call(me, skills.evaluateMyself, { params: { userId: '1' }, body: { evaluations: [{ skill_id: skillId, rating: 5 }] } })
    await storeAnswers(app, me, ratings(daysAgo(2), 2, 2, null))
    expect((await all())[0]).toMatchObject({ n: 2, score: 2, mirror: 'unknown' })
    await storeAnswers(app, me, ratings(daysAgo(1), 2))
    expect((await all())[0]).toMatchObject({ n: 3, score: 2, mirror: 'blind_spot' })
    expect((await one()).mirror).toBe('blind_spot')
  })

  test('count every new answer, whatever the period and the resets: together as many as the record says', async () => {
    await storeAnswers(app, me, [...ratings(daysAgo(400), 5), ...ratings(daysAgo(130), 4), ...ratings(daysAgo(2), 3)])
    await reset(daysAgo(100))
    const { new_answers } = (await app.call(me, people.getUser, { params: { userId: '1' } })).body.feedbacks
    expect([new_answers, (await all())[0]?.new, (await all(3))[0]?.new, (await one(3)).new]).toEqual([3, 3, 3, 3])
  })

  test('cover the requested months, of the supported numbers', async () => {
    const given = Object.entries({ 30: 5, 130: 4, 250: 3, 400: 1 })
    const stored = given.flatMap(([days, rating]) => ratings(daysAgo(Number(days)), rating))
    await storeAnswers(app, me, stored)
    expect((await one(3)).distribution).toEqual([0, 0, 0, 0, 1])
    expect((await one(6)).distribution).toEqual([0, 0, 0, 1, 1])
    expect((await one()).distribution).toEqual([0, 0, 1, 1, 1])
    expect((await all(3))[0]).toMatchObject({ n: 1, score: 5 })
    const unsupported = { params: { userId: '1' }, query: { months: 4 as 3 } }
    expectProblem(await app.call(me, statistics.getStatistics, unsupported), 400, 'invalid_input')
  })

  test('are refused for a skill of another company', async () => {
    const elsewhere = await createUser(app, await createCompany(app))
    const foreign = await app.call(elsewhere, statistics.getSkillStatistics, { params: { userId: '1', skillId }, query: {} })
    expectProblem(foreign, 404, 'not_found')
  })

  test('begin twelve months ago to the millisecond', async () => {
    const now = new Date('2026-05-17T10:20:30.400Z')
    const edge = new Date('2025-05-17T10:20:30.400Z')
    await storeAnswers(app, me, [...ratings(edge, 1), ...ratings(millisecond(edge, 1), 2), ...ratings(millisecond(edge, -1), 3)])
    expect((await at(now)).skill.distribution).toEqual([0, 1, 0, 0, 0])
    expect((await at(millisecond(now, -1))).skill.distribution).toEqual([1, 1, 0, 0, 0])
    expect((await at(millisecond(now, 1))).skill.distribution).toEqual([0, 0, 0, 0, 0])
  })

  test.each(['2026-03-01T00:00:00.000Z', '2026-02-28T23:59:59.999Z', '2026-03-31T23:59:59.999Z', '2024-02-29T12:00:00.000Z'])(
    'count each answer once when the window begins at a month’s edge: %s',
    async (moment) => {
      const now = new Date(moment)
      const start = new Date(now)
      start.setUTCFullYear(now.getUTCFullYear() - 1)
      if (start.getUTCMonth() !== now.getUTCMonth()) start.setUTCDate(0)
      const month = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth()))
      const next = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1))
      const edges = [month, start, next].flatMap((edge) => [-1, 0, 1].map((by) => millisecond(edge, by)))
      const stored = edges.flatMap((edge) => ratings(edge, 3))
      await storeAnswers(app, me, stored)
      expect((await at(now)).n).toBe(edges.filter((edge) => edge > start && edge <= now).length)
    },
  )

  test('are restarted by a reset, also inside its month', async () => {
    const now = new Date('2026-05-17T10:00:00Z')
    const resetAt = new Date('2026-04-10T12:00:00Z')
    await storeAnswers(app, me, [
      ...ratings(new Date('2026-03-30T00:00:00Z'), 1),
      ...ratings(new Date('2026-04-01T00:00:00Z'), 1),
      ...ratings(resetAt, 1),
      ...ratings(millisecond(resetAt, 1), 5),
      ...ratings(new Date('2026-04-30T23:59:59Z'), 4),
      ...ratings(new Date('2026-05-01T00:00:00Z'), 4),
    ])
    await reset(new Date('2026-01-10T12:00:00Z'))
    await reset(resetAt)
    const { skill, n } = await at(now)
    expect([n, skill.distribution]).toEqual([3, [0, 0, 0, 2, 1]])
    expect(skill.trend).toEqual([
      { month: '2026-04', mean: 4.5, n: 2 },
      { month: '2026-05', mean: 4, n: 1 },
    ])
    expect((await at(now, 3)).n).toBe(3)
    expect((await at(new Date('2027-04-20T00:00:00Z'))).n).toBe(2)
  })

  test('after a reset over HTTP exclude earlier answers, also the newest ones; an unseen one stays new', async () => {
    await storeAnswers(app, me, ratings(daysAgo(1), 2))
    expect((await all())[0]).toMatchObject({ n: 1, new: 1 })
    await app.call(me, skills.resetSkills, { params: { userId: '1' }, body: { skill_ids: [skillId] } })
    expect(await all()).toEqual([])
    expect(await one()).toMatchObject({ n: 0, score: null, new: 1, newest_at: null, trend: [] })
  })

  test('have the newest rating’s instant when it is named, and its month when it is confidential', async () => {
    const named = new Date('2026-04-10T12:00:00Z')
    await storeAnswers(app, me, [...ratings(named, 4), ...ratings(new Date('2026-04-12T12:00:00Z'), null)])
    expect((await at(new Date('2026-05-20T00:00:00Z'))).skill.newest_at).toBe(named.toISOString())
    await storeAnswers(app, me, ratings(new Date('2026-05-12T12:00:00Z'), 4, 4, 4), true)
    expect((await at(new Date('2026-05-20T00:00:00Z'))).skill.newest_at).toBe('2026-05-01T00:00:00.000Z')
  })

  test('include my self-evaluations of that time, oldest first, with the latest of all times', async () => {
    const evaluate = (rating: number) =>
      app.call(me, skills.evaluateMyself, { params: { userId: '1' }, body: { evaluations: [{ skill_id: skillId, rating }] } })
    await evaluate(2)
    await evaluate(4)
    const figures = await one()
    expect(figures.self_history.map(({ rating }) => rating)).toEqual([2, 4])
    expect(figures.self?.rating).toBe(4)
    app.advance(1)
    await app.call(me, skills.resetSkills, { params: { userId: '1' }, body: { skill_ids: [skillId] } })
    expect(await one()).toMatchObject({ self_history: [], self: { rating: 4 } })
  })

  test('list a skill with a pending answer before any was received', async () => {
    const giver = await createUser(app, company)
    await ask(app, me, giver, { skill_ids: [skillId], idempotency_key: 'awaited-1' })
    expect(await all()).toMatchObject([{ n: 0, score: null, pending: 1 }])
  })
})

describe('by relation', () => {
  const of = (relation: StoredAnswer['relation'], ...values: number[]) =>
    values.map((rating) => ({ at: daysAgo(1), skillId, rating, ...(relation && { relation }) }))

  const equal = { relation: 'equal', n: 3, mean: 4, distribution: [0, 0, 1, 1, 1] }
  test.each([
    [
      'those below the threshold are merged',
      () => of('superior', 1, 2),
      [equal, { relation: null, n: 3, mean: 7 / 3, distribution: [1, 1, 0, 1, 0] }],
      0,
    ],
    ['and withheld if they are below it even together', () => of('superior', 1), [equal], 2],
  ])('%s', async (_, more, by_relation, withheld) => {
    await storeAnswers(app, me, [...of('equal', 5, 4, 3), ...of('lower', 4), ...more()])
    expect(await one()).toMatchObject({ by_relation, withheld })
  })

  test('"I haven’t seen it" and confidential answers are not included, nor those of another period', async () => {
    await storeAnswers(app, me, [...of('equal', 5, 4), { at: daysAgo(1), skillId, rating: null, relation: 'equal' }])
    await storeAnswers(app, me, [{ at: daysAgo(200), skillId, rating: 1, relation: 'superior' }])
    await storeAnswers(app, me, ratings(daysAgo(1), 3, 3, 3), true)
    expect(await one(6)).toMatchObject({ n: 5, by_relation: [], withheld: 2 })
    expect(await one()).toMatchObject({ n: 6 })
  })

  test('a higher threshold applies at once', async () => {
    await storeAnswers(app, me, [...of('equal', 5, 4, 3), ...of('superior', 1, 2, 3)])
    expect((await one()).by_relation).toHaveLength(2)
    await app.database.db.execute(sql`update companies set confidentiality_threshold = 4 where company_id = ${company.id}`)
    const { by_relation, withheld } = await one()
    expect([by_relation.map(({ relation, n }) => [relation, n]), withheld]).toEqual([[[null, 6]], 0])
  })
})

test('the time of day has no effect: a session of tomorrow reads the same', async () => {
  await storeAnswers(app, me, ratings(daysAgo(10), 4, 5))
  const today = await one()
  await passTime(app, DAY_MS, me)
  expect(await one()).toEqual(today)
})
