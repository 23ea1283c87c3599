import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { isGiven, isPrompt, MAX_STARS, type QualityFacts, quality, qualityOf } from '@reflet/contract/quality'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assignments, rows, sql, t } from '../../db/index.ts'
import { storeAnswers } from '../../test/answers.ts'
import { anAnswer, createUser, createUsers, signIn, type TestUser } from '../../test/factories.ts'
import { answer, ask, feedbackOf } from '../../test/requests.ts'
import { passTime, useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const EMPTY = { index: null, n: 0, rated: 0, parts: null, trend: [] }
/** 15 grapheme clusters, and one fewer. */
const GIVEN = 'في ورشة يوم الث'
const SHORT = '👩🏽‍💻'.repeat(14)
const app = useTestApp()
const { company, camille } = useCompany(app, ['camille'])

const mine = { params: { userId: '1' } } as const
const indexOf = async (who: TestUser) => (await app.call(who, quality.getQualityIndex, mine)).body

async function wait(milliseconds: number, who: TestUser): Promise<TestUser> {
  await passTime(app, milliseconds, camille)
  return signIn(app, who)
}

const askedOf = async (giver: TestUser) => feedbackOf(await ask(app, camille, giver), giver)

describe('the quality properties of an answer', () => {
  test('are stored with it, and updated when it is edited', async () => {
    expect([isGiven(GIVEN), isGiven(SHORT)]).toEqual([true, false])
    const giver = await createUser(app, company)
    expect(await indexOf(giver)).toEqual(EMPTY)
    const id = await askedOf(giver)
    await answer(app, giver, id, { situation: GIVEN, keep: SHORT, improve: `   ${GIVEN.slice(1)}   ` })
    const first = await indexOf(giver)
    const facts: QualityFacts = { situation: true, keep: false, improve: false, prompt: true, stars: null }
    expect(first).toMatchObject({
      index: qualityOf(facts).index,
      n: 1,
      rated: 0,
      parts: { situation: 1, improve: 0, keep: 0, prompt: 1, useful: null },
      trend: [{ index: qualityOf(facts).index, n: 1 }],
    })
    await app.call(giver, feedback.editAnswer, { params: { id }, body: anAnswer({ situation: null, keep: GIVEN, improve: GIVEN }) })
    expect((await indexOf(giver)).parts).toMatchObject({ situation: 0, improve: 1, keep: 1 })
    await app.call(camille, feedback.rateAnswer, { params: { id }, body: { stars: 3 } })
    expect(await indexOf(giver)).toMatchObject({
      index: qualityOf({ situation: false, improve: true, keep: true, prompt: true, stars: 3 }).index,
      rated: 1,
      parts: { useful: 3 / MAX_STARS },
    })
  })

  test('exclude "I haven’t seen it", declined ones, and those older than a year', async () => {
    let giver = await createUser(app, company)
    await answer(app, giver, await askedOf(giver), { rating: null, not_observed: true, situation: GIVEN })
    await app.call(giver, feedback.declineFeedback, { params: { id: await askedOf(giver) }, body: {} })
    expect(await indexOf(giver)).toEqual(EMPTY)
    await answer(app, giver, await askedOf(giver))
    giver = await wait(364 * DAY_MS, giver)
    expect((await indexOf(giver)).n).toBe(1)
    giver = await wait(3 * DAY_MS, giver)
    expect(await indexOf(giver)).toEqual(EMPTY)
  })

  test('exclude answers whose text was encrypted before the counts existed', async () => {
    const giver = await createUser(app, company)
    const old = await askedOf(giver)
    await answer(app, giver, old, { situation: GIVEN, keep: GIVEN, improve: GIVEN })
    await app.database.db.execute(sql`update feedbacks set has_situation = null, has_keep = null, has_improve = null where id = ${old}`)
    expect(await indexOf(giver)).toEqual(EMPTY)
    await answer(app, giver, await askedOf(giver), { situation: GIVEN, keep: null, improve: null })
    expect(await indexOf(giver)).toMatchObject({ n: 1, parts: { situation: 1, keep: 0, improve: 0 } })
    await app.call(giver, feedback.editAnswer, { params: { id: old }, body: anAnswer({ situation: null, keep: GIVEN, improve: null }) })
    expect((await indexOf(giver)).n, 'a changed answer is counted').toBe(2)
  })

  test('count an answer as prompt within exactly seven days of the request', async () => {
    let giver = await createUser(app, company)
    const [early, late] = [await askedOf(giver), await askedOf(giver)]
    giver = await wait(7 * DAY_MS - HOUR_MS, giver)
    await answer(app, giver, early)
    expect((await indexOf(giver)).parts?.prompt).toBe(1)
    giver = await wait(2 * HOUR_MS, giver)
    await answer(app, giver, late)
    expect((await indexOf(giver)).parts?.prompt).toBe(0.5)
  })

  test('include one’s own confidential answers before their release', async () => {
    const givers = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
    await answer(app, givers[0], await ask(app, camille, givers, { confidential: true }))
    expect((await indexOf(givers[0])).n).toBe(1)
  })
})

interface Given extends Omit<QualityFacts, 'prompt'> {
  readonly kind: 'asked' | 'recurring' | 'event' | 'offered'
  readonly daysAgo: number
  readonly waited: number
}

const given: fc.Arbitrary<Given> = fc.record({
  situation: fc.boolean(),
  improve: fc.boolean(),
  keep: fc.boolean(),
  stars: fc.option(fc.integer({ min: 1, max: 5 })),
  kind: fc.constantFrom('asked', 'recurring', 'event', 'offered'),
  daysAgo: fc.integer({ min: 0, max: 420 }),
  waited: fc.constantFrom(0, 1, 7 * DAY_MS - 1, 7 * DAY_MS, 7 * DAY_MS + 1, 20 * DAY_MS),
})

/** Answers of a giver, inserted as rows: a year of use would take too long over HTTP. */
async function store(giver: TestUser, answers: readonly Given[], now: Date) {
  const skillId = company.skillIds[0] as string
  const stored = answers.map(({ daysAgo, ...one }) => ({ ...one, at: new Date(now.getTime() - daysAgo * DAY_MS - HOUR_MS) }))
  const ids = await storeAnswers(
    app,
    camille,
    stored.map(({ at, kind }) => ({ at, kind, skillId, rating: 4, giverId: giver.id })),
  )
  for (const [n, { at, waited, situation, improve, keep, stars }] of stored.entries()) {
    const given = { has_situation: situation, has_improve: improve, has_keep: keep, stars, rated_at: stars === null ? null : now }
    const created_at = new Date(at.getTime() - waited)
    await app.database.db.execute(sql`update feedbacks set ${assignments({ ...given, created_at })} where id = ${ids[n] as string}`)
  }
  return stored
}

test('the index is the mean of the contract’s rule over all answers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(given, { minLength: 1, maxLength: 30 }), async (answers) => {
      const giver = await createUser(app, company)
      const now = app.now()
      const stored = await store(giver, answers, now)
      const [{ since } = { since: '' }] = await rows(
        app.database.db,
        { since: t.time },
        sql`select ${now}::timestamptz - interval '12 months' as since`,
      )
      const facts = stored
        .filter(({ at }) => at > new Date(since))
        .map(({ at, kind, waited, ...one }) => ({
          ...one,
          prompt: kind === 'event' || kind === 'offered' || isPrompt(new Date(at.getTime() - waited), at),
        }))
      const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
      const found = await indexOf(giver)
      expect(found.n).toBe(facts.length)
      if (facts.length === 0) {
        expect(found).toEqual(EMPTY)
        return
      }
      expect(found.index).toBe(Math.round(mean(facts.map((one) => qualityOf(one).index))))
      const rated = facts.flatMap(({ stars }) => stars ?? [])
      expect(found.rated).toBe(rated.length)
      for (const part of ['situation', 'improve', 'keep', 'prompt'] as const)
        expect(found.parts?.[part]).toBeCloseTo(mean(facts.map((one) => Number(one[part]))), 9)
      if (rated.length === 0) expect(found.parts?.useful).toBeNull()
      else expect(found.parts?.useful).toBeCloseTo(mean(rated) / MAX_STARS, 9)
      expect(found.trend.reduce((sum, { n }) => sum + n, 0)).toBe(facts.length)
      expect(found.trend.map(({ month }) => month)).toEqual([...new Set(found.trend.map(({ month }) => month))].sort())
    }),
    { numRuns: 40 },
  )
})
