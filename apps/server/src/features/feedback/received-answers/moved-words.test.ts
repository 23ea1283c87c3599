import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { describe, expect, test } from 'vitest'
import { sql } from '../../../db/index.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { anAnswer, createCompany, createUser } from '../../../test/factories.ts'
import { answer, ask, feedbackOf } from '../../../test/requests.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

/** Attacker model: can write to the database, but has no key, and copies ciphertexts to rows that they can read. */

const app = useTestApp()
const { receiver, giver } = useCompanyPerTest(app, ['receiver', 'giver'])

const answered = async (keep: string, from = giver, to = receiver) =>
  answer(app, from, await ask(app, to, from, { context: 'A workshop' }), { keep })

/** The list still answers, and the text without the copy is shown. */
async function readsThem(words: string) {
  const reply = await app.call(receiver, feedback.listAnswers, {})
  expect(reply.status).toBe(200)
  expect(JSON.stringify(reply.body)).toContain(words)
}

async function isRefused(words: string) {
  const reply = await app.call(receiver, feedback.listAnswers, {})
  expect(JSON.stringify(reply.body)).not.toContain(words)
  expectProblem(reply, 500, 'internal')
}

describe('copied ciphertexts', () => {
  test('in another column of their row are not decrypted', async () => {
    const id = await answered('The quiet ones')
    await readsThem('The quiet ones')
    await app.database.db.execute(sql`update feedbacks set sealed_improve = sealed_keep where id = ${id}`)
    await isRefused('The quiet ones')
  })

  test('in another row are not decrypted: those of a colleague’s answer in one’s own', async () => {
    const other = await createUser(app, receiver.company)
    const theirs = await answered('For her eyes only', giver, other)
    const mine = await answered('Mine')
    await readsThem('Mine')
    await app.database.db.execute(
      sql`update feedbacks f set sealed_keep = o.sealed_keep from feedbacks o where f.id = ${mine} and o.id = ${theirs}`,
    )
    await isRefused('For her eyes only')
  })

  test('in another table, or in another company under a copied key, are not decrypted', async () => {
    const elsewhere = await createUser(app, await createCompany(app))
    const colleague = await createUser(app, elsewhere.company)
    const theirs = await answered('Of another company', colleague, elsewhere)
    const { id } = await ask(app, giver, receiver, { context: 'A context' })
    const pending = () => app.call(receiver, people.getUser, { params: { userId: '1' } })
    expect(JSON.stringify((await pending()).body)).toContain('A context')
    await app.database.db.execute(
      sql`update requests r set sealed_context = o.sealed_keep from feedbacks o where r.id = ${id} and o.id = ${theirs}`,
    )
    expect((await pending()).status).toBe(500)
    await app.database.db.execute(sql`update requests set sealed_context = sealed_message where id = ${id}`)
    expect((await pending()).status).toBe(200)
  })
})

test('ids are case-insensitive: a text encrypted for one spelling opens with the other', async () => {
  const id = feedbackOf(await ask(app, receiver, giver, { context: 'A workshop' }), giver)
  const body = anAnswer({ keep: 'Said in capitals' })
  expect((await app.call(giver, feedback.answerFeedback, { params: { id: id.toUpperCase() }, body })).status).toBe(200)
  await readsThem('Said in capitals')
})
