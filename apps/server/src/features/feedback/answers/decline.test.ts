import { DAY_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { newsfeed } from '@reflet/contract/newsfeed'
import { people } from '@reflet/contract/people'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../../test/expect-problem.ts'
import { anAnswer, createUsers, type TestUser } from '../../../test/factories.ts'
import { ask, feedbacksOf, guestParams } from '../../../test/requests.ts'
import { passTime, useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { company, camille, amir, greta } = useCompanyPerTest(app, ['camille', 'amir', 'greta'])

const twoSkills = () => ({ skill_ids: company.skillIds.slice(0, 2) })

/** Camille's request about two skills to Amir: the call's parameters, and the ids. */
async function askAmir(changes: object = {}) {
  const sent = await ask(app, camille, amir, { ...twoSkills(), ...changes })
  const mine = feedbacksOf(sent, amir)
  return { requestId: sent.id, params: { id: mine[0]?.recipient.id as string }, ids: mine.map(({ id }) => id) as [string, string] }
}
const statusesOf = async (requestId: string) =>
  (await app.call(camille, feedback.getRequest, { params: { id: requestId } })).body.feedbacks.map(({ status }) => status)
const newsOf = async (user: TestUser) =>
  (await app.call(user, newsfeed.listNews)).body.newsfeed.filter(({ kind }) => kind === 'request_declined')
const listOf = async (status: 'pending' | 'declined') =>
  (await app.call(amir, feedback.listRequestsToAnswer, { query: { status } })).body.groups.flatMap((group) => group.feedbacks)

describe('declining a whole request', () => {
  test('declines each of its skills with the reason; taking it back undoes all of it and the news', async () => {
    const { requestId, params, ids } = await askAmir()
    const declined = await app.call(amir, feedback.declineRequest, { params, body: { feedback_ids: ids, reason: 'We never met' } })
    expect(declined.body.feedbacks.map(({ status, can }) => [status, can.reopen])).toEqual([
      ['declined', true],
      ['declined', true],
    ])
    expect(await statusesOf(requestId)).toEqual(['declined', 'declined'])
    expect((await listOf('declined')).map(({ reason }) => reason)).toEqual(['We never met', 'We never met'])
    expect(await newsOf(camille)).toHaveLength(2)

    const body = { feedback_ids: ids }
    const back = await app.call(amir, feedback.reopenRequest, { params, body })
    expect(back.body.feedbacks.map(({ status, can }) => [status, can.answer])).toEqual([
      ['pending', true],
      ['pending', true],
    ])
    expect(await statusesOf(requestId)).toEqual(['pending', 'pending'])
    expect(await newsOf(camille)).toEqual([])
    expect((await app.call(amir, feedback.reopenRequest, { params, body })).status, 'idempotent').toBe(200)
    const answered = await app.call(amir, feedback.answerFeedback, { params: { id: ids[0] }, body: anAnswer() })
    expect(answered.status).toBe(200)
    const stored = await app.database.db.execute(
      sql`select from feedbacks where sealed_reason is not null and id in (${ids[0]}, ${ids[1]})`,
    )
    expect(stored.rows).toEqual([])
  })

  test('does not change an answered skill', async () => {
    const { params, ids } = await askAmir()
    await app.call(amir, feedback.answerFeedback, { params: { id: ids[0] }, body: anAnswer() })
    const declined = await app.call(amir, feedback.declineRequest, { params, body: { feedback_ids: ids } })
    expect(declined.body.feedbacks.map(({ status }) => status)).toEqual(['answered', 'declined'])
    const again = await app.call(amir, feedback.declineRequest, { params, body: { feedback_ids: [ids[0]] } })
    expectProblem(again, 409, 'already_answered')
    expectProblem(await app.call(amir, feedback.reopenRequest, { params, body: { feedback_ids: [ids[0]] } }), 409, 'already_answered')
  })

  test('takes only skills of this group, and only from its giver', async () => {
    const [one, other] = [await askAmir(), await askAmir()]
    const crossed = { params: one.params, body: { feedback_ids: [one.ids[0], other.ids[0]] } }
    expect((await app.call(amir, feedback.declineRequest, crossed)).status).toBe(404)
    expect((await app.call(greta, feedback.declineRequest, { params: one.params, body: { feedback_ids: one.ids } })).status).toBe(404)
    await app.call(amir, feedback.declineRequest, { params: one.params, body: { feedback_ids: one.ids } })
    for (const stranger of [camille, greta])
      expect((await app.call(stranger, feedback.reopenRequest, { params: one.params, body: { feedback_ids: one.ids } })).status).toBe(404)
    expect((await app.call(amir, feedback.reopenRequest, crossed)).status).toBe(404)
  })
})

describe('taking a decline back', () => {
  test('keeps the news of the other skill and of other people', async () => {
    const sent = await ask(app, camille, [amir, greta], twoSkills())
    const decline = (who: TestUser, id: string) => app.call(who, feedback.declineFeedback, { params: { id }, body: {} })
    const [first, second] = feedbacksOf(sent, amir).map(({ id }) => id) as [string, string]
    await decline(amir, first)
    await decline(amir, second)
    await decline(greta, feedbacksOf(sent, greta)[0]?.id as string)
    expect(await newsOf(camille)).toHaveLength(3)
    const params = { id: feedbacksOf(sent, amir)[0]?.recipient.id as string }
    await app.call(amir, feedback.reopenRequest, { params, body: { feedback_ids: [first] } })
    const left = await newsOf(camille)
    expect(left.map(({ actor, skill_id }) => [actor?.first_name, skill_id])).toEqual([
      ['Greta', company.skillIds[0]],
      ['Amir', company.skillIds[1]],
    ])
  })

  test('is refused when the request is cancelled or has expired', async () => {
    const cancelled = await askAmir()
    await app.call(amir, feedback.declineRequest, { params: cancelled.params, body: { feedback_ids: [cancelled.ids[0]] } })
    await app.call(camille, feedback.cancelRequest, { params: { id: cancelled.requestId } })
    const body = { feedback_ids: [cancelled.ids[0]] }
    expectProblem(await app.call(amir, feedback.reopenRequest, { params: cancelled.params, body }), 409, 'feedback_cancelled')
    expect((await listOf('declined')).map(({ can }) => can.reopen)).toEqual([false])

    const expired = await askAmir()
    await app.call(amir, feedback.declineRequest, { params: expired.params, body: { feedback_ids: expired.ids } })
    await passTime(app, 31 * DAY_MS, amir)
    const late = await app.call(amir, feedback.reopenRequest, { params: expired.params, body: { feedback_ids: expired.ids } })
    expectProblem(late, 409, 'feedback_expired')
  })

  test('on a confidential request shows nothing to the requester, before and after', async () => {
    const others = [amir, greta, ...(await createUsers(app, company, 3))]
    const sent = await ask(app, camille, others, { ...twoSkills(), confidential: true })
    const look = async () => {
      const request = (await app.call(camille, feedback.getRequest, { params: { id: sent.id } })).body
      return JSON.stringify([request, (await app.call(camille, newsfeed.listNews)).body])
    }
    const mine = (await app.call(amir, feedback.listRequestsToAnswer)).body.groups[0]
    const call = { params: { id: mine?.id as string }, body: { feedback_ids: mine?.feedbacks.map(({ id }) => id) as string[] } }
    const before = await look()
    expect((await app.call(amir, feedback.declineRequest, call)).status).toBe(200)
    expect(await look()).toBe(before)
    expect((await app.call(amir, feedback.reopenRequest, call)).status).toBe(200)
    expect(await look()).toBe(before)
  })
})

test('a guest declines the whole request, takes it back, and answers', async () => {
  const sent = await ask(app, camille, { email: 'guest@partner.example' }, twoSkills())
  const params = guestParams(sent.feedbacks[0]?.guest_link)
  const feedback_ids = sent.feedbacks.map(({ id }) => id)
  const declined = await app.call(null, guest.guestDecline, { params, body: { feedback_ids, reason: 'Too long ago' } })
  expect(declined.body.feedbacks.map(({ status, can }) => [status, can.reopen])).toEqual([
    ['declined', true],
    ['declined', true],
  ])
  expect(await newsOf(camille)).toHaveLength(2)
  const back = await app.call(null, guest.guestReopen, { params, body: { feedback_ids } })
  expect(back.body.feedbacks.map(({ status }) => status)).toEqual(['pending', 'pending'])
  expect(await newsOf(camille)).toEqual([])
  const elsewhere = await askAmir()
  const foreign = await app.call(null, guest.guestDecline, { params, body: { feedback_ids: elsewhere.ids } })
  expect(foreign.status).toBe(404)
  expect((await app.call(null, guest.guestAnswer, { params, body: anAnswer() })).status).toBe(200)
})

test('an answer that was withdrawn and is given again is unread and new', async () => {
  const sent = await ask(app, camille, { email: 'guest@partner.example' })
  const params = guestParams(sent.feedbacks[0]?.guest_link)
  const ids = [params.feedbackId]
  const counts = async () => {
    const { unread_answers, new_answers } = (await app.call(camille, people.getUser, { params: { userId: '1' } })).body.feedbacks
    return { unread_answers, new_answers }
  }
  const answer = async () => expect((await app.call(null, guest.guestAnswer, { params, body: anAnswer() })).status).toBe(200)
  await answer()
  await app.call(camille, feedback.markAnswersSeen, { body: { ids } })
  expect(await counts()).toEqual({ unread_answers: 0, new_answers: 0 })
  expect((await app.call(null, guest.guestDelete, { params })).status).toBe(200)
  expect((await app.call(null, guest.guestReopen, { params, body: { feedback_ids: ids } })).status).toBe(200)
  await answer()
  expect(await counts()).toEqual({ unread_answers: 1, new_answers: 1 })
})
