import { account } from '@reflet/contract/account'
import { DAY_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { growth, TRY_DAYS } from '@reflet/contract/growth'
import { guest } from '@reflet/contract/guest'
import { newsfeed } from '@reflet/contract/newsfeed'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../../test/expect-problem.ts'
import { exportCalls } from '../../../test/exports.ts'
import { aKey, anAnswer, createUsers, type TestUser } from '../../../test/factories.ts'
import { answer, ask, feedbacksOf, mailedParams } from '../../../test/requests.ts'
import { passTime, useCompany, usePeoplePerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { askAboutTries } from './schedules.commands.ts'

const app = useTestApp()
const { company } = useCompany(app)
const { camille, amir, greta } = usePeoplePerTest(app, company, { camille: {}, amir: {}, greta: {} })
const { exportOf } = exportCalls(app)

const tryIt = async (id: string, will_try: string | null, who = camille) =>
  expect((await app.call(who, feedback.rateAnswer, { params: { id }, body: { stars: 4, will_try } })).status).toBe(200)
const triesOf = async (who: TestUser, query = {}) => (await app.call(who, growth.listTries, { query })).body.tries
const change = (id: string, body: object, who = camille) => app.call(who, growth.updateTry, { params: { id }, body: body as never })
const again = (id: string, who = camille, message: string | null = null) =>
  app.call(who, growth.askAgain, { params: { id }, body: { message, idempotency_key: aKey() } })
const newsOf = async (who: TestUser) => (await app.call(who, newsfeed.listNews)).body.newsfeed.filter(({ kind }) => kind === 'try_due')
/** The mails to Camille that ask about tries, once the next morning of a working day has passed. */
async function asking() {
  app.advance(5 * DAY_MS)
  const mails = await app.mails()
  await passTime(app, 0, camille)
  return mails.filter(({ to, text }) => JSON.stringify(to).includes(camille.email) && text?.includes('/growth'))
}
const twoWeeks = () => passTime(app, (TRY_DAYS + 1) * DAY_MS, camille, amir, greta)

/** Camille tries something after Amir's answer. */
async function trying(words = 'Sum up at the end'): Promise<string> {
  const id = await answer(app, amir, await ask(app, camille, amir), { rating: 2 })
  await tryIt(id, words)
  await app.mails()
  return id
}

describe('what I will try', () => {
  test('is collected with its skill and answer, is in the export, and goes with its words', async () => {
    const id = await trying()
    expect(await triesOf(camille)).toMatchObject([
      {
        id,
        text: 'Sum up at the end',
        status: 'trying',
        is_due: false,
        outcome: null,
        giver: { first_name: 'Amir' },
        skill: { id: company.skillIds[0] },
        before: { id, rating: 2 },
        after: null,
        waiting: null,
        can: { ask_again: true },
      },
    ])
    expect(await triesOf(amir)).toEqual([])
    const { data, sheet } = await exportOf(camille)
    expect(data.tries).toMatchObject([{ id, text: 'Sum up at the end', status: 'trying' }])
    expect(sheet('tries')).toMatchObject([{ giver: 'Amir Haddad', text: 'Sum up at the end' }])
    for (const asker of [greta, greta]) await ask(app, asker, amir)
    expect(await triesOf(camille), 'requests that wait for the giver').toMatchObject([{ open_requests: 2 }])
    await tryIt(id, null)
    expect(await triesOf(camille)).toEqual([])
  })

  test('is changed, closed and reopened by its owner only; the giver reads the words of now', async () => {
    const id = await trying()
    expect((await change(id, { text: 'Listen first' })).body).toMatchObject({ text: 'Listen first', status: 'trying' })
    const given = await app.call(amir, feedback.listRequestsToAnswer, { query: { status: 'answered' } })
    expect(given.body.groups[0]?.feedbacks[0]?.thanks).toMatchObject({ will_try: 'Listen first' })
    expect((await change(id, { status: 'dropped' })).body).toMatchObject({ status: 'dropped' })
    expect(await triesOf(camille, { status: 'trying' })).toEqual([])
    await tryIt(id, 'Something else')
    expect(await triesOf(camille), 'rating again keeps the state').toMatchObject([{ text: 'Something else', status: 'dropped' }])
    expect((await change(id, { status: 'trying' })).body).toMatchObject({ status: 'trying' })
    expectProblem(await change(id, { status: 'done' }, amir), 404, 'not_found')
    for (const wrong of [{ text: ' ' }, { status: 'done', outcome: 'yes' }]) expectProblem(await change(id, wrong), 400, 'invalid_input')
  })

  test('never comes from a confidential answer, and goes when the answer is taken back', async () => {
    const sent = await ask(app, camille, { email: 'nora@partner.example' })
    const params = mailedParams(app, sent.feedbacks[0])
    await app.call(null, guest.guestAnswer, { params, body: anAnswer() })
    await tryIt(params.feedbackId, 'Gone')
    expect(await triesOf(camille)).toHaveLength(1)
    await app.call(null, guest.guestDelete, { params })
    expect(await triesOf(camille)).toEqual([])
    expectProblem(await change(params.feedbackId, { status: 'done' }), 404, 'not_found')

    const members = await createUsers(app, company, 3)
    const confidential = await ask(app, camille, members, { confidential: true })
    for (const member of members) await answer(app, member, confidential)
    const id = confidential.feedbacks[0]?.id as string
    expectProblem(await app.call(camille, feedback.rateAnswer, { params: { id }, body: { stars: 4, will_try: 'No' } }), 404, 'not_found')
    expectProblem(await change(id, { text: 'No' }), 404, 'not_found')
    expectProblem(await again(id), 404, 'not_found')
    expect(await triesOf(camille)).toEqual([])
  })
})

describe('after two weeks', () => {
  test('it is asked about once, in the app and by mail, without its words', async () => {
    const id = await trying('zxqtry')
    await tryIt(await answer(app, greta, await ask(app, camille, greta)), 'zxqother')
    await app.mails()
    app.advance(13 * DAY_MS)
    await askAboutTries(app.platform)
    expect(await newsOf(camille)).toEqual([])
    await twoWeeks()
    await askAboutTries(app.platform)
    await askAboutTries(app.platform)
    expect(await newsOf(camille)).toHaveLength(2)
    expect((await newsOf(camille)).map(({ feedback_id }) => feedback_id)).toContain(id)
    const [mail, ...more] = await asking()
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Did it help? 2 things you wanted to try')
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/zxqtry|zxqother/i)
    expect(await triesOf(camille, { due: 'true' })).toHaveLength(2)
    await change(id, { outcome: 'not_yet' })
    expect(
      (await newsOf(camille)).map(({ feedback_id, is_read }) => [feedback_id === id, is_read]).sort(),
      'what was answered is read',
    ).toEqual([
      [false, false],
      [true, true],
    ])
  })

  test('no mail is sent about what was settled meanwhile', async () => {
    const id = await trying()
    await twoWeeks()
    await askAboutTries(app.platform)
    expect((await change(id, { outcome: 'yes' })).body).toMatchObject({ status: 'done', outcome: 'yes', is_due: false })
    expect(await asking()).toEqual([])
  })

  test.each(['a_little', 'not_yet'] as const)('“%s” asks again two weeks later', async (outcome) => {
    const id = await trying()
    await twoWeeks()
    await askAboutTries(app.platform)
    expect((await change(id, { outcome })).body).toMatchObject({ status: 'trying', outcome, is_due: false })
    const given = await app.call(amir, feedback.listRequestsToAnswer, { query: { status: 'answered' } })
    expect(JSON.stringify(given.body), 'the giver never learns it').not.toMatch(/a_little|not_yet|outcome/)
    await askAboutTries(app.platform)
    expect(await newsOf(camille)).toHaveLength(1)
    await twoWeeks()
    await askAboutTries(app.platform)
    expect(await newsOf(camille)).toHaveLength(2)
    expect(await triesOf(camille)).toMatchObject([{ is_due: true }])
  })
})

describe('asking again', () => {
  test('asks the same colleague about the same skill, and the new answer is shown beside the old one', async () => {
    const id = await trying()
    const undone = (await again(id)).body
    expect((await app.call(camille, feedback.cancelRequest, { params: { id: undone.id } })).status).toBe(200)
    expect(await triesOf(camille), 'undone').toMatchObject([{ waiting: null, can: { ask_again: true } }])
    const sent = await again(id, camille, 'Since then I sum up')
    expect([sent.status, sent.body.id === undone.id]).toEqual([200, false])
    expect(sent.body).toMatchObject({ confidential: false, message: 'Since then I sum up', skills: [{ id: company.skillIds[0] }] })
    expect(sent.body.feedbacks.map(({ recipient }) => recipient.user_id)).toEqual([amir.id])
    expect(await triesOf(camille)).toMatchObject([{ waiting: { request_id: sent.body.id }, can: { ask_again: false } }])
    expect((await again(id)).body.id, 'while it waits, it is not sent twice').toBe(sent.body.id)
    const newer = await answer(app, amir, sent.body, { rating: 4 })
    expect(await triesOf(camille)).toMatchObject([
      { before: { id, rating: 2 }, after: { id: newer, rating: 4 }, waiting: null, can: { ask_again: true } },
    ])
  })

  test('compares only with answers of the same giver on the same skill since then', async () => {
    await answer(app, amir, await ask(app, camille, amir))
    const id = await trying()
    await answer(app, greta, await ask(app, camille, greta))
    await answer(app, amir, await ask(app, camille, amir, { skill_ids: company.skillIds.slice(1, 2) }))
    expect(await triesOf(camille)).toMatchObject([{ before: { id }, after: null }])
  })

  test('asks an outsider by the address of the earlier request, unless they opted out', async () => {
    const first = await ask(app, camille, { email: 'nora@partner.example', first_name: 'Nora', last_name: 'Lind', locale: 'de' })
    const params = mailedParams(app, first.feedbacks[0])
    await app.call(null, guest.guestAnswer, { params, body: anAnswer() })
    await tryIt(params.feedbackId, 'Sum up')
    const sent = (await again(params.feedbackId)).body
    expect(sent.feedbacks[0]?.recipient).toMatchObject({ email: 'nora@partner.example', first_name: 'Nora', locale: 'de' })
    const newer = mailedParams(app, feedbacksOf(sent, { email: 'nora@partner.example' })[0])
    await app.call(null, guest.guestAnswer, { params: newer, body: anAnswer() })
    expect(await triesOf(camille)).toMatchObject([{ after: { id: newer.feedbackId }, giver: { first_name: 'Nora' } }])
    await app.database.pool.query(`update guests set stopped_at = now() where email = 'nora@partner.example'`)
    expect(await triesOf(camille)).toMatchObject([{ can: { ask_again: false } }])
    expectProblem(await again(params.feedbackId), 422, 'cannot_ask_again')
  })

  test('is refused for a former colleague', async () => {
    const id = await trying()
    expect((await app.call(amir, account.deleteUser)).status).toBe(200)
    expect(await triesOf(camille)).toMatchObject([{ giver: { id: null }, can: { ask_again: false } }])
    expectProblem(await again(id), 422, 'cannot_ask_again')
  })
})

test('what is due comes first over all pages, then what is open, then what is closed', async () => {
  const oldest = await trying('Due')
  const closed = await trying('Closed')
  await twoWeeks()
  await change(closed, { status: 'done' })
  for (let i = 0; i < 20; i++) await trying(`Step ${i}`)
  const first = (await app.call(camille, growth.listTries)).body
  expect(first.tries).toHaveLength(20)
  expect(first.tries[0]).toMatchObject({ id: oldest, is_due: true })
  expect(first.tries[1]).toMatchObject({ text: 'Step 19' })
  expect(await triesOf(camille, { skill_id: company.skillIds[1] }), 'of another skill').toEqual([])
  const rest = await triesOf(camille, { cursor: first.next_cursor as string })
  expect(rest.map(({ text }) => text)).toEqual(['Step 0', 'Closed'])
})

test('what becomes due between two pages is on the second one', async () => {
  await trying('Due meanwhile')
  passTime(app, (TRY_DAYS - 1) * DAY_MS, camille, amir, greta)
  for (let i = 0; i < 20; i++) await trying(`Step ${i}`)
  const first = (await app.call(camille, growth.listTries)).body
  expect(first.tries.map(({ text }) => text)).not.toContain('Due meanwhile')
  passTime(app, 2 * DAY_MS, camille, amir, greta)
  expect(await triesOf(camille, { cursor: first.next_cursor as string })).toMatchObject([{ text: 'Due meanwhile', is_due: true }])
})

test('a forged cursor is refused or harmless', async () => {
  const id = await trying()
  const now = new Date(app.now()).toISOString()
  const listAt = (...parts: string[]) =>
    app.call(camille, growth.listTries, { query: { cursor: Buffer.from(JSON.stringify(parts)).toString('base64url') } })
  expectProblem(await listAt('2', id), 400, 'invalid_input')
  expectProblem(await listAt('0000-01-01T00:00:00Z', '2', now, id), 400, 'invalid_input')
  expect((await listAt('1000-01-01T00:00:00Z', '2', now, id)).status).toBe(200)
  expect((await listAt(now, 'zz', now, id)).body.tries).toMatchObject([{ id }])
})
