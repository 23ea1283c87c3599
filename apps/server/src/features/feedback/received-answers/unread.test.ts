import { feedback } from '@reflet/contract/feedback'
import { newsfeed } from '@reflet/contract/newsfeed'
import { people } from '@reflet/contract/people'
import { statistics } from '@reflet/contract/statistics'
import { beforeEach, expect, test } from 'vitest'
import { storeAnswers } from '../../../test/answers.ts'
import { createCompany, createUser, createUsers, type TestUser } from '../../../test/factories.ts'
import { answer, ask } from '../../../test/requests.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { company, me } = useCompanyPerTest(app, ['me'])
let skillId: string

beforeEach(() => {
  skillId = company.skillIds[0] as string
})

const params = { userId: '1' }
const store = (who: TestUser, count: number, more: { isRead?: boolean } = {}, confidential = false) =>
  storeAnswers(
    app,
    who,
    Array.from({ length: count }, () => ({ at: new Date(app.now().getTime() - 1000), skillId, rating: 4, ...more })),
    confidential,
  )
const feedbacksOf = async (who = me) => (await app.call(who, people.getUser, { params })).body.feedbacks
const answersOf = async (who = me) => (await app.call(who, feedback.listAnswers, { query: {} })).body
const see = async (ids: string[], who = me) => (await app.call(who, feedback.markAnswersSeen, { body: { ids } })).body.new_answers

/** How many new answers each endpoint reports. */
async function newOf(who: TestUser) {
  const { new_answers } = await feedbacksOf(who)
  const figures = await app.call(who, statistics.getStatistics, { params, query: {} })
  const one = await app.call(who, statistics.getSkillStatistics, { params: { ...params, skillId }, query: {} })
  const { answers, confidential } = (await app.call(who, feedback.listAnswers, { query: { new: 'true' } })).body
  const older = (await app.call(who, feedback.listConfidentialAnswers, { query: { new: 'true' } })).body.confidential
  const all = await answersOf(who)
  return {
    record: new_answers,
    statistics: figures.body.skills.reduce((sum, skill) => sum + skill.new, 0),
    skill: one.body.new,
    lists: answers.length + confidential.reduce((sum, { n }) => sum + n, 0),
    marks: all.answers.filter((answer) => answer.new).length + all.confidential.filter((group) => group.new).length * 3,
    confidential: older.reduce((sum, { n }) => sum + n, 0),
  }
}
const counted = (named: number, confidential: number) => {
  const both = named + confidential
  return { record: both, statistics: both, skill: both, lists: both, marks: both, confidential }
}

test('opening the dashboard reads every answer; each stays new until it was seen', async () => {
  const [first = ''] = await store(me, 2)
  await store(me, 1, { isRead: true })
  await store(me, 3, {}, true)
  expect((await feedbacksOf()).unread_answers).toBe(5)
  expect(await newOf(me)).toEqual(counted(2, 3))
  expect((await app.call(me, feedback.dashboardAccess)).body.new_feedback_ids).toHaveLength(2)
  expect((await feedbacksOf()).unread_answers).toBe(0)
  expect((await app.call(me, feedback.dashboardAccess)).body.new_feedback_ids).toEqual([])
  expect(await newOf(me)).toEqual(counted(2, 3))
  expect(await see([first])).toBe(4)
  expect(await see([first]), 'idempotent').toBe(4)
  expect(await newOf(me)).toEqual(counted(1, 3))
  const [group] = (await answersOf()).confidential
  expect(await see([group?.id as string])).toBe(1)
  expect(await newOf(me)).toEqual(counted(1, 0))
})

test('marking as seen has no effect on answers of another person, nor by ids of single confidential or unknown answers', async () => {
  const ids = await store(me, 1)
  const secret = await store(me, 3, {}, true)
  const [group] = (await answersOf()).confidential
  for (const stranger of [await createUser(app, company), await createUser(app, await createCompany(app))])
    expect(await see([...ids, group?.id as string], stranger)).toBe(0)
  expect(await see([...secret, crypto.randomUUID()])).toBe(4)
  expect(await newOf(me)).toEqual(counted(1, 3))
})

test('what was seen is read, with the news about it', async () => {
  const givers = await createUsers(app, company, 2)
  const sent = await ask(app, me, givers)
  for (const giver of givers) await answer(app, giver, sent)
  const [first] = (await answersOf()).answers
  expect((await feedbacksOf()).unread_answers).toBe(2)
  await see([first?.id as string])
  expect(await feedbacksOf()).toMatchObject({ unread_answers: 1, new_answers: 1 })
  const { newsfeed: news } = (await app.call(me, newsfeed.listNews, { query: {} })).body
  expect(news.map(({ feedback_id, is_read }) => [feedback_id === first?.id, is_read]).sort()).toEqual([
    [false, false],
    [true, true],
  ])
})

test('a rated answer was seen', async () => {
  const [id = ''] = await store(me, 1)
  expect((await app.call(me, feedback.rateAnswer, { params: { id }, body: { stars: 5 } })).body.new).toBe(false)
  expect((await feedbacksOf()).new_answers).toBe(0)
})
