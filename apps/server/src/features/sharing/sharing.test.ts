import { account } from '@reflet/contract/account'
import { MINUTE_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { newsfeed } from '@reflet/contract/newsfeed'
import { sharing } from '@reflet/contract/sharing'
import { beforeEach, describe, expect, test } from 'vitest'
import { rows, sql } from '../../db/index.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { anAnswer, createUsers, type TestUser } from '../../test/factories.ts'
import { answer, ask, mailedParams } from '../../test/requests.ts'
import { share as shareAnswer } from '../../test/sharing.ts'
import { useCompany, usePeoplePerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app)
const { amir, giver, oliver, agnes } = usePeoplePerTest(app, company, {
  amir: {},
  giver: { first_name: 'Greta' },
  oliver: {},
  agnes: { first_name: 'Agnès' },
})

beforeEach(async () => {
  await manage(oliver)
  await app.mails()
})

const manage = (manager: TestUser | null, who = amir) => app.call(who, sharing.setManager, { body: { user_id: manager?.id ?? null } })
const share = (id: string, who = amir) => shareAnswer(app, who, id)
const withdraw = (id: string, who = amir) => app.call(who, sharing.withdrawAnswer, { params: { id } })
const countOf = async (who: TestUser) => (await app.call(who, sharing.countShared)).body.n
const sharedWith = async (who: TestUser) => {
  const { answers } = (await app.call(who, sharing.listShared)).body
  expect(await countOf(who), 'the number says what the list shows').toBe(answers.length)
  return answers
}
const newsOf = async (who: TestUser) =>
  (await app.call(who, newsfeed.listNews)).body.newsfeed.filter(({ kind }) => kind === 'answer_shared')

/** Amir asks, Greta answers. */
async function anAnswerOfGreta(words = {}): Promise<string> {
  const sent = await ask(app, amir, giver, { context: 'The June workshop' })
  const id = await answer(app, giver, sent, words)
  await app.mails()
  return id
}

describe('sharing an answer', () => {
  test('gives the current manager access to it, with its text and giver, and notifies them', async () => {
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
    expect(mail?.subject).toBe('Amir Haddad shared an answer with you')
    expect(mail?.to).toMatchObject({ text: oliver.email })
    expect(mail?.text).toContain('/shared-with-me')
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/zxqkeeps/i)
    for (const other of [agnes, giver]) expect(await sharedWith(other)).toEqual([])
  })

  test('is idempotent, and several shares make one mail', async () => {
    const ids = [await anAnswerOfGreta(), await anAnswerOfGreta()] as const
    const first = await share(ids[0])
    const again = await share(ids[0])
    expect(again.body.shared_at).toBe(first.body.shared_at)
    await share(ids[1])
    expect((await sharedWith(oliver)).map(({ id }) => id)).toEqual([ids[1], ids[0]])
    expect(await newsOf(oliver)).toHaveLength(2)
    expect((await app.mails()).map(({ subject }) => subject)).toEqual(['Amir Haddad shared 2 answers with you'])
    expect((await app.call(amir, sharing.getManager)).body).toMatchObject({ manager: { id: oliver.id }, shared: 2, suggestions: [] })
  })

  test('revoking leaves no trace with the manager; both are idempotent', async () => {
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
    app.advance(MINUTE_MS)
    await share(id)
    await withdraw(id)
    expect(await app.mails(), 'what was shared before is no reason to write').toEqual([])
    expect((await share(id)).body.shared_at).not.toBeNull()
  })

  test('needs an active manager', async () => {
    const id = await anAnswerOfGreta()
    await manage(null)
    expectProblem(await share(id), 409, 'manager_unset')
    await manage(agnes)
    await app.database.db.execute(sql`update users set deactivated_at = ${app.now()} where id = ${agnes.id}`)
    expectProblem(await share(id), 409, 'manager_unset')
    expect((await app.call(amir, sharing.getManager)).body).toMatchObject({ manager: null, shared: 0 })
  })

  test('goes to the manager who is named, and to no other', async () => {
    const id = await anAnswerOfGreta()
    const shareWith = (body: { manager_id?: string } | null) => app.call(amir, sharing.shareAnswer, { params: { id }, body })
    for (const meant of [agnes, amir, giver]) expectProblem(await shareWith({ manager_id: meant.id }), 409, 'manager_changed')
    expectProblem(await shareWith({ manager_id: 'Oliver' }), 400, 'invalid_input')
    expect(await sharedWith(oliver)).toEqual([])
    expect((await shareWith({ manager_id: oliver.id.toUpperCase() })).status).toBe(200)
    await manage(agnes)
    expectProblem(await shareWith({ manager_id: oliver.id }), 409, 'manager_changed')
    await manage(null)
    expectProblem(await shareWith({ manager_id: agnes.id }), 409, 'manager_unset')
    for (const who of [oliver, agnes]) expect(await sharedWith(who)).toEqual([])
  })

  test('without a name is refused for a day after a change of manager, and goes to them later: earlier apps name none', async () => {
    const id = await anAnswerOfGreta()
    const withoutName = (body: { manager_id?: string } | null = null) => app.call(amir, sharing.shareAnswer, { params: { id }, body })
    const changed = (ago: string) =>
      app.database.db.execute(sql`update users set manager_changed_at = now() - ${ago}::interval where id = ${amir.id}`)
    expectProblem(await withoutName(), 409, 'manager_changed')
    expectProblem(await withoutName({}), 409, 'manager_changed')
    await changed('23 hours 59 minutes')
    expectProblem(await withoutName(), 409, 'manager_changed')
    await changed('24 hours 1 minute')
    await manage(oliver)
    expect((await withoutName()).status, 'the same manager again is no change').toBe(200)
    expect(await sharedWith(oliver)).toHaveLength(1)
    for (const next of [agnes, null, oliver]) await manage(next)
    expectProblem(await withoutName(), 409, 'manager_changed', { because: 'also back to the same one' })
    await app.database.db.execute(sql`update users set manager_changed_at = null where id = ${amir.id}`)
    expect((await withoutName()).status, 'a manager from before changes were stored').toBe(200)
  })

  test('is possible for named answers that I received', async () => {
    const id = await anAnswerOfGreta()
    const givers = await createUsers(app, company, 3)
    const secret = await ask(app, amir, givers, { confidential: true })
    for (const one of givers) await answer(app, one, secret)
    await manage(oliver, giver)
    const hidden = secret.feedbacks[0]?.id as string
    for (const refused of [await share(hidden), await withdraw(hidden), await share(id, giver), await withdraw(id, oliver)])
      expectProblem(refused, 404, 'not_found')
    expect(await sharedWith(oliver)).toEqual([])
  })

  test('ends when a guest withdraws the answer', async () => {
    const sent = await ask(app, amir, { email: 'n@outside.example' })
    const params = mailedParams(app, sent.feedbacks[0])
    await app.call(null, guest.guestAnswer, { params, body: anAnswer() })
    const id = params.feedbackId
    await share(id)
    expect(await sharedWith(oliver)).toHaveLength(1)
    await app.call(null, guest.guestDelete, { params })
    expect(await sharedWith(oliver)).toEqual([])
    expect(await newsOf(oliver)).toEqual([])
    expect(await rows(app.database.db, {}, sql`select from shared_answers where feedback_id = ${id}`)).toEqual([])
  })

  test('is paged', async () => {
    const ids: string[] = []
    for (let i = 0; i < 25; i++) ids.push(await anAnswerOfGreta())
    for (const id of ids) await share(id)
    const first = (await app.call(oliver, sharing.listShared)).body
    expect(first.answers).toHaveLength(20)
    expect(await countOf(oliver)).toBe(25)
    const { body } = await app.call(oliver, sharing.listShared, { query: { cursor: first.next_cursor as string } })
    expect(body.next_cursor).toBeNull()
    expect([...first.answers, ...body.answers].map(({ id }) => id)).toEqual(ids.reverse())
  })
})

describe('a change of manager', () => {
  test('revokes all shares permanently: changing back shows nothing', async () => {
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

  test('also by the manager’s account: deactivated and reactivated, or deleted', async () => {
    const id = await anAnswerOfGreta()
    await share(id)
    await app.database.db.execute(sql`update users set deactivated_at = ${app.now()} where id = ${oliver.id}`)
    await app.database.db.execute(sql`update users set deactivated_at = null where id = ${oliver.id}`)
    expect(await sharedWith(oliver)).toEqual([])
    expect(await newsOf(oliver)).toEqual([])
    await share(id)
    expect((await app.call(oliver, account.deleteUser)).status).toBe(200)
    expect((await app.call(amir, sharing.getManager)).body).toMatchObject({ manager: null, shared: 0 })
    expect((await app.call(amir, feedback.getAnswer, { params: { id } })).body.shared_at).toBeNull()
  })

  test('during a share gives the new manager no access to what was shared with the old one', async () => {
    const id = await anAnswerOfGreta()
    for (let i = 0; i < 8; i++) {
      await manage(oliver)
      await Promise.all([share(id), manage(agnes)])
      const wrong = await rows(
        app.database.db,
        {},
        sql`select from shared_answers h join users u on u.id = h.owner_id where h.owner_id = ${amir.id} and h.manager_id is distinct from u.manager_id`,
      )
      expect(wrong).toEqual([])
      expect(await sharedWith(oliver)).toEqual([])
      await withdraw(id)
    }
  })

  test('authorization does not rely on the rows: only the current manager sees them', async () => {
    const id = await anAnswerOfGreta()
    await share(id)
    await app.database.db.execute(sql`update shared_answers set manager_id = ${agnes.id} where feedback_id = ${id}`)
    expect(await sharedWith(agnes)).toEqual([])
  })
})
