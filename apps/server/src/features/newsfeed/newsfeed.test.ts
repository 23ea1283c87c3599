import { feedback } from '@reflet/contract/feedback'
import { newsfeed } from '@reflet/contract/newsfeed'
import { people } from '@reflet/contract/people'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, createUsers, type TestCompany, type TestUser } from '../../test/factories.ts'

let app: TestApp
let company: TestCompany
let sender: TestUser

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app)
  sender = await createUser(app, company, { first_name: 'Ada', last_name: 'Roy' })
})
afterAll(() => app.close())

const list = async (who: TestUser, cursor?: string | null) =>
  (await app.call(who, newsfeed.listNews, { query: cursor ? { cursor } : {} })).body
const read = (who: TestUser, body: { ids: string[] } | { all: true }) => app.call(who, newsfeed.readNews, { body })

const ask = async (from: TestUser, to: TestUser[], confidential = false) =>
  (
    await app.call(from, feedback.createRequest, {
      body: {
        skill_ids: [company.skillIds[0] as string],
        recipients: to.map(({ id }) => ({ user_id: id })),
        confidential,
        idempotency_key: aKey(),
      },
    })
  ).body
async function answer(giver: TestUser, request: Awaited<ReturnType<typeof ask>>) {
  const id = request.feedbacks.find(({ recipient }) => recipient.user_id === giver.id)?.id as string
  expect((await app.call(giver, feedback.answerFeedback, { params: { id }, body: anAnswer() })).status).toBe(200)
}
/** A person with so many pieces of news, oldest first. */
async function withNews(count: number) {
  const user = await createUser(app, company)
  for (let n = 0; n < count; n++) await ask(sender, [user])
  return user
}

const HOUR = 3_600_000
/** News of this month stand above its first moment: in that hour, or when the month turns meanwhile, nothing would be shown. */
function awayFromTheTurnOfAMonth() {
  const soon = new Date(app.now().getTime() + HOUR)
  if (soon.getUTCDate() === 1 && soon.getUTCHours() < 2) app.advance(3 * HOUR)
}

describe('the newsfeed', () => {
  test('tells who did what, newest first', async () => {
    const user = await createUser(app, company)
    const asked = await ask(sender, [user])
    const own = await ask(user, [sender])
    await answer(sender, own)
    const { newsfeed: news, unread, next_cursor } = await list(user)
    expect(news).toMatchObject([
      { kind: 'answer_received', request_id: own.id, skill_id: company.skillIds[0], actor: { first_name: 'Ada', last_name: 'Roy' } },
      { kind: 'request_received', request_id: asked.id, is_read: false, actor: { first_name: 'Ada' } },
    ])
    expect(Date.parse(news[0]?.created_at as string)).toBeGreaterThanOrEqual(Date.parse(own.created_at))
    expect([unread, next_cursor]).toEqual([2, null])
  })

  test('pages without a gap or a double while news come in', async () => {
    const user = await withNews(45)
    const first = await list(user)
    await ask(sender, [user])
    const second = await list(user, first.next_cursor)
    const third = await list(user, second.next_cursor)
    expect([first, second, third].map((page) => page.newsfeed.length)).toEqual([20, 20, 5])
    const ids = [first, second, third].flatMap((page) => page.newsfeed.map(({ id }) => id))
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
    expect([third.next_cursor, first.unread, third.unread]).toEqual([null, 45, 46])
    const record = await app.call(user, people.getUser, { params: { userId: '1' } })
    expect(record.body.gamification.newsfeed).toEqual((await list(user)).newsfeed)
  })

  test.each(['bm8', Buffer.from('["x"]').toString('base64url')])('refuses the cursor %s', async (cursor) => {
    const reply = await app.call(sender, newsfeed.listNews, { query: { cursor } })
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input'])
  })
})

describe('reading', () => {
  test('marks those that are named, or all; the count follows', async () => {
    const user = await withNews(5)
    const ids = (await list(user)).newsfeed.map(({ id }) => id)
    expect((await read(user, { ids: ids.slice(1, 3) })).body).toEqual({ unread: 3 })
    expect((await list(user)).newsfeed.map(({ is_read }) => is_read)).toEqual([false, true, true, false, false])
    expect((await read(user, { ids: ids.slice(1, 3) })).body).toEqual({ unread: 3 })
    expect((await read(user, { all: true })).body).toEqual({ unread: 0 })
    expect((await list(user)).newsfeed.every(({ is_read }) => is_read)).toBe(true)
    await ask(sender, [user])
    expect((await list(user)).unread).toBe(1)
  })

  test('another person’s ids change nothing, and neither does their "all"', async () => {
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
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input'])
    },
  )
})

describe('the news that confidential answers can be read', () => {
  test('tells no day and nobody; its place among the others tells the month', async () => {
    awayFromTheTurnOfAMonth()
    const [user, ...givers] = (await createUsers(app, company, 5)) as [TestUser, ...TestUser[]]
    const request = await ask(user, givers, true)
    await ask(sender, [user])
    for (const giver of givers.slice(0, 3)) await answer(giver, request)
    await ask(sender, [user])
    const { newsfeed: news, unread } = await list(user)
    // Everything else is of this month too: what is dated to its first moment stands below, whenever it came.
    expect(news.map(({ kind }) => kind)).toEqual(['request_received', 'request_received', 'confidential_ready'])
    expect(unread).toBe(3)
    const told = news[2]
    expect(told).toMatchObject({ created_at: null, actor: null, request_id: request.id, is_read: false })
    const now = app.now()
    expect(Number.parseInt((told?.id ?? '').replace('-', '').slice(0, 12), 16)).toBe(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
    for (const giver of givers) expect(JSON.stringify(news)).not.toContain(giver.id)
    await answer(givers[3] as TestUser, request)
    expect((await list(user)).newsfeed, 'a fourth answer waits').toEqual(news)
  })

  test('its id says nothing about the order in which several came', async () => {
    // Twelve in a row would sort like their coming only by one chance in 479 million.
    const [user, ...givers] = (await createUsers(app, company, 4)) as [TestUser, ...TestUser[]]
    const came: string[] = []
    for (let n = 0; n < 12; n++) {
      const request = await ask(user, givers, true)
      for (const giver of givers) await answer(giver, request)
      came.push(request.id)
    }
    const news = (await list(user)).newsfeed.filter(({ kind }) => kind === 'confidential_ready')
    expect(news.map(({ request_id }) => request_id).sort()).toEqual(came)
    expect(news.map(({ request_id }) => request_id)).not.toEqual(came)
    expect(news.map(({ request_id }) => request_id)).not.toEqual(came.toReversed())
  })

  test('is read like any other, also by opening the dashboard', async () => {
    const [user, ...givers] = (await createUsers(app, company, 4)) as [TestUser, ...TestUser[]]
    const request = await ask(user, givers, true)
    for (const giver of givers) await answer(giver, request)
    const [told] = (await list(user)).newsfeed
    await app.call(user, feedback.dashboardAccess)
    expect((await list(user)).newsfeed).toEqual([{ ...told, is_read: true }])
  })
})
