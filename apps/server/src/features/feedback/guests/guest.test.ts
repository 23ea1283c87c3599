import type { Locale } from '@reflet/contract/common'
import { HOUR_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { newsfeed } from '@reflet/contract/newsfeed'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../../test/expect-problem.ts'
import { anAnswer, signIn } from '../../../test/factories.ts'
import { ask } from '../../../test/requests.ts'
import { useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { company, camille } = useCompany(app, ['camille'])
let number = 0

/** Asks an external person and reads the link from the mail, as they would. */
async function invite(email = `guest-${++number}@outside.example`, locale: Locale | null = 'es') {
  Object.assign(camille, await signIn(app, camille))
  await app.mails()
  const sent = await ask(app, camille, { email, ...(locale && { locale }) }, { skill_ids: company.skillIds.slice(0, 2) })
  const mails = await app.mails()
  const [, token = '', feedbackId = ''] = /guest-answer\/([\w-]+)\/([\w-]+)/.exec(mails[0]?.text ?? '') ?? []
  return {
    sent,
    params: { token, feedbackId },
    other: { token, feedbackId: sent.feedbacks.find((item) => item.id !== feedbackId)?.id as string },
  }
}

describe('a guest with a link', () => {
  test('answers, edits, and withdraws, all without a login', async () => {
    const { params, sent } = await invite()
    const view = await app.call(null, guest.getGuestView, { params })
    expect(view.body).toMatchObject({ locale: 'es', requester: { first_name: 'Camille', id: null }, mails_stopped: false })
    expect(view.body.feedbacks).toHaveLength(2)
    expect((await app.call(null, guest.guestAnswer, { params, body: anAnswer({ rating: 3 }) })).status).toBe(200)
    const edited = await app.call(null, guest.guestEdit, { params, body: { rating: 5 } })
    const answer = edited.body.feedbacks.find((item) => item.id === params.feedbackId)?.answer
    expect(answer, 'what is not sent stays').toMatchObject(anAnswer({ rating: 5 }))
    const read = await app.call(camille, feedback.listAnswers)
    expect(read.body.answers[0]).toMatchObject({ id: params.feedbackId, rating: 5, relation: 'outside' })
    const [news] = (await app.call(camille, newsfeed.listNews)).body.newsfeed
    expect(news, 'without a name, by the address').toMatchObject({
      actor: { first_name: sent.feedbacks[0]?.recipient.email, last_name: '' },
    })
    const deleted = await app.call(null, guest.guestDelete, { params })
    expect(deleted.body.feedbacks.find((item) => item.id === params.feedbackId)).toMatchObject({
      status: 'declined',
      withdrawn: true,
      answer: null,
    })
    const asked = async () => {
      const { feedbacks } = (await app.call(camille, feedback.getRequest, { params: { id: sent.id } })).body
      return feedbacks.find((item) => item.id === params.feedbackId)
    }
    expect(await asked()).toMatchObject({ status: 'declined', withdrawn: true })
    const after = await app.call(camille, feedback.listAnswers)
    expect(after.body.answers.map((item) => item.id)).not.toContain(params.feedbackId)
    const stored = await app.database.pool.query(
      'select rating, sealed_keep, sealed_situation, sealed_improve from feedbacks where id = $1',
      [params.feedbackId],
    )
    expect(stored.rows[0]).toEqual({ rating: null, sealed_keep: null, sealed_situation: null, sealed_improve: null })
    expect(sent.feedbacks.map((item) => item.id)).toContain(params.feedbackId)
    await app.call(null, guest.guestReopen, { params, body: { feedback_ids: [params.feedbackId] } })
    expect(await asked(), 'given again').toMatchObject({ status: 'pending', withdrawn: false })
    await app.call(null, guest.guestDecline, { params, body: {} })
    expect(await asked(), 'and declined after that').toMatchObject({ status: 'declined', withdrawn: false })
  })

  test('reads the page in the language chosen for them; without one in the browser’s, else in the requester’s', async () => {
    const pageOf = async (params: { token: string; feedbackId: string }, query: { locale?: Locale; browser_locale?: Locale }) => {
      const { body } = await app.call(null, guest.getGuestView, { params, query })
      return [body.locale, body.locale_is_chosen, body.feedbacks[0]?.skill.name]
    }
    const chosen = await invite()
    const plain = await invite(undefined, null)
    const [, , inGerman] = await pageOf(plain.params, { locale: 'de' })
    const [, , inSpanish] = await pageOf(chosen.params, {})
    expect(await pageOf(chosen.params, { browser_locale: 'de' })).toEqual(['es', true, inSpanish])
    expect(await pageOf(chosen.params, { browser_locale: 'ar', locale: 'de' })).toEqual(['de', true, inGerman])
    expect(await pageOf(plain.params, { browser_locale: 'de' })).toEqual(['de', false, inGerman])
    expect((await pageOf(plain.params, {}))[0], 'her own, whatever page was opened').toBe('en')
    await app.call(null, guest.guestLocale, { params: plain.params, body: { locale: 'ar' } })
    expect((await pageOf(plain.params, { browser_locale: 'de' })).slice(0, 2)).toEqual(['ar', true])
  })

  test('a scanner that opens the link, with GET and HEAD, many times, has no effect', async () => {
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

  test('has access only to the group that the link is for; declines one skill and answers the other', async () => {
    const mine = await invite()
    const theirs = await invite()
    const crossed = { token: mine.params.token, feedbackId: theirs.params.feedbackId }
    expect((await app.call(null, guest.getGuestView, { params: crossed })).status).toBe(404)
    expect((await app.call(null, guest.guestAnswer, { params: crossed, body: anAnswer() })).status).toBe(404)
    expect((await app.call(null, guest.getGuestView, { params: mine.other })).status).toBe(200)
    expect((await app.call(null, guest.guestDecline, { params: mine.params, body: { reason: 'Too long ago' } })).status).toBe(200)
    expect((await app.call(null, guest.guestAnswer, { params: mine.other, body: anAnswer() })).status).toBe(200)
  })

  test('can use it for a day after the answer; an unanswered one until the request expires', async () => {
    const { params, other } = await invite()
    await app.call(null, guest.guestAnswer, { params, body: anAnswer() })
    await app.call(null, guest.guestAnswer, { params: other, body: anAnswer() })
    app.advance(23 * HOUR_MS)
    expect((await app.call(null, guest.getGuestView, { params })).status).toBe(200)
    app.advance(2 * HOUR_MS)
    for (const endpoint of [guest.getGuestView, guest.guestDelete]) {
      expectProblem(await app.call(null, endpoint, { params }), 410, 'gone')
    }
    const silent = await invite()
    app.advance(29 * 24 * HOUR_MS)
    expect((await app.call(null, guest.getGuestView, { params: silent.params })).status).toBe(200)
    app.advance(2 * 24 * HOUR_MS)
    expect((await app.call(null, guest.getGuestView, { params: silent.params })).status).toBe(410)
  })
})
