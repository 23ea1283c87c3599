import { coffee } from '@reflet/contract/coffee'
import { contacts } from '@reflet/contract/contacts'
import { DAY_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { hierarchy } from '@reflet/contract/hierarchy'
import { beforeEach, describe, expect, test } from 'vitest'
import { eventCalls } from '../../../test/events.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { aKey, createCompany, createUser, type TestUser } from '../../../test/factories.ts'
import { addManager } from '../../../test/invitation.ts'
import { ask, guestParams, mailedParams } from '../../../test/requests.ts'
import { oneClick, stopLinksIn } from '../../../test/stop-links.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { company, camille, amir } = useCompanyPerTest(app, ['camille', 'amir'], { badges_active: true })
let email: string
let number = 0

beforeEach(async () => {
  app.advance(61_000)
  email = `guest-${++number}@outside.example`
  await app.mails()
})

const askGuest = (who: TestUser, to = email) => ask(app, who, { email: to })
const propose = (who: TestUser) =>
  app.call(who, coffee.createCoffee, {
    body: { invitee: { email }, slots: [new Date(app.now().getTime() + DAY_MS).toISOString()], idempotency_key: aKey() },
  })
const name = (who: TestUser) => addManager(app, who, email)

describe('no link that a requester can copy unsubscribes the guest', () => {
  test('of a named request', async () => {
    const sent = await askGuest(camille)
    const params = mailedParams(app, sent.feedbacks[0])
    expectProblem(await app.call(null, guest.guestStop, { params }), 404, 'not_found')
    expect((await oneClick(`${app.url}/api/guest/${params.token}/${params.feedbackId}/stop`)).status).toBe(404)
    expect((await app.call(null, guest.getGuestView, { params })).body.mails_stopped).toBe(false)
    await askGuest(amir)
    expect(await app.mails(), 'of both requests').toHaveLength(2)
  })

  test('of an event, answered under another person’s address', async () => {
    const { anEvent, aParticipant, answerAsGuest } = eventCalls(app, company, camille)
    const answered = await answerAsGuest((await anEvent()).token, aParticipant({ email, first_name: 'Not', last_name: 'Them' }))
    const params = guestParams(answered.body.guest_link)
    expectProblem(await app.call(null, guest.guestStop, { params }), 404, 'not_found')
    await app.mails()
    await askGuest(amir)
    expect(await app.mails()).toHaveLength(1)
  })

  test('of a coffee or of a manager', async () => {
    await propose(camille)
    await name(camille)
    const links = (await app.mails()).map(({ text }) => /\/(coffee|hierarchical-list)\/([\w-]+)/.exec(text ?? '')?.[2] ?? '')
    for (const token of links) {
      expectProblem(await app.call(null, coffee.stopCoffeeMails, { params: { token } }), 404, 'not_found')
      expectProblem(await app.call(null, hierarchy.stopHierarchyMails, { params: { token } }), 404, 'not_found')
    }
    await askGuest(amir)
    expect(await app.mails()).toHaveLength(1)
  })

  test('and no call returns the unsubscribe token', async () => {
    const sent = await askGuest(camille)
    const { token } = stopLinksIn((await app.mails())[0])
    expect(token.length).toBeGreaterThan(43)
    const params = mailedParams(app, sent.feedbacks[0])
    const seen = [
      sent,
      (await app.call(camille, feedback.getRequest, { params: { id: sent.id } })).body,
      (await app.call(null, guest.getGuestView, { params })).body,
    ]
    expect(JSON.stringify(seen)).not.toContain(token)
  })
})

describe('the unsubscribe link of a mail', () => {
  /** One mail of each kind whose link unsubscribes from all mails. */
  const kinds: [string, () => Promise<unknown>][] = [
    ['a request', () => askGuest(camille)],
    ['a coffee', () => propose(camille)],
    ['a manager', () => name(camille)],
  ]

  test.each(kinds)('unsubscribes with one click from all mails of the company, and resubscribes: %s', async (_kind, send) => {
    await send()
    const { header } = stopLinksIn((await app.mails())[0])
    expect((await oneClick(header)).status).toBe(200)
    expect((await oneClick(header)).status, 'again changes nothing').toBe(200)
    const sent = await askGuest(amir)
    await propose(amir)
    await name(amir)
    expect(await app.mails()).toEqual([])

    expect(sent.feedbacks[0]?.recipient.mails_stopped, 'the requester is informed').toBe(true)
    expect(sent.feedbacks[0]?.guest_link, 'and may still hand over the link').toBeTruthy()
    const kept = await app.call(amir, contacts.addContacts, { params: { userId: '1' }, body: { contacts: [{ email }] } })
    expect(kept.body.contacts[0]?.mails_stopped).toBe(true)
    expect((await app.call(amir, hierarchy.getHierarchy, { params: { userId: '1' } })).body.manager?.mails_stopped).toBe(true)

    expect((await fetch(header, { method: 'DELETE' })).status).toBe(200)
    await askGuest(amir)
    await propose(amir)
    expect(await app.mails()).toHaveLength(2)
    const again = await app.call(amir, feedback.getRequest, { params: { id: sent.id } })
    expect(again.body.feedbacks[0]?.recipient.mails_stopped).toBe(false)
  })

  test('opened in a browser leads to the confirmation page, and changes nothing', async () => {
    for (const [kind, send] of kinds) {
      await send()
      const { header, page } = stopLinksIn((await app.mails())[0])
      const opened = await fetch(header, { redirect: 'manual' })
      expect([kind, opened.status]).toEqual([kind, 303])
      const target = new URL(opened.headers.get('location') ?? '', app.url)
      const footer = new URL(page)
      expect([target.pathname, Object.fromEntries(target.searchParams)]).toEqual([footer.pathname, Object.fromEntries(footer.searchParams)])
    }
    await askGuest(amir)
    expect(await app.mails()).toHaveLength(1)
  })

  test('of an older mail, which has the token of the page, leads to that page', async () => {
    const sent = await askGuest(camille)
    const { token, feedbackId } = mailedParams(app, sent.feedbacks[0])
    const opened = await fetch(`${app.url}/api/guest/${token}/${feedbackId}/stop`, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/guest-answer/${token}/${feedbackId}?stop=1`])
  })

  test('works when everything has expired, and shows no text', async () => {
    const sent = await askGuest(camille)
    const { token } = stopLinksIn((await app.mails())[0])
    const feedbackId = sent.feedbacks[0]?.id as string
    app.advance(40 * DAY_MS)
    const stopped = await app.call(null, guest.guestStop, { params: { token, feedbackId } })
    expect(stopped.body).toMatchObject({ mails_stopped: true, context: null, message: null, feedbacks: [] })
    expect((await app.call(null, guest.guestResume, { params: { token, feedbackId } })).body.mails_stopped).toBe(false)
  })

  test('is for one address of one company only', async () => {
    const mine = await askGuest(camille)
    const { token } = stopLinksIn((await app.mails())[0])
    const theirs = await askGuest(camille, 'other@outside.example')
    const stop = (one: string, feedbackId: string | undefined) =>
      app.call(null, guest.guestStop, { params: { token: one, feedbackId: feedbackId ?? '' } })
    expectProblem(await stop(token, theirs.feedbacks[0]?.id), 404, 'not_found')
    const forged = `${token.slice(0, 43)}${'x'.repeat(43)}`
    for (const wrong of [forged, token.slice(0, -1), `${token}x`, 'x'.repeat(86), 'x']) {
      expectProblem(await stop(wrong, mine.feedbacks[0]?.id), 404, 'not_found')
    }
    expect((await stop(token, mine.feedbacks[0]?.id)).status).toBe(200)
    await askGuest(await createUser(app, await createCompany(app)))
    expect(
      (await app.mails()).map(({ to }) => [to].flat()[0]?.text),
      'another company, and the other address',
    ).toEqual(expect.arrayContaining([email]))
  })
})
