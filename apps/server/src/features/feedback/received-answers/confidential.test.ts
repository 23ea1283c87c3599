import { DAY_MS, HOUR_MS, MINUTE_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { statistics } from '@reflet/contract/statistics'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../../test/expect-problem.ts'
import { anAnswer, createCompany, createUser, createUsers, type TestUser } from '../../../test/factories.ts'
import { answer, aRequest, ask, feedbackOf } from '../../../test/requests.ts'
import { useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { remindUnanswered } from '../schedules.commands.ts'

const app = useTestApp()
const { company } = useCompany(app)

async function askConfidentially(givers: TestUser[], extra: { email: string }[] = [], asker?: TestUser) {
  const receiver = asker ?? (await createUser(app, company))
  const skill = company.skillIds[0] as string
  const sent = await ask(app, receiver, [...givers, ...extra], { confidential: true, context: 'Retro' })
  const answerWith = (giver: TestUser, rating: number) => answer(app, giver, sent, { rating, keep: `said by ${giver.id}` })
  const seen = async () => {
    const read = await app.call(receiver, feedback.listAnswers)
    const record = await app.call(receiver, people.getUser, { params: { userId: '1' } })
    const figures = await app.call(receiver, statistics.getStatistics, { params: { userId: '1' } })
    const request = await app.call(receiver, feedback.getRequest, { params: { id: sent.id } })
    return {
      read: read.body,
      unread: record.body.feedbacks.unread_answers,
      news: record.body.gamification.newsfeed,
      statistics: figures.body.skills.find((item) => item.skill.id === skill),
      request: request.body,
    }
  }
  return { receiver, sent, answerWith, seen }
}

describe('a confidential request', () => {
  test('of three answers, also concurrent ones, shows a distribution and comments, but no names', async () => {
    const givers = await createUsers(app, company, 3)
    const { answerWith, seen, sent } = await askConfidentially(givers, [{ email: 'outsider@x.example' }])
    const links = sent.feedbacks.flatMap(({ guest_link }) => guest_link ?? [])
    expect(links, 'a link would open the guest’s answer').toEqual([])
    await Promise.all(givers.map((giver, index) => answerWith(giver, index + 3)))
    const { read, unread, news, statistics: figures, request } = await seen()
    expect(read.answers).toEqual([])
    expect(read.confidential).toHaveLength(1)
    const [group] = read.confidential
    expect(group).toMatchObject({ n: 3, distribution: [0, 0, 1, 1, 1], context: 'Retro' })
    expect(group?.month).toMatch(/^\d{4}-\d{2}$/)
    expect(group?.comments.map((comment) => comment.keep).sort()).toEqual(givers.map((giver) => `said by ${giver.id}`).sort())
    expect(unread).toBe(3)
    expect(figures).toMatchObject({ n: 3, score: 4 })
    const released = news.filter((item) => item.kind === 'confidential_ready')
    expect(released).toHaveLength(1)
    expect(released[0]).toMatchObject({ actor: null, created_at: null })
    const now = app.now()
    const millisecond = Number.parseInt((released[0]?.id ?? '').replace('-', '').slice(0, 12), 16)
    expect(millisecond, 'the month of the release, not its time').toBe(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
    expect(request.feedbacks.every((item) => item.status === null && item.reason === null)).toBe(true)
    // No database id and no author anywhere.
    const text = JSON.stringify({ read, news })
    for (const item of sent.feedbacks) expect(text).not.toContain(item.id)
    for (const giver of givers) expect(JSON.stringify(news)).not.toContain(giver.id)
  })

  test('gives each comment a new id and order on each read', async () => {
    const givers = await createUsers(app, company, 3)
    const { answerWith, seen } = await askConfidentially(givers)
    for (const giver of givers) await answerWith(giver, 4)
    const looks = await Promise.all(Array.from({ length: 12 }, async () => (await seen()).read.confidential[0]?.comments ?? []))
    expect(new Set(looks.flat().map((comment) => comment.id)).size).toBe(36)
    expect(new Set(looks.map((comments) => comments.map((comment) => comment.keep).join())).size).toBeGreaterThan(1)
  })

  test('tells two rounds of a month apart, by a stable id without a timestamp', async () => {
    const givers = await createUsers(app, company, 3)
    const first = await askConfidentially(givers)
    const second = await askConfidentially(givers, [], first.receiver)
    for (const { answerWith } of [first, second]) for (const giver of givers) await answerWith(giver, 4)
    const idsOf = async () => (await first.seen()).read.confidential.map(({ id }) => id)
    const ids = await idsOf()
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id, 'random: its order tells nothing').toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(await idsOf()).toEqual(ids)
  })

  test('answers can be edited until release, and not after: a difference would show whose it is', async () => {
    const givers = await createUsers(app, company, 3)
    const { answerWith, seen, sent } = await askConfidentially(givers)
    const [first, second, third] = givers as [TestUser, TestUser, TestUser]
    await answerWith(first, 1)
    const params = { id: feedbackOf(sent, first) }
    const edit = (rating: number) => app.call(first, feedback.editAnswer, { params, body: anAnswer({ rating }) })
    expect((await edit(2)).status).toBe(200)
    await answerWith(second, 3)
    await answerWith(third, 4)
    expectProblem(await edit(5), 409, 'edit_window_closed')
    const list = await app.call(first, feedback.listRequestsToAnswer, { query: { status: 'answered' } })
    expect(list.body.groups[0]?.feedbacks[0]?.can.edit).toBe(false)
    expect((await seen()).read.confidential[0]?.distribution).toEqual([0, 1, 1, 1, 0])
  })

  test('the automatic reminder marks everyone alike, so that a later manual one reveals nothing', async () => {
    const givers = await createUsers(app, company, 4)
    const { answerWith, receiver, sent } = await askConfidentially(givers)
    await app.mails()
    await answerWith(givers[0] as TestUser, 4)
    app.advance(3 * DAY_MS + MINUTE_MS)
    await remindUnanswered(app.platform)
    const addressed = (await app.mails()).map((mail) => JSON.stringify(mail.to))
    expect(givers.map((giver) => addressed.some((to) => to.includes(giver.email)))).toEqual([false, true, true, true])
    expectProblem(await app.call(receiver, feedback.remindRequest, { params: { id: sent.id } }), 409, 'reminded_recently')
  })

  test('reminding returns the same result, independent of who has answered', async () => {
    const givers = await createUsers(app, company, 3)
    const { answerWith, receiver, sent } = await askConfidentially(givers)
    await app.mails()
    await answerWith(givers[0] as TestUser, 4)
    app.advance(DAY_MS + HOUR_MS)
    const reminded = await app.call(receiver, feedback.remindRequest, { params: { id: sent.id } })
    expect(reminded.body.reminded).toBe(3)
    expect(await app.mails()).toHaveLength(2)
    const seen = async () => (await app.call(receiver, feedback.getRequest, { params: { id: sent.id } })).body
    const before = await seen()
    expect(before).toMatchObject({ can: { remind: false }, can_remind_from: expect.any(String) })
    await answerWith(givers[1] as TestUser, 4)
    expect(await seen(), 'the same after another answer').toEqual(before)
  })

  test('in a company with a higher threshold needs more answers', async () => {
    const careful = await createCompany(app, { threshold: 5 })
    const givers = await createUsers(app, careful, 5)
    const receiver = await createUser(app, careful)
    const confidential = true
    const tooFew = await app.call(receiver, feedback.createRequest, { body: aRequest(receiver, givers.slice(1), { confidential }) })
    expectProblem(tooFew, 422, 'confidential_needs_more_people')
    const sent = await ask(app, receiver, givers, { confidential })
    for (const [index, giver] of givers.entries()) {
      const read = await app.call(receiver, feedback.listAnswers)
      expect(read.body.confidential, `after ${index}`).toHaveLength(0)
      await answer(app, giver, sent)
    }
    expect((await app.call(receiver, feedback.listAnswers)).body.confidential).toHaveLength(1)
  })
})
