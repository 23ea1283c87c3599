import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { statistics } from '@reflet/contract/statistics'
import { expect, test } from 'vitest'
import { storeAnswers } from '../../../test/answers.ts'
import { createCompany, createUser, type TestUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()

const params = { userId: '1' }

/** How many unread answers each endpoint reports. */
async function unreadOf(me: TestUser) {
  const record = await app.call(me, people.getUser, { params })
  const figures = await app.call(me, statistics.getStatistics, { params, query: {} })
  const { answers, confidential } = (await app.call(me, feedback.listAnswers, { query: { unread: 'true' } })).body
  const older = (await app.call(me, feedback.listConfidentialAnswers, { query: { unread: 'true' } })).body.confidential
  return {
    record: record.body.feedbacks.unread_answers,
    statistics: figures.body.skills.reduce((sum, { unread }) => sum + unread, 0),
    lists: answers.length + confidential.reduce((sum, { n }) => sum + n, 0),
    confidential: older.reduce((sum, { n }) => sum + n, 0),
  }
}

test('every endpoint counts the same answers as unread, until the dashboard is opened', async () => {
  const company = await createCompany(app)
  const me = await createUser(app, company)
  const [skillId = ''] = company.skillIds
  const answer = { at: new Date(app.now().getTime() - 1000), skillId, rating: 4 }
  await storeAnswers(app, me, [answer, answer, { ...answer, isRead: true }])
  await storeAnswers(app, me, [answer, answer, answer], true)
  expect(await unreadOf(me)).toEqual({ record: 5, statistics: 5, lists: 5, confidential: 3 })
  const opened = await app.call(me, feedback.dashboardAccess)
  expect(opened.body.new_feedback_ids).toHaveLength(2)
  expect(await unreadOf(me)).toEqual({ record: 0, statistics: 0, lists: 0, confidential: 0 })
})
