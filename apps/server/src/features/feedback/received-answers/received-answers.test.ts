import { DAY_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeAnswers } from '../../../test/answers.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { createCompany, createUser, createUsers, type TestUser } from '../../../test/factories.ts'
import { answer, ask, feedbacksOf } from '../../../test/requests.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { company, me } = useCompanyPerTest(app, ['me'])
let skillId: string
let otherSkillId: string

beforeEach(async () => {
  ;[skillId, otherSkillId] = company.skillIds as [string, string]
})

const daysAgo = (days: number) => new Date(app.now().getTime() - days * DAY_MS)
const named = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ at: daysAgo(n + 1), skillId, rating: 4, ...more }))
const batch = (days: number, skill = skillId) => Array.from({ length: 3 }, () => ({ at: daysAgo(days), skillId: skill, rating: 4 }))
type Query = { skill_id?: string; relation?: 'equal' | 'lower' | 'coworker'; new?: 'true'; cursor?: string }
const markSeen = async (ids: string[]) => (await app.call(me, feedback.markAnswersSeen, { body: { ids } })).body.new_answers
const answers = async (query: Query = {}, who = me) => (await app.call(who, feedback.listAnswers, { query })).body

/** Every page of a list. */
async function walk<Page extends { next_cursor: string | null }>(read: (cursor: string | undefined) => Promise<Page>): Promise<Page[]> {
  const pages = [await read(undefined)]
  for (let cursor = pages[0]?.next_cursor; cursor; cursor = pages.at(-1)?.next_cursor) pages.push(await read(cursor))
  return pages
}
const atCursor = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })

describe('named answers', () => {
  test('are returned page by page, without duplicates, the newest first', async () => {
    // Two of the same instant on either side of the page boundary.
    const ids = await storeAnswers(app, me, [...named(20), ...named(20), ...named(5), ...named(25, { relation: 'equal' })])
    const pages = await walk((cursor) => answers(atCursor(cursor)))
    const read = pages.flatMap((page) => page.answers)
    expect(pages.map((page) => page.answers.length)).toEqual([20, 20, 20, 10])
    expect(read.map(({ id }) => id).sort()).toEqual(ids.sort())
    const times = read.map(({ answered_at }) => answered_at)
    expect(times).toEqual(times.toSorted().reverse())
    const filtered = await walk((cursor) => answers({ relation: 'equal', ...atCursor(cursor) }))
    expect(
      filtered.map((page) => page.answers.length),
      'the filter is kept',
    ).toEqual([20, 5])
    expect(filtered.flatMap((page) => page.answers).every(({ relation }) => relation === 'equal')).toBe(true)
  })

  test('can be filtered by skill, by relation, and by new', async () => {
    const [plain] = await storeAnswers(app, me, named(1, { isRead: true }))
    const [other] = await storeAnswers(app, me, named(1, { skillId: otherSkillId }))
    const [equal] = await storeAnswers(app, me, named(1, { relation: 'equal' }))
    const ids = async (query: Query) => (await answers(query)).answers.map(({ id }) => id).sort()
    expect(await ids({ skill_id: skillId })).toEqual([plain, equal].sort())
    expect(await ids({ relation: 'equal' })).toEqual([equal])
    expect(await ids({ relation: 'lower' })).toEqual([])
    const elsewhere = await createCompany(app)
    expect(await answers({ skill_id: elsewhere.skillIds[0] as string })).toMatchObject({ answers: [], confidential: [], next_cursor: null })
    expect(await ids({ new: 'true' })).toEqual([other, equal].sort())
    expect(await ids({ new: 'true', skill_id: otherSkillId, relation: 'coworker' })).toEqual([other])
    await app.call(me, feedback.dashboardAccess)
    expect(await ids({ new: 'true' }), 'opening is not seeing').toEqual([other, equal].sort())
    await markSeen([other as string])
    expect(await ids({ new: 'true' })).toEqual([equal])
  })

  test('one by its id is visible to its receiver; a confidential one has no id that opens it', async () => {
    const giver = await createUser(app, company)
    const [id] = (await storeAnswers(app, me, named(1, { giverId: giver.id }))) as [string]
    const read = await app.call(me, feedback.getAnswer, { params: { id } })
    expect(read.body).toMatchObject({ id, giver: { id: giver.id }, rating: 4, kind: 'asked', thanks: null, shared_at: null })
    expect((await answers()).answers).toEqual([read.body])
    expectProblem(await app.call(giver, feedback.getAnswer, { params: { id } }), 404, 'not_found')
    for (const secret of await storeAnswers(app, me, batch(1), true))
      expectProblem(await app.call(me, feedback.getAnswer, { params: { id: secret } }), 404, 'not_found')
  })
})

describe('confidential answers', () => {
  const confidential = async (query: { skill_id?: string; new?: 'true'; cursor?: string } = {}) =>
    (await app.call(me, feedback.listConfidentialAnswers, { query })).body

  test('are returned with the first page, and continue from its cursor', async () => {
    for (let n = 0; n < 25; n++) await storeAnswers(app, me, batch(n * 20), true)
    await storeAnswers(app, me, named(30))
    const first = await answers()
    expect([first.confidential.length, first.confidential_cursor === null]).toEqual([20, false])
    const rest = await confidential({ cursor: first.confidential_cursor as string })
    expect([rest.confidential.length, rest.next_cursor]).toEqual([5, null])
    const months = [...first.confidential, ...rest.confidential].map(({ month }) => month)
    expect(months).toEqual(months.toSorted().reverse())
    expect((await answers({ cursor: first.next_cursor as string })).confidential).toEqual([])
    const pages = await walk((cursor) => confidential(atCursor(cursor)))
    expect(pages.map((page) => page.confidential.length)).toEqual([20, 5])
  })

  test('can be filtered by skill, and by new; a filter by relation excludes them', async () => {
    await storeAnswers(app, me, batch(2, otherSkillId), true)
    await markSeen((await confidential()).confidential.map(({ id }) => id))
    await storeAnswers(app, me, batch(1), true)
    const skillsOf = async (query: { skill_id?: string; new?: 'true' }) =>
      (await confidential(query)).confidential.map(({ skill }) => skill.id)
    expect((await skillsOf({})).sort()).toEqual([skillId, otherSkillId].sort())
    expect(await skillsOf({ skill_id: otherSkillId })).toEqual([otherSkillId])
    expect(await skillsOf({ new: 'true' })).toEqual([skillId])
    expect((await answers({ new: 'true' })).confidential.map(({ skill }) => skill.id)).toEqual([skillId])
    expect(await answers({ relation: 'coworker' })).toMatchObject({ confidential: [], confidential_cursor: null })
  })

  test('a second batch makes the whole group unread and new, and moves it to that month', async () => {
    const givers = await createUsers(app, company, 6)
    const sent = await ask(app, me, givers, { confidential: true })
    const answerAs = async (from: number, to: number) => {
      for (const giver of givers.slice(from, to)) await answer(app, giver, sent, { rating: 5 })
    }
    await answerAs(0, 3)
    await app.call(me, feedback.dashboardAccess)
    await markSeen((await confidential()).confidential.map(({ id }) => id))
    expect((await confidential()).confidential).toMatchObject([{ n: 3, is_read: true, new: false }])
    await answerAs(3, 6)
    expect((await confidential({ new: 'true' })).confidential).toMatchObject([
      { n: 6, is_read: false, new: true, distribution: [0, 0, 0, 0, 6] },
    ])
  })

  test('on several skills do not reveal how many answered only one of them', async () => {
    const givers = await createUsers(app, company, 4)
    const sent = await ask(app, me, givers, { skill_ids: [skillId, otherSkillId], confidential: true })
    const answerOn = async (giver: TestUser, skill: string) =>
      answer(app, giver, feedbacksOf(sent, giver).find((item) => item.skill.id === skill)?.id as string)
    for (const giver of givers.slice(0, 3)) await answerOn(giver, skillId)
    for (const giver of givers.slice(1, 4)) await answerOn(giver, otherSkillId)
    const request = await app.call(me, feedback.getRequest, { params: { id: sent.id } })
    expect(request.body.counts).toEqual({ recipients: 4, answered: 3 })
  })
})

test.each([
  ['an answer’s', feedback.listAnswers, ['2026-13-01T00:00:00Z', 'x']],
  ['a month’s', feedback.listConfidentialAnswers, ['2026-13', '0190a1b2-0000-7000-8000-000000000000']],
  ['a day instead of a month', feedback.listConfidentialAnswers, ['2026-01-01', '0190a1b2-0000-7000-8000-000000000000']],
  ['too few parts', feedback.listConfidentialAnswers, ['2026-01']],
])('an invalid pagination cursor is refused: %s', async (_, endpoint, parts) => {
  const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url')
  expectProblem(await app.call(me, endpoint, { query: { cursor } }), 400, 'invalid_input')
})
