import { DAY_MS, MINUTE_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { newsfeed } from '@reflet/contract/newsfeed'
import { people } from '@reflet/contract/people'
import { describe, expect, test } from 'vitest'
import { nullable, rows, sql, t } from '../../../db/index.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { aKey, anAnswer, createUsers, type TestUser } from '../../../test/factories.ts'
import { answer, ask, mailedParams } from '../../../test/requests.ts'
import { stopLinksIn, stopMailsTo } from '../../../test/stop-links.ts'
import { passTime, useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const WORDS = { thanks: 'Zxqthanks: the example opened my eyes', will_try: 'Zxqtry: sum up at the end' }
const app = useTestApp()
const { company, camille, amir } = useCompany(app, { camille: { last_name: 'Durand' }, amir: {} })

const wait = (milliseconds: number) => passTime(app, milliseconds, camille, amir)

/** Camille asks for so many skills, Amir answers them all; the mails of that are removed. */
async function answered(skills = 1): Promise<string[]> {
  const sent = await ask(app, camille, amir, { skill_ids: company.skillIds.slice(0, skills) })
  const ids = sent.feedbacks.map(({ id }) => id)
  for (const id of ids) await answer(app, amir, id)
  await app.mails()
  return ids
}

async function answeredByGuest() {
  const nadia = { email: `${aKey().toLowerCase()}@outside.example`, first_name: 'Nadia', locale: 'fr' as const }
  const sent = await ask(app, camille, nadia, { context: 'The fair in Lyon' })
  const params = mailedParams(app, sent.feedbacks[0])
  await app.call(null, guest.guestAnswer, { params, body: anAnswer({ keep: 'Listens well to everybody' }) })
  await app.mails()
  return params
}

const rate = (id: string, body: { stars: number; thanks?: string; will_try?: string }, who = camille) =>
  app.call(who, feedback.rateAnswer, { params: { id }, body })
const newsOf = async (who: TestUser) =>
  (await app.call(who, newsfeed.listNews)).body.newsfeed.filter(({ kind }) => kind === 'answer_thanked')

describe('rating an answer', () => {
  test('is sent to its giver: stars, thanks and what the receiver will try; the mail has none of it, and opens the group', async () => {
    const [id = ''] = await answered()
    const rated = await rate(id, { stars: 4, ...WORDS })
    expect(rated.status).toBe(200)
    expect(rated.body).toMatchObject({ id, thanks: { stars: 4, ...WORDS } })
    const [group] = (await app.call(amir, feedback.listRequestsToAnswer, { query: { status: 'answered' } })).body.groups
    expect(group?.feedbacks[0]?.thanks).toMatchObject({ stars: 4, ...WORDS })
    expect(await newsOf(amir)).toMatchObject([{ feedback_id: id, actor: { first_name: 'Camille' }, is_read: false }])
    const [mail] = await app.mails()
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/zxqthanks|zxqtry/i)
    expect(mail?.text).toContain(`/answer-confirmation/${group?.id}`)
    expect(mail?.text).toContain('/profile?notifications')
    expect(mail?.to).toMatchObject({ text: amir.email })
  })

  test('again replaces everything, and notifies the giver only when text is added', async () => {
    const [id = ''] = await answered()
    const news = (await newsOf(amir)).length
    await rate(id, { stars: 2 })
    const [bare] = await app.mails()
    expect(bare?.subject).toBe('Camille Durand has read your feedback')
    await rate(id, { stars: 3 })
    expect(await app.mails(), 'a bare re-rating').toEqual([])
    await rate(id, { stars: 3, thanks: WORDS.thanks })
    const [mail, ...more] = await app.mails()
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Camille Durand thanks you for your feedback')
    await rate(id, { stars: 5, thanks: 'Zxqother words' })
    expect(await app.mails(), 'other words').toEqual([])
    await rate(id, { stars: 5, thanks: WORDS.thanks, will_try: WORDS.will_try })
    expect(await app.mails()).toHaveLength(1)
    expect((await newsOf(amir)).length - news, 'one piece of news for one answer').toBe(1)
    const last = await rate(id, { stars: 1 })
    expect(last.body.thanks).toMatchObject({ stars: 1, thanks: null, will_try: null })
  })

  test('several answers of one request sends one mail', async () => {
    const ids = await answered(3)
    for (const id of ids) await rate(id, { stars: 5, thanks: 'Thank you' })
    expect(await app.mails()).toHaveLength(1)
  })

  test('notifies no one who switched it off, left, or withdrew the answer', async () => {
    const [id = ''] = await answered()
    const choose = (email: boolean) =>
      app.call(amir, people.updateUser, { params: { userId: '1' }, body: { notifications: { thanks: { email } } } })
    await choose(false)
    await rate(id, { stars: 5, ...WORDS })
    expect(await app.mails()).toEqual([])
    await choose(true)

    const [left = ''] = await answered()
    await app.database.db.execute(sql`update feedbacks set giver_id = null where id = ${left}`)
    expect((await rate(left, { stars: 5, ...WORDS })).body.giver.id).toBeNull()
    expect(await app.mails()).toEqual([])

    const params = await answeredByGuest()
    await rate(params.feedbackId, { stars: 5, ...WORDS })
    expect((await app.call(null, guest.guestDelete, { params })).status).toBe(200)
    expect(await app.mails(), 'taken back meanwhile').toEqual([])
    const [row] = await rows(
      app.database.db,
      {
        stars: nullable(t.int),
        sealed_thanks: nullable(t.bytes),
        sealed_will_try: nullable(t.bytes),
        rated_at: nullable(t.time),
        has_situation: t.bool,
        has_keep: t.bool,
        has_improve: t.bool,
      },
      sql`select stars, sealed_thanks, sealed_will_try, rated_at, has_situation, has_keep, has_improve from feedbacks where id = ${params.feedbackId}`,
    )
    const nothing = { stars: null, sealed_thanks: null, sealed_will_try: null, rated_at: null }
    expect(row).toEqual({ ...nothing, has_situation: false, has_keep: false, has_improve: false })
  })

  test('is possible for named answers that I received and can read; everything else is not found', async () => {
    const [id = ''] = await answered()
    const pending = await ask(app, camille, amir)
    const givers = await createUsers(app, company, 3)
    const secret = await ask(app, camille, givers, { confidential: true })
    for (const giver of givers) await answer(app, giver, secret)
    for (const one of [pending, secret]) expectProblem(await rate(one.feedbacks[0]?.id as string, { stars: 3 }), 404, 'not_found')
    expectProblem(await rate(id, { stars: 3 }, amir), 404, 'not_found')
    const stored = await rows(
      app.database.db,
      {},
      sql`select from feedbacks where stars is not null and (id = ${id} or request_id in (${pending.id}, ${secret.id}))`,
    )
    expect(stored).toEqual([])
    for (const stars of [0, 6, 2.5]) expect((await rate(id, { stars })).status).toBe(400)
    expect((await rate(id, { stars: 3, thanks: 'x'.repeat(501) })).status).toBe(400)
  })
})

describe('a guest whose answer was rated', () => {
  test('gets a link to read the thanks, for 30 days, when nothing can be edited any more', async () => {
    const params = await answeredByGuest()
    await wait(2 * DAY_MS)
    expect((await app.call(null, guest.getGuestView, { params })).status, 'ended').toBe(410)
    const ratedAt = app.now().getTime()
    await rate(params.feedbackId, { stars: 5, ...WORDS })
    const [mail] = await app.mails()
    expect(mail?.subject).toContain('Camille Durand vous remercie')
    expect(mail?.text).toContain(`/guest-answer-confirmation/${params.token}/${params.feedbackId}`)
    const stop = stopLinksIn(mail)
    expect(stop.page).toBe(`${app.url}/guest-answer-confirmation/${params.token}/${params.feedbackId}?mail=${stop.token}&stop=1`)
    expect(stop.header).toBe(`${app.url}/api/guest/${stop.token}/${params.feedbackId}/stop?link=${params.token}`)
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/zxqthanks|zxqtry/i)

    const view = await app.call(null, guest.getGuestView, { params })
    expect(view.status).toBe(200)
    const can = { answer: false, edit: false, decline: false }
    expect(view.body).toMatchObject({
      context: 'The fair in Lyon',
      feedbacks: [{ status: 'answered', answer: { keep: 'Listens well to everybody' }, thanks: WORDS, can }],
    })
    const until = Date.parse(view.body.readable_until ?? '')
    expect(until - ratedAt).toBeGreaterThanOrEqual(30 * DAY_MS)
    expect(until - ratedAt).toBeLessThan(30 * DAY_MS + MINUTE_MS)
    for (const [endpoint, body] of [
      [guest.guestEdit, anAnswer()],
      [guest.guestAnswer, anAnswer()],
      [guest.guestDelete, undefined],
      [guest.guestDecline, {}],
    ] as const) {
      expectProblem(await app.call(null, endpoint, { params, ...(body && { body }) } as never), 410, 'gone')
    }
    await wait(30 * DAY_MS + MINUTE_MS)
    expectProblem(await app.call(null, guest.getGuestView, { params }), 410, 'gone')
  })

  test('sees it at once while the link is valid, without a mail after unsubscribing', async () => {
    const params = await answeredByGuest()
    const { body } = await app.call(camille, feedback.listRequests)
    await stopMailsTo(app, company.id, body.requests[0]?.feedbacks[0]?.recipient.email ?? '')
    await rate(params.feedbackId, { stars: 4, thanks: WORDS.thanks })
    const view = await app.call(null, guest.getGuestView, { params })
    expect(view.body.readable_until).toBeNull()
    expect(view.body.feedbacks[0]).toMatchObject({ thanks: { stars: 4 }, can: { edit: true } })
    expect(await app.mails()).toEqual([])
    const queued = await rows(
      app.database.db,
      {},
      sql`select from outbox o join feedbacks f on f.recipient_id = o.recipient_id where f.id = ${params.feedbackId} and o.kind = 'guest_thanks'`,
    )
    expect(queued).toEqual([])
  })
})
