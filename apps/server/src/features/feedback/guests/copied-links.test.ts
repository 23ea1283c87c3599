import { DAY_MS, HOUR_MS, MINUTE_MS } from '@reflet/contract/durations'
import { feedback, type SentRequest } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { newsfeed } from '@reflet/contract/newsfeed'
import { sharing } from '@reflet/contract/sharing'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../db/index.ts'
import { hashToken } from '../../../platform/crypto.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { anAnswer, createUsers, signIn } from '../../../test/factories.ts'
import { ask, guestParams, mailedParams } from '../../../test/requests.ts'
import { passTime, useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { giveCopiedLinks } from '../schedules.commands.ts'

const app = useTestApp()
const { company, camille, oliver } = useCompany(app, ['camille', 'oliver'])
let number = 0

beforeEach(async () => {
  app.advance(61_000)
  Object.assign(camille, await signIn(app, camille))
})

/** Asks an outsider about two skills: the link that the requester copies, and the mailed one. */
async function invite(changes: object = {}) {
  const email = `nora-${++number}@partner.example`
  const sent = await ask(app, camille, { email, first_name: 'Nora' }, { skill_ids: company.skillIds.slice(0, 2), ...changes })
  await app.mails()
  const [first] = sent.feedbacks
  return { email, sent, first, copied: guestParams(first?.guest_link), mailed: mailedParams(app, first) }
}

const answerBy = (params: { token: string; feedbackId: string }, changes: object = {}) =>
  app.call(null, guest.guestAnswer, { params, body: anAnswer({ rating: 5, ...changes }) })
const view = (params: { token: string; feedbackId: string }) => app.call(null, guest.getGuestView, { params })
const received = async (id: string | undefined) => (await app.call(camille, feedback.getAnswer, { params: { id: id ?? '' } })).body
const linksOf = async ({ id }: SentRequest) =>
  (await app.call(camille, feedback.getRequest, { params: { id } })).body.feedbacks.flatMap(({ guest_link }) => guest_link ?? [])

describe('an answer by the link that the requester copied', () => {
  test('is unverified for its receiver and for the manager who reads it, until its address confirms it', async () => {
    const { email, first, copied, mailed } = await invite()
    expect((await answerBy(copied)).status).toBe(200)
    expect((await received(first?.id)).unverified).toBe(true)
    await app.call(camille, sharing.setManager, { body: { user_id: oliver.id } })
    await app.call(camille, sharing.shareAnswer, { params: { id: first?.id ?? '' }, body: { manager_id: oliver.id } } as never)
    const shared = async () => (await app.call(oliver, sharing.listShared)).body.answers.find(({ id }) => id === first?.id)?.unverified
    expect(await shared()).toBe(true)

    const receipt = (await app.mails()).find(({ to }) => JSON.stringify(to).includes(email))
    expect(receipt?.subject).toBe('Is this your feedback to Camille Martin?')
    expect(receipt?.text).toContain(mailed.token)
    expect(receipt?.text).not.toContain(anAnswer().situation)

    const body = { feedback_ids: [mailed.feedbackId] }
    expectProblem(await app.call(null, guest.guestVerify, { params: copied, body }), 403, 'forbidden')
    expect((await received(first?.id)).unverified).toBe(true)
    const confirmed = await app.call(null, guest.guestVerify, { params: mailed, body })
    expect(confirmed.body.feedbacks.find(({ id }) => id === first?.id)).toMatchObject({ unverified: false, status: 'answered' })
    expect([(await received(first?.id)).unverified, await shared()]).toEqual([false, false])
  })

  test('can be changed and deleted by the mailed link only', async () => {
    const { first, copied, mailed } = await invite()
    await answerBy(copied)
    expectProblem(await app.call(null, guest.guestEdit, { params: copied, body: { rating: 4 } }), 403, 'forbidden')
    expectProblem(await app.call(null, guest.guestDelete, { params: copied }), 403, 'forbidden')
    expect((await view(copied)).body).toMatchObject({
      link: 'copied',
      feedbacks: [{ unverified: true, can: { edit: false }, editable_until: null }, {}],
    })
    expect((await app.call(null, guest.guestEdit, { params: mailed, body: { rating: 4 } })).status).toBe(200)
    expect((await received(first?.id)).rating).toBe(4)
  })

  test('can be deleted from the mailbox for 30 days, and confirmed no longer than that', async () => {
    const late = await invite()
    const early = await invite()
    for (const { copied } of [late, early]) await answerBy(copied)
    await passTime(app, 29 * DAY_MS, camille)
    expect((await app.call(null, guest.guestDelete, { params: early.mailed })).status).toBe(200)
    expectProblem(await app.call(camille, feedback.getAnswer, { params: { id: early.mailed.feedbackId } }), 404, 'not_found')
    app.advance(2 * DAY_MS)
    expectProblem(await view(late.mailed), 410, 'gone')
  })

  test('sends one receipt for several skills, and none to an address that wants no mail', async () => {
    const [one, other] = [await invite(), await invite()]
    const ids = one.sent.feedbacks.map(({ id }) => id)
    for (const feedbackId of ids) await answerBy({ ...one.copied, feedbackId })
    await app.database.db.execute(sql`update guests set stopped_at = ${app.now()} where email = ${other.email}`)
    await answerBy(other.copied)
    const readers = (await app.mails()).flatMap(({ subject, to }) => (subject?.startsWith('Is this') ? [JSON.stringify(to)] : []))
    expect(readers).toHaveLength(1)
    expect(readers[0]).toContain(one.email)
    expect((await received(other.first?.id)).unverified).toBe(true)
  })
})

test('an answer that the mailbox edits is confirmed: the copied link no longer shows it', async () => {
  const { first, copied, mailed } = await invite()
  await answerBy(copied)
  await app.call(null, guest.guestEdit, { params: mailed, body: { keep: 'My own words' } })
  expect((await received(first?.id)).unverified).toBe(false)
  expect((await view(copied)).body.feedbacks[0]?.answer).toBeNull()
})

test('answers are confirmed together or not at all, and no later than 30 days', async () => {
  const { sent, copied, mailed } = await invite({ due_at: new Date(app.now().getTime() + 60 * DAY_MS).toISOString() })
  const [one, two] = sent.feedbacks.map(({ id }) => id) as [string, string]
  await answerBy(copied)
  const verify = (ids: string[]) => app.call(null, guest.guestVerify, { params: mailed, body: { feedback_ids: ids } })
  expectProblem(await verify([one, two]), 409, 'not_answered')
  expect((await received(one)).unverified).toBe(true)
  await passTime(app, 31 * DAY_MS, camille)
  expectProblem(await verify([one]), 409, 'not_answered')
  expect((await received(one)).unverified).toBe(true)
})

test('five answers by a copied link over the day are one receipt; the news says that the name is not verified', async () => {
  const { sent, copied, email } = await invite()
  for (const { id } of sent.feedbacks) {
    await answerBy({ ...copied, feedbackId: id })
    app.advance(HOUR_MS)
  }
  const receipts = (await app.mails()).filter(({ to, subject }) => JSON.stringify(to).includes(email) && subject?.startsWith('Is this'))
  expect(receipts).toHaveLength(1)
  Object.assign(camille, await signIn(app, camille))
  const { newsfeed: items } = (await app.call(camille, newsfeed.listNews)).body
  expect(items.slice(0, 2).map(({ kind }) => kind)).toEqual(['event_guest_answered', 'event_guest_answered'])
})

describe('within a day of a receipt', () => {
  const receiptsTo = async (email: string) =>
    (await app.mails()).filter(({ to, subject }) => JSON.stringify(to).includes(email) && subject?.startsWith('Is this'))
  const confirm = (params: { token: string; feedbackId: string }) =>
    app.call(null, guest.guestVerify, { params, body: { feedback_ids: [params.feedbackId] } })

  /** An answer by the copied link, whose receipt has come. */
  async function receipted() {
    const invited = await invite()
    expect((await answerBy(invited.copied)).status).toBe(200)
    expect(await receiptsTo(invited.email)).toHaveLength(1)
    return { ...invited, second: invited.sent.feedbacks[1]?.id ?? '' }
  }

  /** What the requester does with the copied link after its answer was deleted from the mailbox. */
  async function deletedAndAnsweredAgain({ copied, mailed }: Awaited<ReturnType<typeof receipted>>) {
    expect((await app.call(null, guest.guestDelete, { params: mailed })).status).toBe(200)
    expect((await app.call(null, guest.guestReopen, { params: copied, body: { feedback_ids: [copied.feedbackId] } })).status).toBe(200)
    expect((await answerBy(copied, { rating: 4 })).status).toBe(200)
  }

  test('what is answered after the first answer was confirmed has its receipt 24 hours after the first receipt', async () => {
    const { email, copied, mailed, second } = await receipted()
    await confirm(mailed)
    app.advance(2 * HOUR_MS)
    expect((await answerBy({ ...copied, feedbackId: second })).status).toBe(200)
    app.advance(21 * HOUR_MS)
    expect(await receiptsTo(email)).toEqual([])
    app.advance(HOUR_MS + MINUTE_MS)
    expect((await receiptsTo(email)).map(({ text }) => text?.includes(`${mailed.token}/${second}`))).toEqual([true])
  })

  test('an answer that was deleted from the mailbox and is given again has a receipt', async () => {
    const invited = await receipted()
    await deletedAndAnsweredAgain(invited)
    await deletedAndAnsweredAgain(invited)
    expect(await receiptsTo(invited.email)).toEqual([])
    await passTime(app, 2 * DAY_MS, camille)
    expect(await receiptsTo(invited.email)).toHaveLength(1)
    expect((await received(invited.first?.id)).unverified).toBe(true)
  })

  test.each(['confirmed', 'deleted'])('what is %s before its receipt is due has none, nor has an answer that had one', async (what) => {
    const { email, first, copied, mailed, second } = await receipted()
    await answerBy({ ...copied, feedbackId: second })
    const params = { ...mailed, feedbackId: second }
    expect((await (what === 'confirmed' ? confirm(params) : app.call(null, guest.guestDelete, { params }))).status).toBe(200)
    await passTime(app, 2 * DAY_MS, camille)
    expect(await receiptsTo(email)).toEqual([])
    expect((await received(first?.id)).unverified).toBe(true)
  })
})

test('a receipt that had nothing to say delays none', async () => {
  const { email, copied, mailed } = await invite()
  await answerBy(copied)
  await app.call(null, guest.guestDelete, { params: mailed })
  expect((await app.mails()).filter(({ subject }) => subject?.startsWith('Is this'))).toEqual([])
  await app.call(null, guest.guestReopen, { params: copied, body: { feedback_ids: [copied.feedbackId] } })
  await answerBy(copied)
  expect((await app.mails()).map(({ to }) => JSON.stringify(to)).join()).toContain(email)
})

describe('an answer from the mailbox', () => {
  test('is verified, and neither shown, changed nor deleted by the copied link, which no response holds any more', async () => {
    const { sent, first, copied, mailed } = await invite()
    expect(await linksOf(sent)).toHaveLength(2)
    await answerBy(mailed, { rating: 2, improve: 'Listen first' })
    for (const [endpoint, input] of [
      [guest.guestEdit, { body: { rating: 5 } }],
      [guest.guestDelete, {}],
    ] as const) {
      expectProblem(await app.call(null, endpoint, { params: copied, ...input } as never), 403, 'forbidden')
    }
    expectProblem(await answerBy(copied), 409, 'already_answered')
    expect((await view(copied)).body.feedbacks[0]).toMatchObject({ status: 'answered', answer: null })
    expect(await received(first?.id)).toMatchObject({ rating: 2, unverified: false })
    expect(await linksOf(sent)).toEqual([])
    const { body } = await app.call(camille, feedback.listRequests)
    expect(JSON.stringify(body)).not.toContain(mailed.token)
    expect((await app.mails()).filter(({ subject }) => subject?.startsWith('Is this'))).toEqual([])
  })

  test('costs four statements', async () => {
    const { mailed } = await invite()
    let statements = 0
    const count = () => statements++
    app.database.pool.on('acquire', count)
    expect((await answerBy(mailed)).status).toBe(200)
    app.database.pool.off('acquire', count)
    expect(statements).toBe(4)
  })
})

test('a copied link neither stops the mails nor chooses their language', async () => {
  const { sent, email, copied } = await invite()
  await app.call(null, guest.guestLocale, { params: copied, body: { locale: 'ar' } })
  expectProblem(await app.call(null, guest.guestStop, { params: copied }), 404, 'not_found')
  await passTime(app, 25 * HOUR_MS, camille)
  await app.call(camille, feedback.remindRequest, { params: { id: sent.id } })
  const reminder = (await app.mails()).find(({ to }) => JSON.stringify(to).includes(email))
  expect(reminder?.html).toContain('lang="en"')
})

test('a confidential request has no link to copy', async () => {
  const colleagues = await createUsers(app, company, 3)
  const outsider = { email: `nora-${++number}@partner.example` }
  const sent = await ask(app, camille, [...colleagues, outsider], { confidential: true })
  expect(await linksOf(sent)).toEqual([])
  const item = sent.feedbacks.find(({ recipient }) => recipient.user_id === null)
  const token = app.vault.deriveToken('guest_copy', item?.recipient.id ?? '')
  expectProblem(await view({ token, feedbackId: item?.id ?? '' }), 404, 'not_found')
  expect((await view(mailedParams(app, item))).status).toBe(200)
})

describe('while the previous release runs beside this one', () => {
  /** As the previous release stores the people of a request. */
  async function askedBefore() {
    const { first, mailed } = await invite()
    const recipient = first?.recipient.id ?? ''
    await app.database.pool.query(`delete from links where subject_id = $1`, [recipient])
    const token_hash = hashToken(mailed.token)
    await app.database.pool.query(`update recipients set token_hash = null where id = $1`, [recipient])
    await app.database.pool.query(`update recipients set token_hash = $2 where id = $1`, [recipient, token_hash])
    return { mailed, first, recipient }
  }

  test('a link that it stored answers as the mailed one; its requester gets one to copy', async () => {
    const { mailed, first, recipient } = await askedBefore()
    const own = async () =>
      (await app.call(camille, feedback.listRequests)).body.requests
        .flatMap(({ feedbacks }) => feedbacks)
        .find(({ id }) => id === first?.id)?.guest_link
    expect(await own()).toBeUndefined()
    await giveCopiedLinks(app.platform)
    expect(await own()).toContain(app.vault.deriveToken('guest_copy', recipient))
    expect(await giveCopiedLinks(app.platform)).toBe(0)
    expect((await view(guestParams(await own()))).body.link).toBe('copied')
    await answerBy(mailed)
    expect((await received(first?.id)).unverified).toBe(false)
  })

  test('a deleted address takes both links with it', async () => {
    const { mailed, recipient } = await askedBefore()
    await giveCopiedLinks(app.platform)
    await app.database.pool.query(`update recipients set token_hash = null where id = $1`, [recipient])
    expectProblem(await view(mailed), 404, 'not_found')
    expect((await app.database.pool.query('select 1 from links where subject_id = $1', [recipient])).rows).toEqual([])
  })
})
