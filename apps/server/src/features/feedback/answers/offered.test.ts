import { account } from '@reflet/contract/account'
import { contacts } from '@reflet/contract/contacts'
import { feedback, MAX_OFFERED_PER_DAY } from '@reflet/contract/feedback'
import { hierarchy } from '@reflet/contract/hierarchy'
import { newsfeed } from '@reflet/contract/newsfeed'
import { people } from '@reflet/contract/people'
import { quality } from '@reflet/contract/quality'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rows } from '../../../db/index.ts'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, openSession, type TestCompany, type TestUser } from '../../../test/factories.ts'
import { expireFeedbacks, remindUnanswered } from '../schedules.commands.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
let app: TestApp
let company: TestCompany
let giver: TestUser
let camille: TestUser

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app, { badges_active: true })
})
afterAll(() => app.close())
beforeEach(async () => {
  giver = await createUser(app, company, { first_name: 'Greta' })
  camille = await createUser(app, company, { first_name: 'Camille' })
})

const skill = () => company.skillIds[0] as string
const offer = (changes: object = {}, who = giver) =>
  app.call(who, feedback.offerFeedback, {
    body: { ...anAnswer(), user_id: camille.id, skill_id: skill(), idempotency_key: aKey(), ...changes },
  })
const received = async () => (await app.call(camille, feedback.listAnswers)).body.answers
const mine = { params: { userId: '1' } } as const

describe('feedback that nobody asked for', () => {
  test('is read at once, by name; its receiver is told by news and a mail without its words', async () => {
    const offered = await offer({ keep: 'Zxqkeeps everybody in the loop' })
    expect(offered.status).toBe(200)
    const { feedback: own, group_id } = offered.body
    expect(own).toMatchObject({
      status: 'answered',
      answer: { rating: 4, keep: 'Zxqkeeps everybody in the loop' },
      can: { answer: false, edit: true, decline: false },
    })
    expect(await received()).toMatchObject([{ id: own.id, kind: 'offered', giver: { id: giver.id }, relation: 'coworker', is_read: false }])
    const { newsfeed: news } = (await app.call(camille, newsfeed.listNews)).body
    expect(news).toMatchObject([{ kind: 'feedback_offered', feedback_id: own.id, actor: { first_name: 'Greta' }, skill_id: skill() }])
    const [mail, ...more] = await app.mails()
    expect(more).toEqual([])
    expect(mail?.to).toMatchObject({ text: camille.email })
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/zxq/i)
    const groups = (await app.call(giver, feedback.listReceived, { query: { status: 'answered' } })).body.groups
    expect(groups).toMatchObject([{ id: group_id, kind: 'offered', requester: { id: camille.id }, feedbacks: [{ id: own.id }] }])
    const [stored] = await rows<{ line: string }>(app.database.db, sql`select f::text as line from feedbacks f where id = ${own.id}`)
    expect(stored?.line).not.toContain(Buffer.from('Zxq').toString('hex'))
  })

  test('can be changed for a day, and counts as prompt', async () => {
    const { id } = (await offer({ improve: null })).body.feedback
    const edited = await app.call(giver, feedback.editAnswer, { params: { id }, body: anAnswer({ rating: 5, keep: 'Changed since then' }) })
    expect(edited.body.answer).toMatchObject({ rating: 5 })
    expect((await received())[0]).toMatchObject({ rating: 5, keep: 'Changed since then' })
    expect((await app.call(giver, quality.getQualityIndex, mine)).body).toMatchObject({ n: 1, parts: { prompt: 1, improve: 1 } })
    app.advance(DAY + MINUTE)
    giver = { ...giver, token: await openSession(app, company.id, giver.id) }
    const late = await app.call(giver, feedback.editAnswer, { params: { id }, body: anAnswer() })
    expect(late.body.code).toBe('edit_window_closed')
  })

  test('stands as its receiver’s own lists say, not the giver’s', async () => {
    await app.call(giver, hierarchy.saveHierarchy, { body: { lower_users: [{ user_id: camille.id }] } })
    await app.call(camille, contacts.addContacts, { ...mine, body: { contacts: [{ user_id: giver.id, relation: 'equal' }] } })
    await offer()
    expect((await received())[0]?.relation).toBe('equal')
    await app.call(camille, hierarchy.saveHierarchy, { body: { superior_users: [{ user_id: giver.id }] } })
    await offer()
    expect((await received())[0]?.relation).toBe('superior')
  })

  test('loads nobody, is no request of its receiver, and no clock touches it', async () => {
    await offer()
    await app.mails()
    expect((await app.call(camille, feedback.listRequests)).body.requests).toEqual([])
    expect((await app.call(giver, people.getUser, mine)).body.feedbacks.received).toEqual({ groups: [], total: 0 })
    app.advance(4 * DAY)
    await remindUnanswered(app.platform)
    await expireFeedbacks(app.platform)
    expect(await app.mails()).toEqual([])
    for (const [one, other] of [
      [giver, camille],
      [camille, giver],
    ] as const) {
      const who = { token: await openSession(app, company.id, one.id) }
      const { suggestions } = (await app.call(who, people.suggestPeople, mine)).body
      expect(suggestions.find(({ user_id, reason }) => user_id === other.id && reason === 'asked_you')).toBeUndefined()
    }
  })

  test('is told in one mail with other answers', async () => {
    await offer()
    await offer({ skill_id: company.skillIds[1] })
    const mails = await app.mails()
    expect(mails.map(({ subject }) => subject)).toEqual(['2 new answers are waiting for you'])
  })
})

describe('the same key', () => {
  test('gives once, however often and however fast it is posted', async () => {
    const body = { idempotency_key: aKey() }
    const replies = await Promise.all([offer(body), offer(body), offer(body)])
    expect(new Set(replies.map((reply) => reply.body.feedback.id)).size).toBe(1)
    expect(await received()).toHaveLength(1)
    app.advance(3 * DAY)
    giver = { ...giver, token: await openSession(app, company.id, giver.id) }
    camille = { ...camille, token: await openSession(app, company.id, camille.id) }
    expect((await offer(body)).body.feedback.id).toBe(replies[0]?.body.feedback.id)
    expect(await received()).toHaveLength(1)
  })

  test('with another content, or for somebody else, is refused; another giver’s is another', async () => {
    const body = { idempotency_key: aKey() }
    await offer(body)
    const third = await createUser(app, company)
    for (const refused of [await offer({ ...body, rating: 5 }), await offer({ ...body, user_id: third.id })])
      expect([refused.status, refused.body.code]).toEqual([409, 'idempotency_key_reused'])
    expect((await offer(body, third)).status).toBe(200)
  })
})

describe('is refused', () => {
  test('for oneself, for nobody here, on no skill of here, and a low rating without a word', async () => {
    const elsewhere = await createCompany(app)
    const cases: [object, string][] = [
      [{ user_id: giver.id.toUpperCase() }, 'cannot_offer_yourself'],
      [{ user_id: (await createUser(app, elsewhere)).id }, 'not_found'],
      [{ user_id: (await createUser(app, company, { deactivated: true })).id }, 'not_found'],
      [{ skill_id: elsewhere.skillIds[0] }, 'not_found'],
      [{ rating: 1, situation: null, improve: null }, 'comment_required'],
      [{ rating: null }, 'invalid_input'],
    ]
    for (const [changes, code] of cases) expect((await offer(changes)).body.code, JSON.stringify(changes)).toBe(code)
    await app.database.db.execute(sql`update skills set retired_at = ${app.now()} where id = ${company.skillIds[9]}`)
    expect((await offer({ skill_id: company.skillIds[9] })).body.code).toBe('not_found')
    expect(await received()).toEqual([])
  })

  test('after twenty on one day, until the first is a day old', async () => {
    const key = aKey()
    expect((await offer({ idempotency_key: key })).status).toBe(200)
    for (let i = 1; i < MAX_OFFERED_PER_DAY; i++) {
      app.advance(MINUTE)
      expect((await offer()).status).toBe(200)
    }
    app.advance(MINUTE)
    const refused = await offer()
    expect([refused.status, refused.body.code]).toEqual([429, 'slow_down'])
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan((DAY - 21 * MINUTE) / 1000)
    expect(wait).toBeLessThanOrEqual((DAY - 20 * MINUTE) / 1000)
    expect((await offer({ idempotency_key: key })).status, 'what was given already').toBe(200)
    app.advance(wait * 1000)
    giver = { ...giver, token: await openSession(app, company.id, giver.id) }
    expect((await offer()).status).toBe(200)
    expect((await offer()).body.code).toBe('slow_down')
  })
})

test('stays with its receiver when the giver leaves, without any trace of them', async () => {
  await offer({ keep: 'Keeps everybody in the loop' })
  expect((await app.call(giver, account.deleteUser)).status).toBe(200)
  expect(await received()).toMatchObject([{ keep: 'Keeps everybody in the loop', giver: { id: null } }])
  const [trace] = await rows(
    app.database.db,
    sql`select 1 from requests r join recipients p on p.request_id = r.id where r.requester_id = ${camille.id}
      and (r::text like ${`%${giver.id}%`} or p::text like ${`%${giver.id}%`})`,
  )
  expect(trace).toBeUndefined()
})
