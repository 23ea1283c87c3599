import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { statistics } from '@reflet/contract/statistics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, createUsers, type TestCompany, type TestUser } from '../../../test/factories.ts'
import { remindUnanswered } from '../schedules.commands.ts'

let app: TestApp
let company: TestCompany

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app)
})
afterAll(() => app.close())

async function askConfidentially(givers: TestUser[], extra: { email: string }[] = [], asker?: TestUser) {
  const receiver = asker ?? (await createUser(app, company))
  const skill = company.skillIds[0] as string
  const sent = await app.call(receiver, feedback.createRequest, {
    body: {
      skill_ids: [skill],
      recipients: [...givers.map((giver) => ({ user_id: giver.id })), ...extra],
      confidential: true,
      context: 'Retro',
      idempotency_key: aKey(),
    },
  })
  const answer = async (giver: TestUser, rating: number) => {
    const id = sent.body.feedbacks.find((item) => item.recipient.user_id === giver.id)?.id as string
    const done = await app.call(giver, feedback.answerFeedback, { params: { id }, body: anAnswer({ rating, keep: `said by ${giver.id}` }) })
    expect(done.status).toBe(200)
  }
  const seen = async () => {
    const read = await app.call(receiver, feedback.listAnswers)
    const record = await app.call(receiver, people.getUser, { params: { userId: '1' } })
    const figures = await app.call(receiver, statistics.getStatistics, { params: { userId: '1' } })
    const one = await app.call(receiver, statistics.getSkillStatistics, { params: { userId: '1', skillId: skill } })
    const request = await app.call(receiver, feedback.getRequest, { params: { id: sent.body.id } })
    return {
      read: read.body,
      unread: record.body.feedbacks.unread_answers,
      news: record.body.gamification.newsfeed,
      statistics: figures.body.skills.find((item) => item.skill.id === skill),
      one: one.body,
      request: request.body,
    }
  }
  return { receiver, sent: sent.body, answer, seen }
}

describe('a confidential request', () => {
  test('shows nothing at all until three have answered', async () => {
    const givers = await createUsers(app, company, 4)
    const { answer, seen } = await askConfidentially(givers)
    const before = await seen()
    await answer(givers[0] as TestUser, 1)
    await answer(givers[1] as TestUser, 2)
    const after = await seen()
    expect(after).toEqual(before)
    expect(after.read).toMatchObject({ answers: [], confidential: [] })
    expect(after.unread).toBe(0)
    expect(await mailsTo(after.request.id)).toBe(0)
  })

  test('then shows a distribution and words, but nobody', async () => {
    const givers = await createUsers(app, company, 3)
    const { answer, seen, sent } = await askConfidentially(givers)
    for (const [index, giver] of givers.entries()) await answer(giver, index + 3)
    const { read, unread, news, statistics: figures, request } = await seen()
    expect(read.answers).toEqual([])
    expect(read.confidential).toHaveLength(1)
    const [group] = read.confidential
    expect(group).toMatchObject({ n: 3, distribution: [0, 0, 1, 1, 1], context: 'Retro' })
    expect(group?.month).toMatch(/^\d{4}-\d{2}$/)
    expect(group?.comments.map((comment) => comment.keep).sort()).toEqual(givers.map((giver) => `said by ${giver.id}`).sort())
    expect(unread).toBe(3)
    expect(figures).toMatchObject({ n: 3, score: 4 })
    const told = news.filter((item) => item.kind === 'confidential_ready')
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ actor: null, created_at: null })
    expect(request.feedbacks.every((item) => item.status === null && item.reason === null)).toBe(true)
    // No id of the database and no author anywhere.
    const text = JSON.stringify({ read, news })
    for (const item of sent.feedbacks) expect(text).not.toContain(item.id)
    for (const giver of givers) expect(JSON.stringify(news)).not.toContain(giver.id)
  })

  test('gives each comment another id and order every time', async () => {
    const givers = await createUsers(app, company, 3)
    const { answer, seen } = await askConfidentially(givers)
    for (const giver of givers) await answer(giver, 4)
    const looks = await Promise.all(Array.from({ length: 12 }, async () => (await seen()).read.confidential[0]?.comments ?? []))
    expect(new Set(looks.flat().map((comment) => comment.id)).size).toBe(36)
    expect(new Set(looks.map((comments) => comments.map((comment) => comment.keep).join())).size).toBeGreaterThan(1)
  })

  test('tells two rounds of a month apart, by an id that stays and carries no time', async () => {
    const givers = await createUsers(app, company, 3)
    const first = await askConfidentially(givers)
    const second = await askConfidentially(givers, [], first.receiver)
    for (const { answer } of [first, second]) for (const giver of givers) await answer(giver, 4)
    const idsOf = async () => (await first.seen()).read.confidential.map(({ id }) => id)
    const ids = await idsOf()
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id, 'random: its order tells nothing').toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(await idsOf()).toEqual(ids)
  })

  test('a fourth answer waits for more: before and after show the same', async () => {
    const givers = await createUsers(app, company, 6)
    const { answer, seen } = await askConfidentially(givers)
    for (const giver of givers.slice(0, 3)) await answer(giver, 4)
    const before = withoutIds(await seen())
    await answer(givers[3] as TestUser, 1)
    await answer(givers[4] as TestUser, 1)
    expect(withoutIds(await seen())).toEqual(before)
    await answer(givers[5] as TestUser, 1)
    expect((await seen()).read.confidential[0]).toMatchObject({ n: 6, distribution: [3, 0, 0, 3, 0] })
  })

  test('three who answer at the same moment count one another', async () => {
    const givers = await createUsers(app, company, 3)
    const { answer, seen } = await askConfidentially(givers)
    await Promise.all(givers.map((giver) => answer(giver, 5)))
    expect((await seen()).read.confidential[0]).toMatchObject({ n: 3 })
  })

  test('gives its sender no guest link: it would open the guest’s answer', async () => {
    const givers = await createUsers(app, company, 3)
    const { sent } = await askConfidentially(givers, [{ email: 'outsider@x.example' }])
    expect(sent.feedbacks.every((item) => item.guest_link === undefined)).toBe(true)
  })

  test('a no is not told', async () => {
    const givers = await createUsers(app, company, 3)
    const { sent, seen } = await askConfidentially(givers)
    const before = withoutIds(await seen())
    const id = sent.feedbacks[0]?.id as string
    const giver = givers.find((one) => one.id === sent.feedbacks[0]?.recipient.user_id) as TestUser
    await app.call(giver, feedback.declineFeedback, { params: { id }, body: { reason: 'No' } })
    expect(withoutIds(await seen())).toEqual(before)
  })

  test('can be changed until it is shown, and not any more after: a difference would show whose it is', async () => {
    const givers = await createUsers(app, company, 3)
    const { answer, seen, sent } = await askConfidentially(givers)
    const [first, second, third] = givers as [TestUser, TestUser, TestUser]
    await answer(first, 1)
    const id = sent.feedbacks.find((item) => item.recipient.user_id === first.id)?.id as string
    const edit = () => app.call(first, feedback.editAnswer, { params: { id }, body: anAnswer({ rating: 2 }) })
    expect((await edit()).status).toBe(200)
    await answer(second, 3)
    await answer(third, 4)
    const shown = withoutIds(await seen())
    const late = await edit()
    expect([late.status, late.body.code]).toEqual([409, 'edit_window_closed'])
    const list = await app.call(first, feedback.listReceived, { query: { status: 'answered' } })
    expect(list.body.groups[0]?.feedbacks[0]?.can.edit).toBe(false)
    expect(withoutIds(await seen())).toEqual(shown)
  })

  test('the load of a colleague does not tell the asker who has answered', async () => {
    const givers = await createUsers(app, company, 3)
    const { answer, receiver } = await askConfidentially(givers)
    const load = async () => {
      const found = await app.call(receiver, people.searchColleagues, { query: { query: givers[0]?.email.split('@')[0] ?? '' } })
      return found.body.colleagues.find(({ user_id }) => user_id === givers[0]?.id)?.open_requests
    }
    const before = await load()
    await answer(givers[0] as TestUser, 4)
    expect(await load()).toBe(before)
  })

  test('the news of a release is dated to the month, its id too', async () => {
    const givers = await createUsers(app, company, 3)
    const { answer, seen } = await askConfidentially(givers)
    for (const giver of givers) await answer(giver, 4)
    const told = (await seen()).news.find((item) => item.kind === 'confidential_ready')
    const millisecond = Number.parseInt((told?.id ?? '').replace('-', '').slice(0, 12), 16)
    const now = app.now()
    expect(millisecond).toBe(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
  })

  test('the automatic reminder stamps everybody alike: one by hand afterwards counts nobody apart', async () => {
    const givers = await createUsers(app, company, 4)
    const { answer, receiver, sent } = await askConfidentially(givers)
    await app.mails()
    await answer(givers[0] as TestUser, 4)
    app.advance(3 * 86_400_000 + 60_000)
    await remindUnanswered(app.platform)
    const addressed = (await app.mails()).map((mail) => JSON.stringify(mail.to))
    expect(givers.map((giver) => addressed.some((to) => to.includes(giver.email)))).toEqual([false, true, true, true])
    const byHand = await app.call(receiver, feedback.remindRequest, { params: { id: sent.id } })
    expect([byHand.status, byHand.body.code]).toEqual([409, 'reminded_recently'])
  })

  test('reminding answers the same whoever has answered', async () => {
    const givers = await createUsers(app, company, 3)
    const { answer, receiver, sent } = await askConfidentially(givers)
    await app.mails()
    await answer(givers[0] as TestUser, 4)
    const reminded = await app.call(receiver, feedback.remindRequest, { params: { id: sent.id } })
    expect(reminded.body.reminded).toBe(3)
    expect(await app.mails()).toHaveLength(2)
  })

  test('a company with a higher threshold waits longer', async () => {
    const careful = await createCompany(app, { threshold: 5 })
    const givers = await createUsers(app, careful, 5)
    const receiver = await createUser(app, careful)
    const body = {
      skill_ids: [careful.skillIds[0] as string],
      confidential: true,
      recipients: givers.map((giver) => ({ user_id: giver.id })),
    }
    const tooFew = await app.call(receiver, feedback.createRequest, {
      body: { ...body, recipients: body.recipients.slice(1), idempotency_key: aKey() },
    })
    expect(tooFew.body.code).toBe('confidential_needs_more_people')
    const sent = await app.call(receiver, feedback.createRequest, { body: { ...body, idempotency_key: aKey() } })
    for (const [index, giver] of givers.entries()) {
      const read = await app.call(receiver, feedback.listAnswers)
      expect(read.body.confidential, `after ${index}`).toHaveLength(0)
      const id = sent.body.feedbacks.find((item) => item.recipient.user_id === giver.id)?.id as string
      await app.call(giver, feedback.answerFeedback, { params: { id }, body: anAnswer() })
    }
    expect((await app.call(receiver, feedback.listAnswers)).body.confidential).toHaveLength(1)
  })
})

const mailsTo = async (requestId: string) =>
  (await app.mails()).filter((mail) => mail.text?.includes(requestId) || mail.text?.includes('/dashboard')).length

/** What a reader could compare: everything but the ids and orders that change at each look by design. */
function withoutIds<T extends { read: { confidential: { comments: { id: string; keep: string | null }[] }[] } }>(seen: T): T {
  const confidential = seen.read.confidential.map((group) => ({
    ...group,
    comments: group.comments.map(({ id: _, ...comment }) => comment).sort((a, b) => String(a.keep).localeCompare(String(b.keep))),
  }))
  return { ...seen, read: { ...seen.read, confidential } } as T
}
