import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, createUsers, type TestUser } from '../../../test/factories.ts'

/** Somebody who can write to the database, but has no key, copies sealed words to where they can be read. */

let app: TestApp
let receiver: TestUser
let giver: TestUser
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const company = await createCompany(app)
  ;[receiver, giver] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
})

async function ask(requester: TestUser, of: TestUser, context: string) {
  const { body } = await app.call(requester, feedback.createRequest, {
    body: {
      skill_ids: [requester.company.skillIds[0] as string],
      recipients: [{ user_id: of.id }],
      context,
      idempotency_key: aKey(),
    },
  })
  return { requestId: body.id, id: body.feedbacks[0]?.id as string }
}

async function answered(keep: string, from = giver, to = receiver) {
  const { id } = await ask(to, from, 'A workshop')
  const body = anAnswer({ keep })
  expect((await app.call(from, feedback.answerFeedback, { params: { id }, body })).status).toBe(200)
  return id
}

/** The list still answers at all, as the words are shown without the move. */
async function readsThem(words: string) {
  const reply = await app.call(receiver, feedback.listAnswers, {})
  expect(reply.status).toBe(200)
  expect(JSON.stringify(reply.body)).toContain(words)
}

async function isRefused(words: string) {
  const reply = await app.call(receiver, feedback.listAnswers, {})
  expect(JSON.stringify(reply.body)).not.toContain(words)
  expect([reply.status, (reply.body as unknown as { code: string }).code]).toEqual([500, 'internal'])
}

describe('sealed words that were copied', () => {
  test('to another column of their row do not open', async () => {
    const id = await answered('The quiet ones')
    await readsThem('The quiet ones')
    await app.database.db.execute(sql`update feedbacks set sealed_improve = sealed_keep where id = ${id}`)
    await isRefused('The quiet ones')
  })

  test('to another row do not open: those of a colleague’s answer in one’s own', async () => {
    const other = await createUser(app, receiver.company)
    const theirs = await answered('For her eyes only', giver, other)
    const mine = await answered('Mine')
    await readsThem('Mine')
    await app.database.db.execute(
      sql`update feedbacks f set sealed_keep = o.sealed_keep from feedbacks o where f.id = ${mine} and o.id = ${theirs}`,
    )
    await isRefused('For her eyes only')
  })

  test('to another table, or to another company under a copied key, do not open', async () => {
    const elsewhere = await createUser(app, await createCompany(app))
    const colleague = await createUser(app, elsewhere.company)
    const theirs = await answered('Of another company', colleague, elsewhere)
    const { requestId } = await ask(giver, receiver, 'A context')
    const pending = () => app.call(receiver, people.getUser, { params: { userId: '1' } })
    expect(JSON.stringify((await pending()).body)).toContain('A context')
    await app.database.db.execute(
      sql`update requests r set sealed_context = o.sealed_keep from feedbacks o where r.id = ${requestId} and o.id = ${theirs}`,
    )
    expect((await pending()).status).toBe(500)
    await app.database.db.execute(sql`update requests set sealed_context = sealed_message where id = ${requestId}`)
    expect((await pending()).status).toBe(200)
  })
})

test('ids in capitals name the same rows: what was sealed under one opens', async () => {
  const { id } = await ask(receiver, giver, 'A workshop')
  const body = anAnswer({ keep: 'Said in capitals' })
  const reply = await app.call(giver, feedback.answerFeedback, { params: { id: id.toUpperCase() }, body })
  expect(reply.status).toBe(200)
  await readsThem('Said in capitals')
})
