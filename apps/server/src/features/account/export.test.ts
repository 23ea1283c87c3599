import { awards } from '@reflet/contract/awards'
import { coffee } from '@reflet/contract/coffee'
import { contacts } from '@reflet/contract/contacts'
import { DAY_MS } from '@reflet/contract/durations'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { hierarchy } from '@reflet/contract/hierarchy'
import { newsfeed } from '@reflet/contract/newsfeed'
import { people } from '@reflet/contract/people'
import { push } from '@reflet/contract/push'
import { recurrences } from '@reflet/contract/recurrences'
import { session } from '@reflet/contract/session'
import { sharing } from '@reflet/contract/sharing'
import { skills } from '@reflet/contract/skills'
import { afterAll, describe, expect, test } from 'vitest'
import { exportCalls } from '../../test/exports.ts'
import { aKey, anAnswer, createUser, type TestUser } from '../../test/factories.ts'
import { startWebPush } from '../../test/push-services.ts'
import { register } from '../../test/push-stage.ts'
import { answer, ask, eventToken } from '../../test/requests.ts'
import { share } from '../../test/sharing.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { TERMS_VERSION } from '../legal/legal.queries.ts'

let service: Awaited<ReturnType<typeof startWebPush>>
afterAll(() => service.close())
const app = useTestApp(async () => {
  service = await startWebPush()
  return { push: { webPushAt: [service.url] } }
})
const { company } = useCompany(app, [], { badges_active: true })
const { fetchExport, exportOf } = exportCalls(app)
const mine = { params: { userId: '1' } } as const

describe('the export', () => {
  test('is a zip of a known size, not stored by any cache', async () => {
    const me = await createUser(app, company)
    const { status, headers, bytes } = await fetchExport(me)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/zip')
    expect(Number(headers.get('content-length'))).toBe(bytes.length)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="reflet-export-${app.now().toISOString().slice(0, 10)}.zip"`)
    const { names, data, sheet } = await exportOf(me)
    for (const name of names) expect(name).toMatch(/^[\w.]+$/)
    expect(data.profile).toMatchObject({ email: me.email, notifications: { request: { email: true } } })
    expect(sheet('profile')).toContainEqual({ field: 'notifications.request.email', value: 'true' })
    expect(data.requests_sent).toEqual([])
    expect(sheet('requests_sent')).toEqual([])
    expect((await fetchExport({ token: 'x'.repeat(43) })).status).toBe(401)
  })

  test('contains what I did and what I received, as the API shows it', async () => {
    const me = await createUser(app, company, { first_name: 'Zoé', registration_number: 'R-17' })
    const colleague = await createUser(app, company)
    const browser = service.browser()
    await register(app, me, browser.token)
    const [first, second] = company.skillIds as [string, string]
    await app.call(me, skills.chooseSkills, { ...mine, body: { skill_ids: [second, first] } })
    await app.call(me, skills.evaluateMyself, { ...mine, body: { evaluations: [{ skill_id: first, rating: 3 }] } })
    await app.call(me, skills.resetSkills, { ...mine, body: { skill_ids: [second] } })
    await app.call(me, people.acceptTerms, { body: { version: TERMS_VERSION } })
    await app.call(me, people.platformUsed, { body: { platform: 'mobile' } })
    const kept = await app.call(me, contacts.addContacts, {
      ...mine,
      body: { contacts: [{ user_id: colleague.id }, { email: 'friend@partner.example', first_name: 'Frieda' }] },
    })
    await app.call(me, contacts.createGroup, { ...mine, body: { name: 'Workshop', contact_ids: kept.body.contacts.map(({ id }) => id) } })
    await app.call(me, hierarchy.saveHierarchy, { body: { superior_users: [{ user_id: colleague.id }] } })
    await app.call(me, hierarchy.addManager, {
      body: { manager_email: 'boss@partner.example', manager_firstName: 'Bo', manager_lastName: 'Ss' },
    })
    const sent = await ask(app, me, [colleague, { email: 'guest@partner.example' }], { context: 'The June workshop', message: 'Please' })
    await answer(app, colleague, sent, { keep: 'Listens' })
    await answer(app, me, await ask(app, colleague, [me]), { keep: 'What I said' })
    const [given] = (await app.call(me, feedback.listRequestsToAnswer, { query: { status: 'answered' } })).body.groups
    await app.call(colleague, feedback.rateAnswer, {
      params: { id: given?.feedbacks[0]?.id as string },
      body: { stars: 5, thanks: 'What came back' },
    })
    const [got] = (await app.call(me, feedback.listAnswers)).body.answers
    // Rating reads the answer: the mail that announces it is sent before.
    await app.mails()
    await app.call(me, feedback.rateAnswer, { params: { id: got?.id as string }, body: { stars: 4, will_try: 'What I will try' } })
    await app.call(me, sharing.setManager, { body: { user_id: colleague.id } })
    await share(app, me, got?.id as string)
    await app.call(me, feedback.offerFeedback, {
      body: { ...anAnswer({ keep: 'Unasked' }), user_id: colleague.id, skill_id: first, idempotency_key: aKey() },
    })
    const declined = await ask(app, colleague, [me])
    await app.call(me, feedback.declineFeedback, { params: { id: declined.feedbacks[0]?.id as string }, body: { reason: 'No time' } })
    await ask(app, colleague, [me], { context: 'Still open' })
    const thank = (from: TestUser, to: TestUser, message: string) =>
      app.call(from, awards.giveAwards, {
        body: { type_id: company.awardTypeIds[0] as string, user_ids: [to.id], message, idempotency_key: aKey() },
      })
    await thank(me, colleague, 'My thanks')
    await thank(colleague, me, 'Your thanks')
    const regular = await app.call(me, recurrences.createRecurrence, {
      body: {
        skill_ids: [first, second],
        pool: [{ user_id: colleague.id }, { email: 'regular@partner.example', first_name: 'Regina' }],
        every: { unit: 'month', count: 3 },
        per_round: 1,
        starts_on: new Date(app.now().getTime() + 7 * DAY_MS).toISOString().slice(0, 10),
        ends: { rounds: 4 },
        context: 'Every quarter',
        idempotency_key: aKey(),
      },
    })
    const event = await app.call(me, events.createEvent, {
      body: {
        title: 'My workshop',
        takes_place_on: app.now().toISOString().slice(0, 10),
        skill_ids: [first, second],
        ends_at: new Date(app.now().getTime() + DAY_MS).toISOString(),
        idempotency_key: aKey(),
      },
    })
    const linkToken = eventToken(event.body)
    const slots = [new Date(app.now().getTime() + DAY_MS).toISOString()]
    const over = { slots, place: 'The corner', message: 'Shall we talk?' }
    await app.call(me, coffee.createCoffee, { body: { ...over, invitee: { user_id: colleague.id }, idempotency_key: aKey() } })
    await app.call(null, session.forgottenPassword, { body: { email: me.email } })
    await app.call(me, push.clearPushCounter)
    await app.mails()

    const { data, sheet, text, everything } = await exportOf(me)
    expect(data.profile).toMatchObject({ first_name: 'Zoé', registration_number: 'R-17', last_platform: 'mobile', has_password: false })
    expect(data.terms_acceptances).toMatchObject([{ version: TERMS_VERSION, locale: 'en' }])
    expect(data.skills.map(({ skill }: { skill: { id: string } }) => skill.id)).toEqual([second, first])
    expect(data.self_evaluations).toMatchObject([{ skill: { id: first }, rating: 3 }])
    expect(data.skill_resets).toMatchObject([{ skill: { id: second } }])
    const addresses = [colleague.email, 'friend@partner.example'].sort()
    expect(data.contacts.map(({ email }: { email: string }) => email).sort()).toEqual(addresses)
    const inGroup = sheet('contact_groups').map(({ group, email }) => `${group} ${email}`)
    expect(inGroup.sort()).toEqual(addresses.map((address) => `Workshop ${address}`))
    expect(data.hierarchy).toMatchObject([{ user_id: colleague.id, relation: 'superior' }])
    expect(data.manager_invitation).toMatchObject([{ email: 'boss@partner.example', filled_at: null }])

    const requests = (await app.call(me, feedback.listRequests)).body.requests
    const links = requests.flatMap(({ feedbacks }) => feedbacks.flatMap(({ guest_link }) => guest_link ?? []))
    expect(links).toHaveLength(1)
    expect(data.requests_sent).toEqual(
      requests.map((request) => ({ ...request, feedbacks: request.feedbacks.map(({ guest_link: _, ...item }) => item) })),
    )
    expect(data.answers_received).toEqual((await app.call(me, feedback.listAnswers)).body.answers)
    expect(data.answers_received).toMatchObject([{ keep: 'Listens', giver: { id: colleague.id }, is_read: true }])
    expect(data.news).toEqual((await app.call(me, newsfeed.listNews)).body.newsfeed)
    expect(data.awards_received).toMatchObject([{ message: 'Your thanks', giver: { id: colleague.id } }])
    expect(sheet('awards_given')).toMatchObject([{ type: 'Team spirit', message: 'My thanks', visibility: 'private' }])
    expect(data.coffee_requests).toMatchObject([{ is_mine: true, message: 'Shall we talk?', invitee: { id: colleague.id } }])
    expect(sheet('coffee_requests')).toMatchObject([{ status: 'pending', times: slots[0], place: 'The corner' }])
    const { link: _, ...myEvent } = event.body
    expect(regular.status).toBe(200)
    expect(data.recurrences).toMatchObject([{ id: regular.body.id, context: 'Every quarter', pool: regular.body.pool }])
    expect(sheet('recurrences')).toMatchObject([
      { every: '3 month', max_rounds: '4', context: 'Every quarter', person_email: colleague.email },
      { person: 'Regina', person_email: 'regular@partner.example', person_asked_at: '' },
    ])
    expect(data.events).toEqual([myEvent])
    expect(sheet('events')).toMatchObject([{ title: 'My workshop', participants: '0' }])
    const received = sheet('requests_received').map(({ status, keep, reason, context }) => ({ status, keep, reason, context }))
    expect(received).toEqual([
      { status: 'pending', keep: '', reason: '', context: 'Still open' },
      { status: 'answered', keep: 'Unasked', reason: '', context: '' },
      { status: 'answered', keep: 'What I said', reason: '', context: '' },
      { status: 'declined', keep: '', reason: 'No time', context: '' },
    ])
    const rated = sheet('requests_received').map(({ kind, stars, thanks }) => [kind, stars, thanks])
    expect(rated).toContainEqual(['asked', '5', 'What came back'])
    const shared_at = expect.stringMatching(/^\d{4}-/)
    expect(sheet('answers_received')).toMatchObject([{ stars: '4', will_try: 'What I will try', shared_at }])
    expect(data.profile.manager).toMatchObject({ first_name: expect.any(String) })
    expect(data.sessions).toMatchObject([{ current: true }])
    expect(data.password_resets).toMatchObject([{ used_at: null }])
    const mailed = data.mails.map(({ kind }: { kind: string }) => kind)
    expect(mailed.sort()).toEqual(['answered', 'award', 'password_reset', 'request', 'thanks'])
    expect(data.mails.find(({ kind }: { kind: string }) => kind === 'answered').sent_at).toMatch(/^\d{4}-\d{2}$/)
    expect(data.profile.pushes_seen_at).toMatch(/^\d{4}-/)
    expect(data.devices).toMatchObject([{ type: 'webpush', current: true }])
    expect(sheet('pushes').map(({ kind }) => kind)).toEqual(['answered', 'award', 'request', 'thanks'])
    expect(data.pushes[0].sent_at).toMatch(/^\d{4}-\d{2}$/)
    expect(everything).not.toContain(browser.path)
    expect(text('README.txt')).toContain('answers_received.csv')
    for (const secret of [me.token, linkToken, ...links.map((link) => link.split('/')[4] as string)])
      expect(everything).not.toContain(secret)
  })

  test.each([
    ['fr', 'Vos données dans Reflet'],
    ['en', 'Your data in Reflet'],
    ['ar', 'بياناتك في Reflet'],
    ['es', 'Sus datos en Reflet'],
    ['de', 'Ihre Daten in Reflet'],
  ] as const)('says in %s what each file is', async (locale, title) => {
    const me = await createUser(app, company, { locale })
    const { text, names } = await exportOf(me)
    expect(text('README.txt')).toContain(title)
    for (const name of names.filter((one) => one !== 'README.txt')) expect(text('README.txt')).toContain(name)
    expect(text('README.txt')).not.toMatch(/undefined|\{\{/)
  })
})
