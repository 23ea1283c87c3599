import { coffee } from '@reflet/contract/coffee'
import { contacts } from '@reflet/contract/contacts'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { hierarchy } from '@reflet/contract/hierarchy'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, refusal, type TestCompany, type TestUser } from '../../../test/factories.ts'
import { oneClick, stopLinksIn } from '../../../test/stop-links.ts'

const DAY = 86_400_000
let app: TestApp
let company: TestCompany
let camille: TestUser
let amir: TestUser
let email: string
let number = 0

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.advance(61_000)
  company = await createCompany(app, { badges_active: true })
  camille = await createUser(app, company, { first_name: 'Camille' })
  amir = await createUser(app, company, { first_name: 'Amir' })
  email = `guest-${++number}@outside.example`
  await app.mails()
})

const ask = async (who: TestUser, to = email) =>
  (
    await app.call(who, feedback.createRequest, {
      body: { skill_ids: company.skillIds.slice(0, 1), recipients: [{ email: to }], idempotency_key: aKey() },
    })
  ).body
const linkOf = (url: string | undefined | null) => {
  const [token = '', feedbackId = ''] = (url ?? '').split('/').slice(-2)
  return { token, feedbackId }
}
const propose = (who: TestUser) =>
  app.call(who, coffee.createCoffee, {
    body: { invitee: { email }, slots: [new Date(app.now().getTime() + DAY).toISOString()], idempotency_key: aKey() },
  })
const name = (who: TestUser) =>
  app.call(who, hierarchy.addManager, { body: { manager_email: email, manager_firstName: 'Olga', manager_lastName: 'Boss' } })

describe('no link that a requester can copy stops the mails', () => {
  test('of a named request', async () => {
    const sent = await ask(camille)
    const params = linkOf(sent.feedbacks[0]?.guest_link)
    expect(refusal(await app.call(null, guest.guestStop, { params }))).toEqual([404, 'not_found'])
    expect((await oneClick(`${app.url}/api/guest/${params.token}/${params.feedbackId}/stop`)).status).toBe(404)
    expect((await app.call(null, guest.getGuestView, { params })).body.mails_stopped).toBe(false)
    await ask(amir)
    expect(await app.mails(), 'of both requests').toHaveLength(2)
  })

  test('of an event, answered under another person’s address', async () => {
    const event = await app.call(camille, events.createEvent, {
      body: {
        title: 'Workshop',
        takes_place_on: app.now().toISOString().slice(0, 10),
        skill_ids: company.skillIds.slice(0, 1),
        ends_at: new Date(app.now().getTime() + DAY).toISOString(),
        idempotency_key: aKey(),
      },
    })
    const answered = await app.call(null, events.answerEventLink, {
      params: { token: event.body.link.split('/').at(-1) as string },
      body: {
        participant: { email, first_name: 'Not', last_name: 'Them', locale: 'en' },
        answers: [{ ...anAnswer(), skill_id: company.skillIds[0] as string }],
      },
    })
    const params = linkOf(answered.body.guest_link)
    expect(refusal(await app.call(null, guest.guestStop, { params }))).toEqual([404, 'not_found'])
    await app.mails()
    await ask(amir)
    expect(await app.mails()).toHaveLength(1)
  })

  test('of a coffee or of a manager', async () => {
    await propose(camille)
    await name(camille)
    const links = (await app.mails()).map(({ text }) => /\/(coffee|hierarchical-list)\/([\w-]+)/.exec(text ?? '')?.[2] ?? '')
    for (const token of links) {
      expect(refusal(await app.call(null, coffee.stopCoffeeMails, { params: { token } }))).toEqual([404, 'not_found'])
      expect(refusal(await app.call(null, hierarchy.stopHierarchyMails, { params: { token } }))).toEqual([404, 'not_found'])
    }
    await ask(amir)
    expect(await app.mails()).toHaveLength(1)
  })

  test('and no call shows the token that does', async () => {
    const sent = await ask(camille)
    const { token } = stopLinksIn((await app.mails())[0])
    expect(token.length).toBeGreaterThan(43)
    const params = linkOf(sent.feedbacks[0]?.guest_link)
    const seen = [
      sent,
      (await app.call(camille, feedback.getRequest, { params: { id: sent.id } })).body,
      (await app.call(null, guest.getGuestView, { params })).body,
    ]
    expect(JSON.stringify(seen)).not.toContain(token)
  })
})

describe('the stop link of a mail', () => {
  /** One mail of each kind, from which everything is stopped. */
  const kinds: [string, () => Promise<unknown>][] = [
    ['a request', () => ask(camille)],
    ['a coffee', () => propose(camille)],
    ['a manager', () => name(camille)],
  ]

  test.each(kinds)('stops with one click all mails of the company, and starts them again: %s', async (_kind, send) => {
    await send()
    const { header } = stopLinksIn((await app.mails())[0])
    expect((await oneClick(header)).status).toBe(200)
    expect((await oneClick(header)).status, 'again changes nothing').toBe(200)
    const sent = await ask(amir)
    await propose(amir)
    await name(amir)
    expect(await app.mails()).toEqual([])

    expect(sent.feedbacks[0]?.recipient.mails_stopped, 'who asks is told').toBe(true)
    const contact = { email, first_name: 'Nadia' }
    const kept = await app.call(amir, contacts.addContacts, { params: { userId: '1' }, body: { contacts: [contact] } })
    expect(kept.body.contacts[0]?.mails_stopped).toBe(true)
    expect((await app.call(amir, hierarchy.getHierarchy, { params: { userId: '1' } })).body.manager?.mails_stopped).toBe(true)

    const resumed = await fetch(header, { method: 'DELETE' })
    expect(resumed.status).toBe(200)
    await ask(amir)
    await propose(amir)
    expect(await app.mails()).toHaveLength(2)
    const again = await app.call(amir, feedback.getRequest, { params: { id: sent.id } })
    expect(again.body.feedbacks[0]?.recipient.mails_stopped).toBe(false)
  })

  test('opened in a browser leads to the page that asks, and changes nothing', async () => {
    for (const [kind, send] of kinds) {
      await send()
      const { header, page } = stopLinksIn((await app.mails())[0])
      const opened = await fetch(header, { redirect: 'manual' })
      expect([kind, opened.status]).toEqual([kind, 303])
      const target = new URL(opened.headers.get('location') ?? '', app.url)
      const footer = new URL(page)
      expect([target.pathname, Object.fromEntries(target.searchParams)]).toEqual([footer.pathname, Object.fromEntries(footer.searchParams)])
    }
    await ask(amir)
    expect(await app.mails()).toHaveLength(1)
  })

  test('of an older mail, which holds the token of the page, leads to that page', async () => {
    const sent = await ask(camille)
    const { token, feedbackId } = linkOf(sent.feedbacks[0]?.guest_link)
    const opened = await fetch(`${app.url}/api/guest/${token}/${feedbackId}/stop`, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/guest-answer/${token}/${feedbackId}?stop=1`])
  })

  test('works when everything has ended, and shows no words', async () => {
    const sent = await ask(camille)
    const { token } = stopLinksIn((await app.mails())[0])
    const feedbackId = sent.feedbacks[0]?.id as string
    app.advance(40 * DAY)
    const stopped = await app.call(null, guest.guestStop, { params: { token, feedbackId } })
    expect(stopped.body).toMatchObject({ mails_stopped: true, context: null, message: null, feedbacks: [] })
    expect((await app.call(null, guest.guestResume, { params: { token, feedbackId } })).body.mails_stopped).toBe(false)
  })

  test('is for one address of one company only', async () => {
    const mine = await ask(camille)
    const { token } = stopLinksIn((await app.mails())[0])
    const theirs = await ask(camille, 'other@outside.example')
    const stop = (one: string, feedbackId: string | undefined) =>
      app.call(null, guest.guestStop, { params: { token: one, feedbackId: feedbackId ?? '' } })
    expect(refusal(await stop(token, theirs.feedbacks[0]?.id))).toEqual([404, 'not_found'])
    const forged = `${token.slice(0, 43)}${'x'.repeat(43)}`
    for (const wrong of [forged, token.slice(0, -1), `${token}x`, 'x'.repeat(86), 'x']) {
      expect(refusal(await stop(wrong, mine.feedbacks[0]?.id))).toEqual([404, 'not_found'])
    }
    expect((await stop(token, mine.feedbacks[0]?.id)).status).toBe(200)
    const home = company
    company = await createCompany(app)
    await ask(await createUser(app, company))
    expect(
      (await app.mails()).map(({ to }) => [to].flat()[0]?.text),
      'another company, and the other address',
    ).toEqual(expect.arrayContaining([email]))
    company = home
  })
})
