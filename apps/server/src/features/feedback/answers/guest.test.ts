import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, openSession, type TestCompany, type TestUser } from '../../../test/factories.ts'
import { oneClick, stopLinksIn } from '../../../test/stop-links.ts'

const HOUR = 3_600_000
let app: TestApp
let company: TestCompany
let camille: TestUser
let number = 0

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app)
  camille = await createUser(app, company, { first_name: 'Camille' })
})
afterAll(() => app.close())

/** Asks an outsider and takes the link from the mail, as the outsider would. */
async function invite(email = `guest-${++number}@outside.example`) {
  camille = { ...camille, token: await openSession(app, company.id, camille.id) }
  await app.mails()
  const sent = await app.call(camille, feedback.createRequest, {
    body: { skill_ids: company.skillIds.slice(0, 2), recipients: [{ email, locale: 'es' }], idempotency_key: aKey() },
  })
  const mails = await app.mails()
  const [, token = '', feedbackId = ''] = /guest-answer\/([\w-]+)\/([\w-]+)/.exec(mails[0]?.text ?? '') ?? []
  return {
    sent: sent.body,
    mails,
    params: { token, feedbackId },
    other: { token, feedbackId: sent.body.feedbacks.find((item) => item.id !== feedbackId)?.id as string },
  }
}

describe('an outsider with a link', () => {
  test('answers, changes, and takes back, all without a login', async () => {
    const { params, sent } = await invite()
    const view = await app.call(null, guest.getGuestView, { params })
    expect(view.body).toMatchObject({ locale: 'es', requester: { first_name: 'Camille', id: null }, mails_stopped: false })
    expect(view.body.feedbacks).toHaveLength(2)
    expect((await app.call(null, guest.guestAnswer, { params, body: anAnswer({ rating: 3 }) })).status).toBe(200)
    const edited = await app.call(null, guest.guestEdit, { params, body: anAnswer({ rating: 5 }) })
    expect(edited.body.feedbacks.find((item) => item.id === params.feedbackId)?.answer?.rating).toBe(5)
    const read = await app.call(camille, feedback.listAnswers)
    expect(read.body.answers[0]).toMatchObject({ id: params.feedbackId, rating: 5, relation: 'outside' })
    const deleted = await app.call(null, guest.guestDelete, { params })
    expect(deleted.body.feedbacks.find((item) => item.id === params.feedbackId)).toMatchObject({ status: 'declined', answer: null })
    const after = await app.call(camille, feedback.listAnswers)
    expect(after.body.answers.map((item) => item.id)).not.toContain(params.feedbackId)
    const stored = await app.database.pool.query(
      'select rating, sealed_keep, sealed_situation, sealed_improve from feedbacks where id = $1',
      [params.feedbackId],
    )
    expect(stored.rows[0]).toEqual({ rating: null, sealed_keep: null, sealed_situation: null, sealed_improve: null })
    expect(sent.feedbacks.map((item) => item.id)).toContain(params.feedbackId)
  })

  test('a scanner that opens the link, with GET and HEAD, many times, consumes nothing', async () => {
    const { params } = await invite()
    for (let i = 0; i < 4; i++) {
      await fetch(`${app.url}/api/guest/${params.token}/${params.feedbackId}`, { method: 'HEAD' })
      await app.call(null, guest.getGuestView, { params })
    }
    expect((await app.call(null, guest.guestAnswer, { params, body: anAnswer() })).status).toBe(200)
  })

  test('opens it at most 20 times a minute', async () => {
    const { params } = await invite()
    const statuses: number[] = []
    for (let i = 0; i < 22; i++) statuses.push((await app.call(null, guest.getGuestView, { params })).status)
    expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true)
    expect(statuses.slice(20)).toEqual([429, 429])
    app.advance(61_000)
    expect((await app.call(null, guest.getGuestView, { params })).status).toBe(200)
  })

  test('reaches only the group that the link is for', async () => {
    const mine = await invite()
    const theirs = await invite()
    const crossed = { token: mine.params.token, feedbackId: theirs.params.feedbackId }
    expect((await app.call(null, guest.getGuestView, { params: crossed })).status).toBe(404)
    expect((await app.call(null, guest.guestAnswer, { params: crossed, body: anAnswer() })).status).toBe(404)
    expect((await app.call(null, guest.getGuestView, { params: mine.other })).status).toBe(200)
  })

  test('says no to one skill and answers the other', async () => {
    const { params, other } = await invite()
    expect((await app.call(null, guest.guestDecline, { params, body: { reason: 'Too long ago' } })).status).toBe(200)
    expect((await app.call(null, guest.guestAnswer, { params: other, body: anAnswer() })).status).toBe(200)
  })

  test('after the answer the link works for a day; an unanswered one until the request ends', async () => {
    const { params, other } = await invite()
    await app.call(null, guest.guestAnswer, { params, body: anAnswer() })
    await app.call(null, guest.guestAnswer, { params: other, body: anAnswer() })
    app.advance(23 * HOUR)
    expect((await app.call(null, guest.getGuestView, { params })).status).toBe(200)
    app.advance(2 * HOUR)
    for (const endpoint of [guest.getGuestView, guest.guestDelete]) {
      const late = await app.call(null, endpoint, { params })
      expect([late.status, late.body.code]).toEqual([410, 'gone'])
    }
    const silent = await invite()
    app.advance(29 * 24 * HOUR)
    expect((await app.call(null, guest.getGuestView, { params: silent.params })).status).toBe(200)
    app.advance(2 * 24 * HOUR)
    expect((await app.call(null, guest.getGuestView, { params: silent.params })).status).toBe(410)
  })

  test('"don’t e-mail me again" holds for every later request, and works from an ended link', async () => {
    const email = 'tired@outside.example'
    const { mails } = await invite(email)
    app.advance(40 * 24 * HOUR)
    const stopped = await oneClick(stopLinksIn(mails[0]).header)
    expect(stopped.status).toBe(200)
    expect(await stopped.json()).toMatchObject({ mails_stopped: true, context: null, message: null, feedbacks: [] })
    const later = await invite(email)
    expect(later.mails).toHaveLength(0)
    expect(later.sent.feedbacks[0]?.guest_link, 'the requester may still hand over the link').toBeTruthy()
  })
})
