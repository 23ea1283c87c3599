import { account } from '@reflet/contract/account'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { myManager } from '@reflet/contract/manager'
import { newsfeed } from '@reflet/contract/newsfeed'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rows } from '../../../db/index.ts'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, createUsers, type TestCompany, type TestUser } from '../../../test/factories.ts'

let app: TestApp
let company: TestCompany
let amir: TestUser
let giver: TestUser
let oliver: TestUser
let agnes: TestUser

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  amir = await createUser(app, company, { first_name: 'Amir', last_name: 'Haddad' })
  giver = await createUser(app, company, { first_name: 'Greta' })
  oliver = await createUser(app, company, { first_name: 'Oliver' })
  agnes = await createUser(app, company, { first_name: 'Agnès' })
  await manage(oliver)
  await app.mails()
})

const manage = (manager: TestUser | null, who = amir) => app.call(who, myManager.setManager, { body: { user_id: manager?.id ?? null } })
const share = (id: string, who = amir) => app.call(who, feedback.shareAnswer, { params: { id } })
const withdraw = (id: string, who = amir) => app.call(who, feedback.withdrawAnswer, { params: { id } })
const countOf = async (who: TestUser) => (await app.call(who, feedback.countShared)).body.n
const sharedWith = async (who: TestUser) => {
  const { answers } = (await app.call(who, feedback.listShared)).body
  expect(await countOf(who), 'the number says what the list shows').toBe(answers.length)
  return answers
}
const newsOf = async (who: TestUser) =>
  (await app.call(who, newsfeed.listNews)).body.newsfeed.filter(({ kind }) => kind === 'answer_shared')

/** Amir asks, Greta answers. */
async function anAnswerOfGreta(words = {}): Promise<string> {
  const sent = await app.call(amir, feedback.createRequest, {
    body: {
      skill_ids: company.skillIds.slice(0, 1),
      recipients: [{ user_id: giver.id }],
      context: 'The June workshop',
      idempotency_key: aKey(),
    },
  })
  const id = sent.body.feedbacks[0]?.id as string
  await app.call(giver, feedback.answerFeedback, { params: { id }, body: anAnswer(words) })
  await app.mails()
  return id
}

describe('sharing an answer', () => {
  test('lets the manager of now read it, with its words and who gave it, and tells them', async () => {
    const id = await anAnswerOfGreta({ keep: 'Zxqkeeps calm' })
    await app.call(amir, feedback.rateAnswer, { params: { id }, body: { stars: 5, thanks: 'Between us' } })
    await app.mails()
    const shared = await share(id)
    expect(shared.status).toBe(200)
    expect(shared.body).toMatchObject({ id, shared_at: expect.any(String) })
    const [answer] = await sharedWith(oliver)
    expect(answer).toMatchObject({
      id,
      owner: { id: amir.id, first_name: 'Amir' },
      giver: { id: giver.id, first_name: 'Greta' },
      keep: 'Zxqkeeps calm',
      context: 'The June workshop',
      shared_at: shared.body.shared_at,
    })
    expect(JSON.stringify(answer)).not.toMatch(/Between us|stars|thanks|is_read/)
    expect(await newsOf(oliver)).toMatchObject([{ feedback_id: id, actor: { first_name: 'Amir' } }])
    const [mail, ...more] = await app.mails()
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Amir Haddad shares an answer with you')
    expect(mail?.to).toMatchObject({ text: oliver.email })
    expect(mail?.text).toContain('/shared-with-me')
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/zxq/i)
    for (const other of [agnes, giver]) expect(await sharedWith(other)).toEqual([])
  })

  test('again changes nothing, and several make one mail', async () => {
    const ids = [await anAnswerOfGreta(), await anAnswerOfGreta()] as const
    const first = await share(ids[0])
    const again = await share(ids[0])
    expect(again.body.shared_at).toBe(first.body.shared_at)
    await share(ids[1])
    expect((await sharedWith(oliver)).map(({ id }) => id)).toEqual([ids[1], ids[0]])
    expect(await newsOf(oliver)).toHaveLength(2)
    expect((await app.mails()).map(({ subject }) => subject)).toEqual(['Amir Haddad shares 2 answers with you'])
    expect((await app.call(amir, myManager.getManager)).body).toMatchObject({ manager: { id: oliver.id }, shared: 2, suggestions: [] })
  })

  test('withdrawing leaves no trace with the manager; both can be said twice', async () => {
    const id = await anAnswerOfGreta()
    await share(id)
    expect((await withdraw(id)).body.shared_at).toBeNull()
    expect((await withdraw(id)).status).toBe(200)
    expect(await sharedWith(oliver)).toEqual([])
    expect(await newsOf(oliver)).toEqual([])
    expect(await app.mails(), 'nothing to say any more').toEqual([])
    const earlier = await anAnswerOfGreta()
    await share(earlier)
    await app.mails()
    app.advance(60_000)
    await share(id)
    await withdraw(id)
    expect(await app.mails(), 'what was shared before is no reason to write').toEqual([])
    expect((await share(id)).body.shared_at).not.toBeNull()
  })

  test('needs a manager who works here', async () => {
    const id = await anAnswerOfGreta()
    await manage(null)
    const none = await share(id)
    expect([none.status, none.body.code]).toEqual([409, 'manager_unset'])
    await manage(agnes)
    await app.database.db.execute(sql`update users set deactivated_at = ${app.now()} where id = ${agnes.id}`)
    expect((await share(id)).body.code).toBe('manager_unset')
    expect((await app.call(amir, myManager.getManager)).body).toMatchObject({ manager: null, shared: 0 })
  })

  test('is for named answers that I received', async () => {
    const id = await anAnswerOfGreta()
    const givers = await createUsers(app, company, 3)
    const secret = await app.call(amir, feedback.createRequest, {
      body: {
        skill_ids: company.skillIds.slice(0, 1),
        recipients: givers.map(({ id: user_id }) => ({ user_id })),
        confidential: true,
        idempotency_key: aKey(),
      },
    })
    for (const { id: user_id, token } of givers) {
      const own = secret.body.feedbacks.find(({ recipient }) => recipient.user_id === user_id)?.id as string
      await app.call({ token }, feedback.answerFeedback, { params: { id: own }, body: anAnswer() })
    }
    await manage(oliver, giver)
    for (const refused of [
      await share(secret.body.feedbacks[0]?.id as string),
      await withdraw(secret.body.feedbacks[0]?.id as string),
      await share(id, giver),
      await withdraw(id, oliver),
    ])
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
    expect(await sharedWith(oliver)).toEqual([])
  })

  test('ends when a guest takes the answer back', async () => {
    const sent = await app.call(amir, feedback.createRequest, {
      body: { skill_ids: company.skillIds.slice(0, 1), recipients: [{ email: 'n@outside.example' }], idempotency_key: aKey() },
    })
    const { id, guest_link } = sent.body.feedbacks[0] as { id: string; guest_link: string }
    const params = { token: guest_link.split('/').at(-2) as string, feedbackId: id }
    await app.call(null, guest.guestAnswer, { params, body: anAnswer() })
    await share(id)
    expect(await sharedWith(oliver)).toHaveLength(1)
    await app.call(null, guest.guestDelete, { params })
    expect(await sharedWith(oliver)).toEqual([])
    expect(await newsOf(oliver)).toEqual([])
    expect(await rows(app.database.db, sql`select 1 from shared_answers where feedback_id = ${id}`)).toEqual([])
  })

  test('is read page by page', async () => {
    const ids: string[] = []
    for (let i = 0; i < 25; i++) {
      const id = await anAnswerOfGreta()
      await share(id)
      ids.push(id)
    }
    const first = (await app.call(oliver, feedback.listShared)).body
    expect(first.answers).toHaveLength(20)
    expect(await countOf(oliver)).toBe(25)
    const { body } = await app.call(oliver, feedback.listShared, { query: { cursor: first.next_cursor as string } })
    expect(body.next_cursor).toBeNull()
    expect([...first.answers, ...body.answers].map(({ id }) => id)).toEqual(ids.reverse())
  })
})

describe('a change of manager', () => {
  test('closes what was shared, for good: going back shows nothing', async () => {
    const id = await anAnswerOfGreta()
    await share(id)
    await manage(agnes)
    expect(await sharedWith(oliver)).toEqual([])
    expect(await sharedWith(agnes)).toEqual([])
    expect(await newsOf(oliver)).toEqual([])
    expect(await app.mails()).toEqual([])
    expect((await app.call(amir, feedback.getAnswer, { params: { id } })).body.shared_at).toBeNull()
    await manage(oliver)
    expect(await sharedWith(oliver)).toEqual([])
    await share(id)
    await manage(oliver)
    expect(await sharedWith(oliver), 'the same manager again is no change').toHaveLength(1)
    await manage(null)
    await manage(oliver)
    expect(await sharedWith(oliver)).toEqual([])
  })

  test('so does the manager’s leaving: deactivated and back, or deleted', async () => {
    const id = await anAnswerOfGreta()
    await share(id)
    await app.database.db.execute(sql`update users set deactivated_at = ${app.now()} where id = ${oliver.id}`)
    await app.database.db.execute(sql`update users set deactivated_at = null where id = ${oliver.id}`)
    expect(await sharedWith(oliver)).toEqual([])
    expect(await newsOf(oliver)).toEqual([])
    await share(id)
    expect((await app.call(oliver, account.deleteUser)).status).toBe(200)
    expect((await app.call(amir, myManager.getManager)).body).toMatchObject({ manager: null, shared: 0 })
    expect((await app.call(amir, feedback.getAnswer, { params: { id } })).body.shared_at).toBeNull()
  })

  test('while sharing leaves the new one nothing that was meant for the other', async () => {
    for (let i = 0; i < 8; i++) {
      const id = await anAnswerOfGreta()
      await manage(oliver)
      await Promise.all([share(id), manage(agnes)])
      const wrong = await rows(
        app.database.db,
        sql`select 1 from shared_answers h join users u on u.id = h.owner_id where h.owner_id = ${amir.id} and h.manager_id is distinct from u.manager_id`,
      )
      expect(wrong).toEqual([])
      expect(await sharedWith(oliver)).toEqual([])
      await withdraw(id)
    }
  })

  test('the list trusts no row: whoever is not the manager now sees nothing', async () => {
    const id = await anAnswerOfGreta()
    await share(id)
    await app.database.db.execute(sql`update shared_answers set manager_id = ${agnes.id} where feedback_id = ${id}`)
    expect(await sharedWith(agnes)).toEqual([])
  })
})
