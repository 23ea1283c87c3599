import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../../db/index.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { anAnswer } from '../../../test/factories.ts'
import { ask, feedbackOf, feedbacksOf } from '../../../test/requests.ts'
import { passTime, useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { abilities, editableSince, isShown } from '../feedback.policy.ts'
import { expireFeedbacks } from '../schedules.commands.ts'

const app = useTestApp()
const { company, camille, amir, greta } = useCompany(app, ['camille', 'amir', 'greta'])

const askAmir = async () => feedbackOf(await ask(app, camille, amir), amir)
/** Advances the clock and logs both in again. */
const wait = (milliseconds: number) => passTime(app, milliseconds, camille, amir)
const answer = (id: string, changes = {}) => app.call(amir, feedback.answerFeedback, { params: { id }, body: anAnswer(changes) })

describe('answering', () => {
  test('is idempotent for the same answer; another answer is refused', async () => {
    const id = await askAmir()
    expect((await answer(id)).status).toBe(200)
    expect((await answer(id)).status).toBe(200)
    expectProblem(await answer(id, { rating: 1 }), 409, 'already_answered')
    const received = await app.call(camille, feedback.listAnswers)
    expect(received.body.answers.filter((item) => item.id === id)).toMatchObject([{ rating: 4 }])
  })

  test('"I haven’t seen it" counts as answered and never in a score', async () => {
    const id = await askAmir()
    const done = await answer(id, { rating: null, not_observed: true, situation: null, keep: null, improve: null })
    expect(done.body.status).toBe('answered')
    for (const wrong of [
      { rating: null, not_observed: false },
      { rating: 3, not_observed: true },
    ]) {
      const refused = await answer(await askAmir(), wrong)
      expect([refused.status, refused.body.fields]).toEqual([400, { rating: 'rating_or_not_observed' }])
    }
  })

  test('with a low rating needs a comment', async () => {
    const id = await askAmir()
    expectProblem(await answer(id, { rating: 2, situation: null, improve: '   ', keep: 'Kind' }), 422, 'comment_required')
    expect((await answer(id, { rating: 2, situation: null, improve: 'Listen first' })).status).toBe(200)
  })

  test('can be edited for 24 hours, by its giver only', async () => {
    const id = await askAmir()
    const edit = (who = amir, changes = {}) => app.call(who, feedback.editAnswer, { params: { id }, body: anAnswer(changes) })
    expectProblem(await edit(), 409, 'not_answered')
    await answer(id)
    expect((await edit(amir, { rating: 5, keep: 'Changed' })).body.answer).toMatchObject({ rating: 5, keep: 'Changed' })
    expect((await edit(camille)).status).toBe(404)
    await wait(24 * HOUR_MS + 1000)
    expectProblem(await edit(), 409, 'edit_window_closed')
  })

  test('an edit changes what is sent: null empties a field, and one that is not sent stays', async () => {
    const id = await askAmir()
    const edit = async (body: object) => {
      const { status, body: edited } = await app.call(amir, feedback.editAnswer, { params: { id }, body })
      return [status, edited.answer]
    }
    await answer(id, { situation: 'On Tuesday', keep: 'Calm', improve: 'Sum up' })
    const words = { situation: 'On Tuesday', keep: 'Calm', improve: 'Sum up' }
    expect(await edit({ rating: 5 })).toMatchObject([200, { rating: 5, not_observed: false, ...words }])
    expect(await edit({ keep: null })).toMatchObject([200, { rating: 5, ...words, keep: null }])
    expect(await edit({ keep: 'Patient' })).toMatchObject([200, { rating: 5, ...words, keep: 'Patient' }])
    expect(await edit({})).toMatchObject([200, { rating: 5, ...words, keep: 'Patient' }])
    const read = await app.call(camille, feedback.getAnswer, { params: { id } })
    expect(read.body).toMatchObject({ rating: 5, ...words, keep: 'Patient' })
  })

  test('the rules hold for what results of an edit', async () => {
    const id = await askAmir()
    const edit = (body: object) => app.call(amir, feedback.editAnswer, { params: { id }, body })
    const contradiction = { fields: { rating: 'rating_or_not_observed' } }
    await answer(id, { rating: 2, situation: 'On Tuesday', keep: null, improve: null })
    expectProblem(await edit({ situation: null }), 422, 'comment_required')
    expect((await edit({ situation: null, improve: 'Listen first' })).status).toBe(200)
    expectProblem(await edit({ rating: null }), 400, 'invalid_input', contradiction)
    expectProblem(await edit({ not_observed: true }), 400, 'invalid_input', contradiction)
    expect((await edit({ rating: null, not_observed: true })).body.answer).toMatchObject({ rating: null, improve: 'Listen first' })
    expectProblem(await edit({ rating: 3 }), 400, 'invalid_input', contradiction)
    expect((await edit({ improve: null })).status).toBe(200)
    expectProblem(await edit({ rating: 1, not_observed: false }), 422, 'comment_required')
  })

  test('declining notifies the requester, with the reason, and is idempotent', async () => {
    const id = await askAmir()
    const decline = (body: object) => app.call(amir, feedback.declineFeedback, { params: { id }, body })
    expect((await decline({ reason: 'We have not worked together' })).body.status).toBe('declined')
    expect((await decline({})).status).toBe(200)
    const declined = { status: 'declined', reason: 'We have not worked together' }
    const sent = await app.call(camille, feedback.listRequests)
    expect(sent.body.requests[0]?.feedbacks[0]).toMatchObject(declined)
    const mine = await app.call(amir, feedback.listRequestsToAnswer, { query: { status: 'declined' } })
    expect(mine.body.groups[0]?.feedbacks).toMatchObject([{ id, ...declined }])
    expectProblem(await answer(id), 409, 'feedback_declined')
  })

  test('a request is found in any state, by its id, that of a feedback, or of the request; by who received it only', async () => {
    const sent = await ask(app, camille, [amir, greta], { skill_ids: company.skillIds.slice(0, 3) })
    const [first, second, third] = feedbacksOf(sent, amir).map(({ id }) => id) as [string, string, string]
    const find = (id: string, who = amir) => app.call(who, feedback.getRequestToAnswer, { params: { id } })
    await answer(first)
    await app.call(amir, feedback.declineFeedback, { params: { id: second }, body: { reason: 'Too new' } })
    const found = (await find(sent.id)).body
    expect(found.feedbacks).toMatchObject([
      { id: first, status: 'answered', answer: { rating: 4 } },
      { id: second, status: 'declined', reason: 'Too new' },
      { id: third, status: 'pending', answer: null, can: { answer: true } },
    ])
    for (const id of [found.id, first, third]) expect((await find(id)).body).toEqual(found)
    expect((await find(sent.id, greta)).body.feedbacks.map(({ id }) => id)).toEqual(feedbacksOf(sent, greta).map(({ id }) => id))
    for (const id of [found.id, first]) expectProblem(await find(id, greta), 404, 'not_found')
    expectProblem(await find(sent.id, camille), 404, 'not_found')
    await app.call(camille, feedback.cancelRequest, { params: { id: sent.id } })
    expect((await find(sent.id)).body.feedbacks.map(({ status }) => status)).toEqual(['answered', 'declined', 'cancelled'])
  })

  test('is not possible after the company’s expiry days', async () => {
    const id = await askAmir()
    await wait(30 * DAY_MS + HOUR_MS)
    expectProblem(await answer(id), 409, 'feedback_expired')
    expect(await expireFeedbacks(app.platform)).toBeGreaterThan(0)
    expect(await expireFeedbacks(app.platform)).toBe(0)
    const list = await app.call(amir, feedback.listRequestsToAnswer, { query: { status: 'expired' } })
    expect(list.body.groups.flatMap((group) => group.feedbacks).map((item) => item.id)).toContain(id)
  })

  test('the policy is the same in code and in SQL', async () => {
    const now = app.now()
    for (const status of ['pending', 'answered', 'declined', 'expired', 'cancelled'] as const)
      for (const expires of [-1, 1])
        for (const [answered, shown] of [
          [null, false],
          [-25, false],
          [-23, false],
          [-23, true],
        ] as const)
          for (const reopenable of [true, false]) {
            const expires_at = new Date(now.getTime() + expires * HOUR_MS)
            const answered_at = answered === null ? null : new Date(now.getTime() + answered * HOUR_MS)
            const [row] = await rows(
              app.database.db,
              { answer: t.bool, edit: t.bool, reopen: t.bool },
              sql`select f.status = 'pending' and r.expires_at > ${now}::timestamptz as answer,
              coalesce(f.status = 'answered' and not ${isShown} and f.answered_at > ${editableSince(now)}::timestamptz, false) as edit,
              f.status = 'declined' and ${reopenable}::boolean and r.expires_at > ${now}::timestamptz as reopen
              from (select ${status}::text as status, ${answered_at}::timestamptz as answered_at,
                ${shown}::boolean as confidential, ${answered_at}::timestamptz as released_at) f, (select ${expires_at}::timestamptz as expires_at) r`,
            )
            expect(abilities({ status, expires_at, answered_at, shown, reopenable }, now)).toMatchObject(row as object)
          }
  })
})
