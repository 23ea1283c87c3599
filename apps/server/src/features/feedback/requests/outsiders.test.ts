import { coffee } from '@reflet/contract/coffee'
import { contacts } from '@reflet/contract/contacts'
import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { hierarchy } from '@reflet/contract/hierarchy'
import { newsfeed } from '@reflet/contract/newsfeed'
import { people } from '@reflet/contract/people'
import { recurrences } from '@reflet/contract/recurrences'
import { beforeEach, describe, expect, test } from 'vitest'
import { rows, sql } from '../../../db/index.ts'
import { eventCalls } from '../../../test/events.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { aKey, anAnswer, createCompany, createUser, signIn, type TestUser } from '../../../test/factories.ts'
import { addManager } from '../../../test/invitation.ts'
import { aRequest, mailedParams } from '../../../test/requests.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
// Another day, so that no test counts the mails of another.
beforeEach(() => app.advance(DAY_MS - (app.now().getTime() % DAY_MS) + DAY_MS / 4))
const { company, camille, amir } = useCompanyPerTest(app, ['camille', 'amir'], { badges_active: true })
beforeEach(() => app.mails())
let number = 0

type Recipient = { user_id: string } | { email: string; first_name?: string; last_name?: string; locale?: 'fr' | 'de' | 'ar' | 'es' | 'en' }
const outsiders = (count: number): Recipient[] => Array.from({ length: count }, () => ({ email: `guest-${++number}@outside.example` }))
const ask = (who: TestUser, recipients: Recipient[], more: { confidential?: boolean; key?: string } = {}) =>
  app.call(who, feedback.createRequest, {
    body: aRequest(who, recipients, { confidential: more.confidential ?? false, idempotency_key: more.key ?? aKey() }),
  })
const inDays = (days: number) => [new Date(app.now().getTime() + days * DAY_MS).toISOString()]
const limit = (person: number, perCompany = 600) =>
  app.database.db.execute(
    sql`update companies set outside_per_person = ${person}, outside_per_company = ${perCompany} where company_id = ${company.id}`,
  )

describe('daily limit of mails to external people', () => {
  test('at most 60 for one employee, over all their sessions; the next day there are 60 again', async () => {
    for (let i = 0; i < 3; i++) expect((await ask(camille, outsiders(20))).status).toBe(200)
    const other = await signIn(app, camille)
    const refused = await ask(other, outsiders(1))
    expectProblem(refused, 429, 'slow_down')
    expect(refused.body.fields).toEqual({ recipients: 'outside_limit' })
    expect(Number(refused.headers.get('retry-after')), 'until midnight UTC').toBe(
      Math.ceil((DAY_MS - (app.now().getTime() % DAY_MS)) / 1000),
    )
    expect(await app.mails()).toHaveLength(60)
    expect((await app.call(camille, feedback.listRequests)).body.requests, 'nothing of the refused one is stored').toHaveLength(3)
    expect((await ask(camille, [{ user_id: amir.id }])).status, 'colleagues can still be asked').toBe(200)
    expect((await ask(amir, outsiders(20))).status, 'and others may ask outsiders').toBe(200)
    app.advance(DAY_MS)
    expect((await ask(camille, outsiders(20))).status).toBe(200)
  })

  test('at most 600 for a company; another company is not affected', async () => {
    await limit(60, 25)
    expect((await ask(camille, outsiders(15))).status).toBe(200)
    expectProblem(await ask(amir, outsiders(11)), 429, 'slow_down')
    expect((await ask(amir, outsiders(10))).status, 'a refusal uses nothing up').toBe(200)
    expect((await ask(await createUser(app, await createCompany(app)), outsiders(1))).status).toBe(200)
  })

  test('concurrent calls never exceed the limit together', async () => {
    await limit(7, 10)
    const calls = [camille, amir].flatMap((who) => Array.from({ length: 12 }, () => ask(who, outsiders(1))))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(14)
    expect(await app.mails()).toHaveLength(10)
  })

  test('a retried call counts once', async () => {
    await limit(2)
    const key = aKey()
    const people = outsiders(2)
    expect((await ask(camille, people, { key })).status).toBe(200)
    expect((await ask(camille, people, { key })).status, 'the same again is answered, not counted').toBe(200)
    expectProblem(await ask(camille, outsiders(1)), 429, 'slow_down')
  })

  test('coffee chats count, moved ones too', async () => {
    await limit(2)
    const propose = (email: string) =>
      app.call(camille, coffee.createCoffee, { body: { invitee: { email }, slots: inDays(2), idempotency_key: aKey() } })
    const { body } = await propose('coffee-1@outside.example')
    const move = () => app.call(camille, coffee.rescheduleCoffee, { params: { id: body.id }, body: { slots: inDays(3) } })
    expect((await move()).status).toBe(200)
    expectProblem(await propose('coffee-2@outside.example'), 429, 'slow_down')
    expectProblem(await move(), 429, 'slow_down')
    expect((await app.call(camille, coffee.cancelCoffee, { params: { id: body.id } })).status, 'calling off always works').toBe(200)
  })

  test('managers without an account count', async () => {
    await limit(1)
    expect((await addManager(app, camille, 'boss@outside.example')).status).toBe(200)
    expectProblem(await addManager(app, camille, 'boss-2@outside.example'), 429, 'slow_down')
    expect((await addManager(app, camille, amir.email)).status, 'a colleague').toBe(200)
  })

  test('manual reminders and thanks count', async () => {
    const sent = await ask(camille, [{ email: 'asked@outside.example' }])
    const other = await ask(camille, [{ email: 'silent@outside.example' }])
    const link = mailedParams(app, sent.body.feedbacks[0])
    await app.mails()
    await app.call(null, guest.guestAnswer, { params: link, body: anAnswer() })
    app.advance(DAY_MS + HOUR_MS)
    await limit(0)
    expectProblem(await app.call(camille, feedback.remindRequest, { params: { id: other.body.id } }), 429, 'slow_down')
    const rate = () => app.call(camille, feedback.rateAnswer, { params: { id: link.feedbackId }, body: { stars: 5, thanks: 'Thank you' } })
    expectProblem(await rate(), 429, 'slow_down')
    expect((await app.call(camille, feedback.getAnswer, { params: { id: link.feedbackId } })).body.thanks, 'as a whole').toBeNull()
    await limit(2)
    expect((await rate()).status).toBe(200)
    expect((await app.call(camille, feedback.remindRequest, { params: { id: other.body.id } })).body).toEqual({ reminded: 1 })
  })

  test('reminding of a confidential request returns the same count, independent of who has answered', async () => {
    const colleagues = [amir, await createUser(app, company), await createUser(app, company)].map(({ id }) => ({ user_id: id }))
    const sent = await ask(camille, [...colleagues, { email: 'quiet@outside.example' }], { confidential: true })
    const link = /guest-answer\/([\w-]+)\/([\w-]+)/.exec((await app.mails()).find(({ text }) => text?.includes('guest-answer'))?.text ?? '')
    await app.call(null, guest.guestAnswer, { params: { token: link?.[1] ?? '', feedbackId: link?.[2] ?? '' }, body: anAnswer() })
    app.advance(DAY_MS + HOUR_MS)
    await limit(0)
    expectProblem(await app.call(camille, feedback.remindRequest, { params: { id: sent.body.id } }), 429, 'slow_down')
  })
})

describe('the address of a former colleague', () => {
  const regularly = (email: string) => ({
    skill_ids: company.skillIds.slice(0, 1),
    pool: [{ user_id: amir.id }, { email }],
    every: { unit: 'week' as const, count: 2 },
    per_round: 1,
    starts_on: inDays(7)[0]?.slice(0, 10) ?? '',
    ends: { rounds: 2 },
    idempotency_key: aKey(),
  })

  test('is refused wherever a person is asked by address; of another company’s it says nothing', async () => {
    const gone = await createUser(app, company, { email: 'gone@own.example', deactivated: true })
    await createUser(app, await createCompany(app), { email: 'elsewhere@other.example', deactivated: true })
    const address = gone.email.toUpperCase()
    const { skill_ids, idempotency_key, ...plan } = regularly(gone.email)
    const calls: [field: string, (email: string) => ReturnType<typeof app.call>][] = [
      ['recipients.0', (email) => ask(camille, [{ email }])],
      ['pool.1', (email) => app.call(camille, recurrences.previewRecurrence, { body: { ...plan, pool: regularly(email).pool } })],
      ['pool.1', (email) => app.call(camille, recurrences.createRecurrence, { body: regularly(email) })],
      [
        'invitee',
        (email) => app.call(camille, coffee.createCoffee, { body: { invitee: { email }, slots: inDays(1), idempotency_key: aKey() } }),
      ],
      ['manager_email', (email) => addManager(app, camille, email)],
    ]
    for (const [field, call] of calls) {
      expectProblem(await call(address), 409, 'person_deactivated', { fields: { [field]: 'person_deactivated' } })
      expect((await call('elsewhere@other.example')).status, field).toBe(200)
    }
    expect(await rows(app.database.db, {}, sql`select from guests where email = ${gone.email}`)).toEqual([])
  })

  test('is not asked by a regular request either, which named it before', async () => {
    const soon = 'soon-gone@own.example'
    const made = await app.call(camille, recurrences.createRecurrence, { body: regularly(soon) })
    expect(made.body.pool).toHaveLength(2)
    await createUser(app, company, { email: soon, deactivated: true })
    const { recurrences: all } = (await app.call(camille, recurrences.listRecurrences)).body
    expect(all[0]?.pool.map(({ email }) => email)).toEqual([amir.email])
  })
})

describe('the name of an external person', () => {
  const EMAIL = 'nadia@outside.example'

  test('is what each requester entered, in every list', async () => {
    const first = await ask(camille, [{ email: EMAIL, first_name: 'Nadia', last_name: 'Rossi' }])
    const link = mailedParams(app, first.body.feedbacks[0])
    await app.call(null, guest.guestAnswer, { params: link, body: anAnswer() })
    const second = await ask(amir, [{ email: EMAIL, first_name: 'Somebody', last_name: 'Else' }])

    const nameIn = async (who: TestUser, id: string) =>
      (await app.call(who, feedback.getRequest, { params: { id } })).body.feedbacks[0]?.recipient
    expect(await nameIn(camille, first.body.id)).toMatchObject({ first_name: 'Nadia', last_name: 'Rossi' })
    expect(await nameIn(amir, second.body.id)).toMatchObject({ first_name: 'Somebody', last_name: 'Else' })
    const answer = await app.call(camille, feedback.getAnswer, { params: { id: link.feedbackId } })
    expect(answer.body.giver).toMatchObject({ first_name: 'Nadia', last_name: 'Rossi' })
    const news = await app.call(camille, newsfeed.listNews)
    expect(news.body.newsfeed.find(({ kind }) => kind === 'answer_received')?.actor).toEqual({ first_name: 'Nadia', last_name: 'Rossi' })
    const view = await app.call(null, guest.getGuestView, { params: link })
    expect(view.body.guest).toEqual({ first_name: 'Nadia', last_name: 'Rossi' })
    const mails = await app.mails()
    expect(mails.map(({ text }) => /^.*(Nadia|Somebody).*$/m.exec(text ?? '')?.[1])).toEqual(expect.arrayContaining(['Somebody']))
  })

  test('is not taken from a colleague’s request; it is taken from the same requester’s last one', async () => {
    await ask(camille, [{ email: EMAIL, first_name: 'Nadia' }])
    const blank = await ask(amir, [{ email: EMAIL }])
    expect(blank.body.feedbacks[0]?.recipient.first_name).toBe('')
    expect((await ask(camille, [{ email: EMAIL }])).body.feedbacks[0]?.recipient.first_name).toBe('Nadia')
  })

  test('is not changed by a colleague’s coffee chat, nor by a stranger at an event', async () => {
    const { anEvent, aParticipant, answerAsGuest } = eventCalls(app, company, amir)
    const first = await ask(camille, [{ email: EMAIL, first_name: 'Nadia', last_name: 'Rossi' }])
    const invited = await app.call(amir, coffee.createCoffee, {
      body: { invitee: { email: EMAIL, first_name: 'Coffee chat', last_name: 'Guest' }, slots: inDays(1), idempotency_key: aKey() },
    })
    const { token } = await anEvent()
    await answerAsGuest(token, aParticipant({ email: EMAIL, first_name: 'Event', last_name: 'Stranger' }))
    const seen = await app.call(camille, feedback.getRequest, { params: { id: first.body.id } })
    expect(seen.body.feedbacks[0]?.recipient).toMatchObject({ first_name: 'Nadia', last_name: 'Rossi' })
    expect((await app.call(amir, coffee.getCoffee, { params: { id: invited.body.id } })).body.invitee.first_name).toBe('Coffee chat')
    const answers = await app.call(amir, feedback.listAnswers)
    expect(answers.body.answers[0]?.giver).toMatchObject({ first_name: 'Event', last_name: 'Stranger' })
  })

  test('and that of an employee contain no web address and no line break, wherever they are entered', async () => {
    const me = (body: object) => app.call(camille, people.updateUser, { params: { userId: '1' }, body })
    const cases: [string, string][] = [
      ['Camille www.evil.example', 'web_address'],
      ['evil。example', 'web_address'],
      ['Cam\nille', 'control_characters'],
      ['Cam\u202eille', 'control_characters'],
    ]
    for (const [name, code] of cases) {
      const contact = { email: EMAIL, first_name: name }
      const manager = { manager_email: EMAIL, manager_firstName: name, manager_lastName: 'Boss' }
      const replies = [
        await me({ first_name: name }),
        await me({ last_name: name }),
        await ask(camille, [contact]),
        await app.call(camille, contacts.addContacts, { params: { userId: '1' }, body: { contacts: [{ email: EMAIL, last_name: name }] } }),
        await app.call(camille, hierarchy.addManager, { body: manager }),
        await app.call(camille, hierarchy.saveHierarchy, { body: { outside_users: [contact] } }),
        await app.call(camille, coffee.createCoffee, { body: { invitee: contact, slots: inDays(1), idempotency_key: aKey() } }),
      ]
      for (const [place, { status, body }] of replies.entries())
        expect([status, Object.values(body.fields ?? {})], `${name}, call ${place}`).toEqual([400, [code]])
    }
  })

  test('that was stored before is shown without its web address in mails', async () => {
    await app.database.db.execute(
      sql`update users set first_name = 'Your parcel https://evil.example/pay', last_name = 'www.evil.example' where id = ${camille.id}`,
    )
    const sent = await ask(camille, [{ email: EMAIL, first_name: 'Nadia' }, { user_id: amir.id }])
    await app.database.db.execute(
      sql`update recipients set first_name = 'evil.example' where request_id = ${sent.body.id} and guest_id is not null`,
    )
    await app.call(camille, coffee.createCoffee, {
      body: { invitee: { email: EMAIL }, slots: inDays(1), place: 'Room 3 https://evil.example/pay', idempotency_key: aKey() },
    })
    await addManager(app, camille, EMAIL)
    const mails = await app.mails()
    expect(mails).toHaveLength(4)
    for (const { subject, text, html } of mails) {
      expect(subject).toContain('Your parcel')
      expect(`${subject}${text}${html}`).not.toMatch(/evil\.example/)
    }
    expect(
      mails.filter(({ text }) => text?.includes('Room 3')),
      'the rest of the place',
    ).toHaveLength(1)
  })
})

describe('the language of an external person', () => {
  const EMAIL = 'lukas@outside.example'
  const subjects = async () => (await app.mails()).map(({ subject }) => subject)

  test('is the one that the requester chose for them, each time; by default the requester’s own', async () => {
    const first = await ask(camille, [{ email: EMAIL, locale: 'de' }])
    expect(first.body.feedbacks[0]?.recipient.locale).toBe('de')
    expect((await subjects())[0]).toContain('bittet')
    await ask(camille, [{ email: EMAIL, locale: 'fr' }])
    expect((await subjects())[0]).toContain('demande')
    const own = await ask(camille, [{ email: EMAIL }])
    expect(own.body.feedbacks[0]?.recipient.locale).toBe('en')
    expect((await subjects())[0]).toMatch(/asks|feedback/)
    const view = await app.call(null, guest.getGuestView, { params: mailedParams(app, first.body.feedbacks[0]) })
    expect(view.body.locale, 'that of this request').toBe('de')
  })

  test('is from then on what they choose on their page, for this request', async () => {
    const sent = await ask(camille, [{ email: EMAIL, locale: 'de' }])
    const other = await ask(camille, [{ email: EMAIL, locale: 'de' }])
    await app.mails()
    const params = mailedParams(app, sent.body.feedbacks[0])
    expect((await app.call(null, guest.guestLocale, { params, body: { locale: 'es' } })).body.locale).toBe('es')
    app.advance(DAY_MS + HOUR_MS)
    for (const { id } of [sent.body, other.body]) await app.call(camille, feedback.remindRequest, { params: { id } })
    const languages = (await app.mails()).map(({ html }) => /<html[^>]* lang="(\w+)"/.exec(html || '')?.[1])
    expect(languages.sort()).toEqual(['de', 'es'])
  })
})
