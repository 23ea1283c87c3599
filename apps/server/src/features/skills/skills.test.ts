import { feedback } from '@reflet/contract/feedback'
import { skills } from '@reflet/contract/skills'
import { statistics } from '@reflet/contract/statistics'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../test/expect-problem.ts'
import { createUser, createUsers, type TestUser } from '../../test/factories.ts'
import { answer, ask } from '../../test/requests.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app)
const { company: foreignCompany } = useCompany(app)

const me = { userId: '1' }
const foreignSkill = () => foreignCompany.skillIds[0] as string
const skill = (place: number) => company.skillIds[place] as string
const spellings = (place: number) => [skill(place), skill(place).toUpperCase()]
const evaluate = (who: TestUser, ...evaluations: { skill_id: string; rating: number }[]) =>
  app.call(who, skills.evaluateMyself, { params: me, body: { evaluations } })
const history = async (who: TestUser, query: { skill_id?: string; cursor?: string } = {}) =>
  (await app.call(who, skills.listSelfEvaluations, { params: me, query })).body
const reset = (who: TestUser, ...skill_ids: string[]) => app.call(who, skills.resetSkills, { params: me, body: { skill_ids } })
const figures = async (who: TestUser, skillId: string) =>
  (await app.call(who, statistics.getSkillStatistics, { params: { userId: '1', skillId } })).body

describe('self-evaluation', () => {
  test('returns what is stored, in my language, and is shown beside the others’ view', async () => {
    const user = await createUser(app, company, { locale: 'de' })
    const reply = await evaluate(user, { skill_id: skill(1), rating: 4 }, { skill_id: skill(0), rating: 2 })
    expect(reply.body.evaluations.map(({ skill: { id }, rating }) => [id, rating])).toEqual([
      [skill(1), 4],
      [skill(0), 2],
    ])
    const catalogue = await app.call(user, skills.listSkills)
    const name = catalogue.body.skills.find(({ id }) => id === skill(1))?.name
    expect(reply.body.evaluations[0]?.skill.name).toBe(name)
    const kept = (await history(user)).evaluations
    expect([...kept].sort((a, b) => b.rating - a.rating)).toEqual(reply.body.evaluations)
    expect((await figures(user, skill(1))).self).toEqual({ rating: 4, created_at: reply.body.evaluations[0]?.created_at })
  })

  test('keeps earlier ones, paged newest first without gaps or duplicates, of one skill and of all; the newest counts', async () => {
    const user = await createUser(app, company)
    const made: string[] = []
    for (let n = 0; n < 4; n++) {
      app.advance(1000)
      const all = company.skillIds.slice(0, 30).map((skill_id) => ({ skill_id, rating: 1 + n }))
      made.push(...(await evaluate(user, ...all)).body.evaluations.map(({ id }) => id))
    }
    const first = await history(user)
    const second = await history(user, { cursor: first.next_cursor as string })
    const third = await history(user, { cursor: second.next_cursor as string })
    expect([first, second, third].map(({ evaluations }) => evaluations.length)).toEqual([50, 50, 20])
    expect(third.next_cursor).toBeNull()
    expect([first, second, third].flatMap(({ evaluations }) => evaluations.map(({ id }) => id))).toEqual(made.toReversed())
    expect((await history(user, { skill_id: skill(0) })).evaluations.map(({ rating }) => rating)).toEqual([4, 3, 2, 1])
    expect((await figures(user, skill(0))).self?.rating, 'the newest counts').toBe(4)
    const noSuchDay = Buffer.from(JSON.stringify(['2026-02-30T00:00:00Z', made[0]])).toString('base64url')
    for (const cursor of ['bm8', noSuchDay])
      expectProblem(await app.call(user, skills.listSelfEvaluations, { params: me, query: { cursor } }), 400, 'invalid_input')
  })

  test.each([
    ['a skill of another company', () => [{ skill_id: foreignSkill(), rating: 3 }], 404, 'not_found'],
    ['a skill in two spellings', () => spellings(0).map((skill_id) => ({ skill_id, rating: 3 })), 400, 'invalid_input'],
    ['nothing', () => [], 400, 'invalid_input'],
    ['no rating', () => [{ skill_id: skill(0), rating: 0 }], 400, 'invalid_input'],
    ['31 skills', () => company.skillIds.slice(0, 31).map((skill_id) => ({ skill_id, rating: 3 })), 400, 'invalid_input'],
  ] as const)('%s is refused, and nothing is kept', async (_what, evaluations, status, code) => {
    const user = await createUser(app, company)
    const [good, ...rest] = [{ skill_id: skill(5), rating: 5 }, ...evaluations()]
    expectProblem(await evaluate(user, ...(rest.length > 0 && good ? [good, ...rest] : [])), status, code)
    expect((await history(user)).evaluations).toEqual([])
  })
})

/** Asks for feedback on a skill and everyone answers with their rating. */
async function receive(asker: TestUser, skillId: string, ratings: number[], confidential = false) {
  const givers = await createUsers(app, company, ratings.length)
  const sent = await ask(app, asker, givers, { skill_ids: [skillId], confidential })
  const answerNext = (place: number) => answer(app, givers[place] as TestUser, sent, { rating: ratings[place] ?? null })
  const answerAll = async () => {
    for (const place of ratings.keys()) await answerNext(place)
  }
  return { answerNext, answerAll }
}

describe('resetting a skill', () => {
  test('resets its score; answers stay readable, other skills and the self-evaluation are unchanged', async () => {
    const user = await createUser(app, company)
    await (await receive(user, skill(0), [5, 4, 4])).answerAll()
    await (await receive(user, skill(1), [2])).answerAll()
    await evaluate(user, { skill_id: skill(0), rating: 3 })
    expect(await figures(user, skill(0))).toMatchObject({ score: 13 / 3, n: 3, mirror: 'hidden_strength' })
    app.advance(1000)
    const reply = await reset(user, skill(0))
    expect([reply.status, reply.body.user.id]).toEqual([200, user.id])
    expect(await figures(user, skill(0))).toMatchObject({
      score: null,
      n: 0,
      distribution: [0, 0, 0, 0, 0],
      newest_at: null,
      trend: [],
      new: 3,
      mirror: 'unknown',
      self: { rating: 3 },
    })
    expect(await figures(user, skill(1))).toMatchObject({ score: 2, n: 1 })
    const answers = await app.call(user, feedback.listAnswers, { query: { skill_id: skill(0) } })
    expect(answers.body.answers.map(({ rating }) => rating).sort()).toEqual([4, 4, 5])
    app.advance(1000)
    await (await receive(user, skill(0), [3])).answerAll()
    const after = await figures(user, skill(0))
    expect(after).toMatchObject({ score: 3, n: 1, distribution: [0, 0, 1, 0, 0] })
    expect(after.trend.map(({ mean, n }) => [mean, n])).toEqual([[3, 1]])
    await reset(user, skill(0))
    app.advance(1000)
    await (await receive(user, skill(0), [2])).answerAll()
    expect(await figures(user, skill(0)), 'the latest reset counts').toMatchObject({ score: 2, n: 1 })
    const all = await app.call(user, statistics.getStatistics, { params: me })
    expect(all.body.skills.find((one) => one.skill.id === skill(0))).toMatchObject({ score: 2, n: 1 })
  })

  test('confidential answers are excluded together, and pending ones are still released together', async () => {
    const user = await createUser(app, company)
    const released = await receive(user, skill(0), [5, 4, 3], true)
    await released.answerAll()
    const waiting = await receive(user, skill(0), [1, 1, 1], true)
    await waiting.answerNext(0)
    await waiting.answerNext(1)
    expect(await figures(user, skill(0))).toMatchObject({ n: 3, score: 4 })
    app.advance(1000)
    await reset(user, skill(0))
    expect(await figures(user, skill(0))).toMatchObject({ n: 0, score: null, trend: [] })
    app.advance(1000)
    await waiting.answerNext(2)
    // Two of them were given before the reset: they count by their release, or the third would be alone.
    expect(await figures(user, skill(0))).toMatchObject({ n: 3, score: 1, distribution: [3, 0, 0, 0, 0] })
    const read = await app.call(user, feedback.listAnswers, { query: { skill_id: skill(0) } })
    expect(read.body.confidential.map(({ n }) => n).sort()).toEqual([3, 3])
  })

  test('changes no one else’s statistics', async () => {
    const [user, other] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    await (await receive(other, skill(0), [4])).answerAll()
    app.advance(1000)
    await reset(user, skill(0))
    expect(await figures(other, skill(0))).toMatchObject({ score: 4, n: 1 })
  })

  test.each([
    ['a skill of another company', () => [skill(0), foreignSkill()], 404, 'not_found'],
    ['a skill twice', () => spellings(0), 400, 'invalid_input'],
    ['nothing', () => [], 400, 'invalid_input'],
  ] as const)('%s is refused, all or nothing', async (_what, ids, status, code) => {
    const user = await createUser(app, company)
    await (await receive(user, skill(0), [4])).answerAll()
    app.advance(1000)
    expectProblem(await reset(user, ...ids()), status, code)
    expect(await figures(user, skill(0))).toMatchObject({ score: 4, n: 1 })
  })
})
