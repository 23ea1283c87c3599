import { DAY_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { newsfeed } from '@reflet/contract/newsfeed'
import { people } from '@reflet/contract/people'
import { describe, expect, test } from 'vitest'
import { rows, sql } from '../../../db/index.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { anAnswer, createUsers, type TestUser } from '../../../test/factories.ts'
import { answer, ask, feedbackOf, feedbacksOf, mailedParams } from '../../../test/requests.ts'
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

type Group = { params: { id: string } }
const decline = ({ params }: Group, ids: string[], who = amir, reason?: string) =>
  app.call(who, feedback.declineRequest, { params, body: { feedback_ids: ids, ...(reason && { reason }) } })
const reopen = ({ params }: Group, ids: string[], who = amir) =>
  app.call(who, feedback.reopenRequest, { params, body: { feedback_ids: ids } })

describe('declining a whole request', () => {
  test('declines each of its skills with the reason; taking it back undoes all of it and the news', async () => {
    const group = await askAmir()
    const { requestId, ids } = group
    const declined = await decline(group, ids, amir, 'We never met')
    expect(declined.body.feedbacks.map(({ status, can }) => [status, can.reopen])).toEqual(Array(2).fill(['declined', true]))
    expect(await statusesOf(requestId)).toEqual(['declined', 'declined'])
    expect((await listOf('declined')).map(({ reason }) => reason)).toEqual(['We never met', 'We never met'])
    expect(await newsOf(camille)).toHaveLength(2)

    const back = await reopen(group, ids)
    expect(back.body.feedbacks.map(({ status, can }) => [status, can.answer])).toEqual(Array(2).fill(['pending', true]))
    expect(await statusesOf(requestId)).toEqual(['pending', 'pending'])
    expect(await newsOf(camille)).toEqual([])
    expect((await reopen(group, ids)).status, 'idempotent').toBe(200)
    await answer(app, amir, ids[0])
    const stored = await rows(
      app.database.db,
      {},
      sql`select from feedbacks where sealed_reason is not null and id in (${ids[0]}, ${ids[1]})`,
    )
    expect(stored).toEqual([])
  })

  test('does not change an answered skill', async () => {
    const group = await askAmir()
    const { ids } = group
    await answer(app, amir, ids[0])
    expect((await decline(group, ids)).body.feedbacks.map(({ status }) => status)).toEqual(['answered', 'declined'])
    expectProblem(await decline(group, [ids[0]]), 409, 'already_answered')
    expectProblem(await reopen(group, [ids[0]]), 409, 'already_answered')
  })

  test('takes only skills of this group, and only from its giver', async () => {
    const [one, other] = [await askAmir(), await askAmir()]
    const crossed = [one.ids[0], other.ids[0]]
    expect((await decline(one, crossed)).status).toBe(404)
    await decline(one, one.ids)
    expect((await reopen(one, one.ids, camille)).status).toBe(404)
    expect((await reopen(one, crossed)).status).toBe(404)
  })
})

describe('taking a decline back', () => {
  test('keeps the news of the other skill and of other people', async () => {
    const sent = await ask(app, camille, [amir, greta], twoSkills())
    const [first, second] = feedbacksOf(sent, amir).map(({ id }) => id) as [string, string]
    for (const [who, id] of [
      [amir, first],
      [amir, second],
      [greta, feedbackOf(sent, greta)],
    ] as const)
      await app.call(who, feedback.declineFeedback, { params: { id }, body: {} })
    expect(await newsOf(camille)).toHaveLength(3)
    await reopen({ params: { id: feedbacksOf(sent, amir)[0]?.recipient.id as string } }, [first])
    const left = await newsOf(camille)
    expect(left.map(({ actor, skill_id }) => [actor?.first_name, skill_id])).toEqual([
      ['Greta', company.skillIds[0]],
      ['Amir', company.skillIds[1]],
    ])
  })

  test('is refused when the request is cancelled or has expired', async () => {
    const cancelled = await askAmir()
    await decline(cancelled, [cancelled.ids[0]])
    await app.call(camille, feedback.cancelRequest, { params: { id: cancelled.requestId } })
    expectProblem(await reopen(cancelled, [cancelled.ids[0]]), 409, 'feedback_cancelled')
    expect((await listOf('declined')).map(({ can }) => can.reopen)).toEqual([false])

    const expired = await askAmir()
    await decline(expired, expired.ids)
    await passTime(app, 31 * DAY_MS, amir)
    expectProblem(await reopen(expired, expired.ids), 409, 'feedback_expired')
  })

  test('on a confidential request shows nothing to the requester, before and after', async () => {
    const others = [amir, greta, ...(await createUsers(app, company, 3))]
    const sent = await ask(app, camille, others, { ...twoSkills(), confidential: true })
    const look = async () => {
      const request = (await app.call(camille, feedback.getRequest, { params: { id: sent.id } })).body
      return JSON.stringify([request, (await app.call(camille, newsfeed.listNews)).body])
    }
    const mine = (await app.call(amir, feedback.listRequestsToAnswer)).body.groups[0]
    const before = await look()
    for (const act of [decline, reopen]) {
      expect((await act({ params: { id: mine?.id as string } }, mine?.feedbacks.map(({ id }) => id) ?? [])).status).toBe(200)
      expect(await look()).toBe(before)
    }
  })
})

test('a guest declines the whole request, takes it back, and answers', async () => {
  const sent = await ask(app, camille, { email: 'guest@partner.example' }, twoSkills())
  const params = mailedParams(app, sent.feedbacks[0])
  const feedback_ids = sent.feedbacks.map(({ id }) => id)
  const declined = await app.call(null, guest.guestDecline, { params, body: { feedback_ids, reason: 'Too long ago' } })
  expect(declined.body.feedbacks.map(({ status, can }) => [status, can.reopen])).toEqual(Array(2).fill(['declined', true]))
  expect(await newsOf(camille)).toHaveLength(2)
  const back = await app.call(null, guest.guestReopen, { params, body: { feedback_ids } })
  expect(back.body.feedbacks.map(({ status }) => status)).toEqual(['pending', 'pending'])
  expect(await newsOf(camille)).toEqual([])
  const elsewhere = await askAmir()
  expect((await app.call(null, guest.guestDecline, { params, body: { feedback_ids: elsewhere.ids } })).status).toBe(404)
  expect((await app.call(null, guest.guestAnswer, { params, body: anAnswer() })).status).toBe(200)
})

test('an answer that was withdrawn and is given again is unread and new', async () => {
  const sent = await ask(app, camille, { email: 'guest@partner.example' })
  const params = mailedParams(app, sent.feedbacks[0])
  const ids = [params.feedbackId]
  const counts = async () => {
    const { unread_answers, new_answers } = (await app.call(camille, people.getUser, { params: { userId: '1' } })).body.feedbacks
    return { unread_answers, new_answers }
  }
  const answerIt = async () => expect((await app.call(null, guest.guestAnswer, { params, body: anAnswer() })).status).toBe(200)
  await answerIt()
  await app.call(camille, feedback.markAnswersSeen, { body: { ids } })
  expect(await counts()).toEqual({ unread_answers: 0, new_answers: 0 })
  expect((await app.call(null, guest.guestDelete, { params })).status).toBe(200)
  expect((await app.call(null, guest.guestReopen, { params, body: { feedback_ids: ids } })).status).toBe(200)
  await answerIt()
  expect(await counts()).toEqual({ unread_answers: 1, new_answers: 1 })
})
