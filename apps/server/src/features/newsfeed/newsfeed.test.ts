import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { newsfeed } from '@reflet/contract/newsfeed'
import { people } from '@reflet/contract/people'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../test/expect-problem.ts'
import { createUser, createUsers, type TestUser } from '../../test/factories.ts'
import { hasOneConnection, meanwhile } from '../../test/meanwhile.ts'
import { answer, ask, feedbackOf } from '../../test/requests.ts'
import { passTime, useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { expireFeedbacks } from '../feedback/schedules.commands.ts'

const app = useTestApp()
const { company, sender } = useCompany(app, { sender: { first_name: 'Ada', last_name: 'Roy' } })

const list = async (who: TestUser, cursor?: string | null) =>
  (await app.call(who, newsfeed.listNews, { query: cursor ? { cursor } : {} })).body
const read = (who: TestUser, body: { ids: string[] } | { all: true }) => app.call(who, newsfeed.readNews, { body })

/** A person with so many news items, oldest first. */
async function withNews(count: number) {
  const user = await createUser(app, company)
  for (let n = 0; n < count; n++) await ask(app, sender, user)
  return user
}

/**
 * Items of this month sort above the first moment of the month: in that hour, or when the month changes meanwhile, nothing would be shown.
 */
function awayFromTheTurnOfAMonth() {
  const soon = new Date(app.now().getTime() + HOUR_MS)
  if (soon.getUTCDate() === 1 && soon.getUTCHours() < 2) app.advance(3 * HOUR_MS)
}

describe('the newsfeed', () => {
  test('shows who did what, newest first', async () => {
    const user = await createUser(app, company)
    const asked = await ask(app, sender, user)
    const own = await ask(app, user, sender)
    await answer(app, sender, own)
    const { newsfeed: news, unread, next_cursor } = await list(user)
    expect(news).toMatchObject([
      { kind: 'answer_received', request_id: own.id, skill_id: company.skillIds[0], actor: { first_name: 'Ada', last_name: 'Roy' } },
      { kind: 'request_received', request_id: asked.id, is_read: false, actor: { first_name: 'Ada' } },
    ])
    expect(Date.parse(news[0]?.created_at as string)).toBeGreaterThanOrEqual(Date.parse(own.created_at))
    expect([unread, next_cursor]).toEqual([2, null])
  })

  test('is paged without gaps or duplicates while items are added', async () => {
    const user = await withNews(45)
    const first = await list(user)
    await ask(app, sender, user)
    const second = await list(user, first.next_cursor)
    const third = await list(user, second.next_cursor)
    expect([first, second, third].map((page) => page.newsfeed.length)).toEqual([20, 20, 5])
    const ids = [first, second, third].flatMap((page) => page.newsfeed.map(({ id }) => id))
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
    expect([third.next_cursor, first.unread, third.unread]).toEqual([null, 45, 46])
    const record = await app.call(user, people.getUser, { params: { userId: '1' } })
    expect(record.body.gamification.newsfeed).toEqual((await list(user)).newsfeed)
  })

  test.each(['bm8', Buffer.from('["x"]').toString('base64url')])('refuses the invalid pagination cursor %s', async (cursor) => {
    const reply = await app.call(sender, newsfeed.listNews, { query: { cursor } })
    expectProblem(reply, 400, 'invalid_input')
  })
})

describe('marking as read', () => {
  test('marks the given items, or all; the count follows', async () => {
    const user = await withNews(5)
    const ids = (await list(user)).newsfeed.map(({ id }) => id)
    expect((await read(user, { ids: ids.slice(1, 3) })).body).toEqual({ unread: 3 })
    expect((await list(user)).newsfeed.map(({ is_read }) => is_read)).toEqual([false, true, true, false, false])
    expect((await read(user, { ids: ids.slice(1, 3) })).body).toEqual({ unread: 3 })
    expect((await read(user, { all: true })).body).toEqual({ unread: 0 })
    expect((await list(user)).newsfeed.every(({ is_read }) => is_read)).toBe(true)
    await ask(app, sender, user)
    expect((await list(user)).unread).toBe(1)
  })

  test('ids of another person have no effect, and neither does their "all"', async () => {
    const [user, other] = [await withNews(2), await withNews(1)]
    const ids = (await list(user)).newsfeed.map(({ id }) => id)
    expect((await read(other, { ids })).body).toEqual({ unread: 1 })
    await read(other, { all: true })
    expect(await list(user)).toMatchObject({ unread: 2, newsfeed: [{ is_read: false }, { is_read: false }] })
  })

  test.each([{ ids: [] }, {}, { all: false }, { ids: ['x'] }, { all: true, ids: ['0199aaaa-0000-7000-8000-000000000000'] }])(
    'refuses %j',
    async (body) => {
      const reply = await read(sender, body as never)
      expectProblem(reply, 400, 'invalid_input')
    },
  )
})

describe('the news item of a confidential release', () => {
  test('shows no day and no one’s name; its position shows the month only', async () => {
    awayFromTheTurnOfAMonth()
    const [user, ...givers] = (await createUsers(app, company, 5)) as [TestUser, ...TestUser[]]
    const request = await ask(app, user, givers, { confidential: true })
    await ask(app, sender, user)
    for (const giver of givers.slice(0, 3)) await answer(app, giver, request)
    await ask(app, sender, user)
    const { newsfeed: news, unread } = await list(user)
    // Everything else is of this month too: an item dated to the first moment of the month sorts below, whenever it was created.
    expect(news.map(({ kind }) => kind)).toEqual(['request_received', 'request_received', 'confidential_ready'])
    expect(unread).toBe(3)
    const item = news[2]
    expect(item).toMatchObject({ created_at: null, actor: null, request_id: request.id, is_read: false })
    const now = app.now()
    expect(Number.parseInt((item?.id ?? '').replace('-', '').slice(0, 12), 16)).toBe(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
    for (const giver of givers) expect(JSON.stringify(news)).not.toContain(giver.id)
    await answer(app, givers[3] as TestUser, request)
    expect((await list(user)).newsfeed, 'a fourth answer waits').toEqual(news)
  })

  test('has an id that reveals nothing about the order of several', async () => {
    // Twelve random ids are in creation order with a chance of one in 479 million.
    const [user, ...givers] = (await createUsers(app, company, 4)) as [TestUser, ...TestUser[]]
    const came: string[] = []
    for (let n = 0; n < 12; n++) {
      const request = await ask(app, user, givers, { confidential: true })
      for (const giver of givers) await answer(app, giver, request)
      came.push(request.id)
    }
    const news = (await list(user)).newsfeed.filter(({ kind }) => kind === 'confidential_ready')
    expect(news.map(({ request_id }) => request_id).sort()).toEqual(came)
    expect(news.map(({ request_id }) => request_id)).not.toEqual(came)
    expect(news.map(({ request_id }) => request_id)).not.toEqual(came.toReversed())
  })

  test('stays unread when the dashboard is opened, and is read once its answers were seen', async () => {
    const [user, ...givers] = (await createUsers(app, company, 4)) as [TestUser, ...TestUser[]]
    const request = await ask(app, user, givers, { confidential: true })
    for (const giver of givers) await answer(app, giver, request)
    const [item] = (await list(user)).newsfeed
    await app.call(user, feedback.dashboardAccess)
    expect((await list(user)).newsfeed).toEqual([item])
    const { confidential } = (await app.call(user, feedback.listAnswers, { query: {} })).body
    await app.call(user, feedback.markAnswersSeen, { body: { ids: confidential.map(({ id }) => id) } })
    expect((await list(user)).newsfeed).toEqual([{ ...item, is_read: true }])
  })
})

describe('the news of a request', () => {
  const isRead = async (who: TestUser) => (await list(who)).newsfeed.map(({ is_read }) => is_read)

  test.each(['named', 'confidential'])(
    'is read once its reader has answered, %s; others’ and that of another request stay',
    async (how) => {
      const [user, other, third] = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
      await ask(app, sender, [user, other])
      const sent = await ask(app, sender, [user, other, third], {
        skill_ids: company.skillIds.slice(0, 2),
        confidential: how === 'confidential',
      })
      expect(await isRead(user)).toEqual([false, false])
      await answer(app, user, sent)
      expect(await isRead(user), 'the first skill of two').toEqual([true, false])
      expect(await isRead(other)).toEqual([false, false])
      expect((await list(user)).unread).toBe(1)
    },
  )

  test.each(['answered', 'declined'])(
    'never makes the call wait by which the request is %s: it may hold what the other waits for',
    async (how) => {
      const user = await createUser(app, company)
      const sent = await ask(app, sender, user)
      const id = feedbackOf(sent, user)
      let hasReplied = false
      await meanwhile(
        app,
        (other) => other.query('select from newsfeed where user_id = $1 for update', [user.id]),
        async () => {
          if (how === 'answered') await answer(app, user, id)
          else await app.call(user, feedback.declineFeedback, { params: { id }, body: {} })
          hasReplied = true
        },
        async () => expect(hasReplied || hasOneConnection()).toBe(true),
      )
    },
  )

  test('is read once its reader has declined, and when it expires', async () => {
    const [declining, waiting] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const sent = await ask(app, sender, [declining, waiting])
    await app.call(declining, feedback.declineFeedback, { params: { id: feedbackOf(sent, declining) }, body: {} })
    expect([await isRead(declining), await isRead(waiting)]).toEqual([[true], [false]])
    await passTime(app, 31 * DAY_MS, waiting)
    await expireFeedbacks(app.platform)
    expect(await isRead(waiting)).toEqual([true])
  })
})
