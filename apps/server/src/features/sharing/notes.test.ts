import { account } from '@reflet/contract/account'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { newsfeed } from '@reflet/contract/newsfeed'
import { sharing } from '@reflet/contract/sharing'
import { beforeEach, describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../db/index.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { exportCalls } from '../../test/exports.ts'
import { anAnswer, type TestUser } from '../../test/factories.ts'
import { answer, ask, mailedParams } from '../../test/requests.ts'
import { share as shareAnswer } from '../../test/sharing.ts'
import { useCompany, usePeoplePerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app)
const { amir, greta, oliver, agnes } = usePeoplePerTest(app, company, { amir: {}, greta: {}, oliver: { last_name: 'Hall' }, agnes: {} })
const { exportOf } = exportCalls(app)

const manage = (manager: TestUser | null) => app.call(amir, sharing.setManager, { body: { user_id: manager?.id ?? null } })
const share = (id: string) => shareAnswer(app, amir, id)
const withdraw = (id: string) => app.call(amir, sharing.withdrawAnswer, { params: { id } })
const note = (id: string, words: string | null = null, who = oliver) =>
  app.call(who, sharing.noteShared, { params: { id }, body: { note: words } })
const notesOf = async (id: string) => (await app.call(amir, feedback.getAnswer, { params: { id } })).body.manager_notes
const newsOf = async (who: TestUser) => (await app.call(who, newsfeed.listNews)).body.newsfeed.filter(({ kind }) => kind === 'answer_noted')

/** An answer of Greta that Amir shares with Oliver. */
async function shared(): Promise<string> {
  const id = await answer(app, greta, await ask(app, amir, greta))
  await share(id)
  await app.mails()
  return id
}

beforeEach(async () => {
  await manage(oliver)
})

describe('a manager’s note', () => {
  test('thanks the owner in one call, who sees it on that answer; its words, which no mail contains, are replaced by the next ones', async () => {
    const id = await shared()
    const noted = await note(id)
    expect(noted.status).toBe(200)
    expect(noted.body).toMatchObject({ id, my_note: { note: null, noted_at: expect.any(String) } })
    expect(await notesOf(id)).toMatchObject([{ note: null, manager: { id: oliver.id, first_name: 'Oliver' } }])
    expect(await newsOf(amir)).toMatchObject([{ feedback_id: id, actor: { first_name: 'Oliver' } }])
    const [mail, ...more] = await app.mails()
    expect(more).toEqual([])
    expect(mail?.to).toMatchObject({ text: amir.email })
    expect(mail?.subject).toBe('Oliver Hall thanks you for sharing an answer')
    expect(mail?.text).toContain(`/share-answer?answer=${id}`)
    await note(id)
    expect(await app.mails(), 'the same again').toEqual([])
    expectProblem(await note(id, 'x'.repeat(501)), 400, 'invalid_input')
    await note(id, 'zxqnote'.padEnd(500, '.'))
    expect(await notesOf(id)).toMatchObject([{ note: expect.stringMatching(/^zxqnote/) }])
    const [words] = await app.mails()
    expect(words?.subject).toBe('Oliver Hall wrote to you about an answer you shared')
    expect(`${words?.text}${words?.html}`).not.toMatch(/zxqnote/i)
    const given = await app.call(greta, feedback.listRequestsToAnswer, { query: { status: 'answered' } })
    expect(JSON.stringify(given.body), 'no one else reads it').not.toMatch(/zxqnote/i)
    const [stored] = await rows(app.database.db, { n: t.bytes }, sql`select sealed_note as n from manager_notes where feedback_id = ${id}`)
    expect(stored?.n.toString('latin1')).not.toMatch(/zxqnote/i)
    await note(id, 'Other words')
    expect(await app.mails(), 'only new words are news').toEqual([])
    expect(await newsOf(amir)).toHaveLength(1)
    expect(await notesOf(id)).toMatchObject([{ note: 'Other words' }])
  })

  test('is refused for an answer that is not shared, no longer shared, or shared with another person', async () => {
    const unshared = await answer(app, greta, await ask(app, amir, greta))
    expectProblem(await note(unshared), 404, 'not_found')
    const id = await shared()
    for (const other of [agnes, greta, amir]) expectProblem(await note(id, 'No', other), 404, 'not_found')
    await withdraw(id)
    expectProblem(await note(id), 404, 'not_found')
    await share(id)
    await manage(agnes)
    expectProblem(await note(id), 404, 'not_found')
    expectProblem(await note(id, 'No', agnes), 404, 'not_found')
    expect(await notesOf(id)).toEqual([])
  })

  test('stays with its owner after the share; a new manager does not see it', async () => {
    const id = await shared()
    await note(id, 'For Amir')
    await manage(agnes)
    await share(id)
    const [seen] = (await app.call(agnes, sharing.listShared)).body.answers
    expect(seen).toMatchObject({ id, my_note: null })
    expect(JSON.stringify(seen)).not.toContain('For Amir')
    expect((await app.call(oliver, sharing.listShared)).body.answers).toEqual([])
    expect(await notesOf(id)).toMatchObject([{ note: 'For Amir' }])
    await note(id, 'Mine', agnes)
    expect(await notesOf(id)).toMatchObject([{ note: 'For Amir' }, { note: 'Mine' }])
  })

  test('stays without a name when the manager leaves, and goes with the answer', async () => {
    const id = await shared()
    await note(id, 'For Amir')
    expect((await app.call(oliver, account.deleteUser)).status).toBe(200)
    expect(await notesOf(id)).toMatchObject([{ note: 'For Amir', manager: { id: null, first_name: '' } }])

    const sent = await ask(app, amir, { email: 'nora@partner.example' })
    const params = mailedParams(app, sent.feedbacks[0])
    await app.call(null, guest.guestAnswer, { params, body: anAnswer() })
    await manage(agnes)
    await share(params.feedbackId)
    await note(params.feedbackId, 'Gone', agnes)
    await app.call(null, guest.guestDelete, { params })
    expect(await rows(app.database.db, {}, sql`select from manager_notes where feedback_id = ${params.feedbackId}`)).toEqual([])
    expect(await newsOf(amir)).toHaveLength(1)
  })

  test('is in the export of both', async () => {
    const id = await shared()
    await note(id, 'For Amir')
    expect((await exportOf(amir)).data.answers_received[0]).toMatchObject({ id, manager_notes: [{ note: 'For Amir' }] })
    await withdraw(id)
    expect((await exportOf(oliver)).data.notes_written).toEqual([
      { noted_at: expect.any(String), to: expect.objectContaining({ first_name: 'Amir' }), note: 'For Amir' },
    ])
  })
})

test('unseen marks are the manager’s own, and end once the answer was seen', async () => {
  const unseen = async (who: TestUser) => (await app.call(who, sharing.countShared)).body
  const see = (who: TestUser, ...ids: string[]) => app.call(who, sharing.seeShared, { body: { ids } })
  const ids = [await shared(), await shared()]
  expect(await unseen(oliver)).toEqual({ n: 2, unseen: 2 })
  const unread = async () =>
    (await app.call(oliver, newsfeed.listNews)).body.newsfeed.filter(({ kind, is_read }) => kind === 'answer_shared' && !is_read).length
  expect(await unread()).toBe(2)
  await see(agnes, ...ids)
  expect(await unseen(oliver)).toEqual({ n: 2, unseen: 2 })
  expect((await see(oliver, ids[0] as string)).body).toEqual({ n: 2, unseen: 1 })
  expect(await unread(), 'with the news of it').toBe(1)
  const { answers } = (await app.call(oliver, sharing.listShared)).body
  expect(answers.map(({ id, new: isNew }) => [id, isNew])).toEqual([
    [ids[1], true],
    [ids[0], false],
  ])
})
