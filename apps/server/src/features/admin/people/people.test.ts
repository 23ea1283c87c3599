import { adminAudit } from '@reflet/contract/admin-audit'
import { adminPeople } from '@reflet/contract/admin-people'
import { DAY_MS, MINUTE_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { session } from '@reflet/contract/session'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../../test/expect-problem.ts'
import { createCompany, createUser, signIn } from '../../../test/factories.ts'
import { logIn, PASSWORD, readOwn, tokenIn } from '../../../test/logins.ts'
import { meanwhile } from '../../../test/meanwhile.ts'
import { ask } from '../../../test/requests.ts'
import { goTo, useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { forgetSent } from '../../notifications/notifications.commands.ts'

const app = useTestApp()
const { company, anne, camille } = useCompanyPerTest(app, { anne: { role: 'admin' }, camille: {} })

const newPerson = (changes: object = {}) => ({
  email: `nadia-${Math.random().toString(36).slice(2)}@company.example`,
  first_name: 'Nadia',
  last_name: 'Belkacem',
  job_title: 'Designer',
  department: 'Design',
  ...changes,
})
const add = (changes: object = {}) => app.call(anne, adminPeople.createPerson, { body: newPerson(changes) })
const actions = async () => (await app.call(anne, adminAudit.listAudit)).body.entries.map(({ action }) => action)
const find = (query: object) => app.call(anne, adminPeople.listPeople, { query })
const person = async (id: string) => (await app.call(anne, adminPeople.getPerson, { params: { id } })).body
const update = (id: string, body: object) => app.call(anne, adminPeople.updatePerson, { params: { id }, body })
const setPassword = (token: string) => app.call(null, session.resetPassword, { body: { token, password: PASSWORD } })

describe('an administrator', () => {
  test('adds a person, who sets a password by the invitation and signs in', async () => {
    const { status, body: nadia } = await add()
    expect(status).toBe(200)
    expect(nadia).toMatchObject({ status: 'invited', department: 'Design', locale: 'en', manager: null, last_seen_at: null })
    const [mail] = await app.mails()
    expect(mail?.subject).toContain('invites you')
    expect(mail?.text).toContain('?invitation')
    expect((await setPassword(tokenIn(mail?.text))).status).toBe(200)
    expect((await logIn(app, nadia.email)).status).toBe(200)
    // A sign-in on a browser without the cookie of the link is mailed.
    await app.mails()
    expect(await person(nadia.id)).toMatchObject({ status: 'active' })
    expect(await actions()).toEqual(['sign_in', 'password_set', 'person_created'])
    expectProblem(await app.call(anne, adminPeople.invitePerson, { params: { id: nadia.id } }), 409, 'already_active')
  })

  test('invites again; the earlier link ends, and an expired one can be asked for again from the login page', async () => {
    const { body: nadia } = await add()
    const [first] = await app.mails()
    const params = { id: nadia.id }
    expectProblem(await app.call(anne, adminPeople.invitePerson, { params }), 429, 'slow_down')
    app.advance(2 * MINUTE_MS)
    expect((await app.call(anne, adminPeople.invitePerson, { params })).status).toBe(200)
    const [second] = await app.mails()
    const use = (mail: { text?: string | undefined } | undefined) => setPassword(tokenIn(mail?.text))
    expectProblem(await use(first), 410, 'gone')
    app.advance(15 * 24 * 60 * MINUTE_MS)
    expectProblem(await use(second), 410, 'gone')
    await app.call(null, session.forgottenPassword, { body: { email: nadia.email } })
    const [third] = await app.mails()
    expect(third?.subject).toContain('invites you')
    expect((await use(third)).status).toBe(200)
  })

  test('finds people by words, address, registration number, status and department, page by page', async () => {
    await add({ email: 'nadia.b@company.example', registration_number: 'R-77' })
    for (const [query, total] of [
      [{ query: 'belk' }, 1],
      [{ query: 'Nadia.B@company.example' }, 1],
      [{ query: 'R-77' }, 1],
      [{ query: 'r-٧٧' }, 1],
      [{ status: 'invited' }, 1],
      [{ department: 'Design' }, 1],
      [{ status: 'active' }, 2],
      [{ query: 'zzz' }, 0],
    ] as const) {
      const { body } = await find(query)
      expect([body.total, body.people.length], JSON.stringify(query)).toEqual([total, total])
      if (total === 1) expect(body.people[0]?.first_name, JSON.stringify(query)).toBe('Nadia')
    }
    for (let i = 0; i < 50; i++) await createUser(app, company, { last_name: `Person${String(i).padStart(2, '0')}` })
    const first = await find({})
    const rest = await find({ cursor: first.body.next_cursor ?? '' })
    expect([first.body.people.length, rest.body.people.length, first.body.total, rest.body.next_cursor]).toEqual([50, 3, 53, null])
    expect((await app.call(anne, adminPeople.listDepartments)).body.departments).toEqual([{ name: 'Design', people: 1 }])
    const csv = (await app.call(anne, adminPeople.exportPeople)).body as unknown as string
    expect(csv.trim().split('\r\n')).toHaveLength(54)
    expect(csv).toContain('nadia.b@company.example,Nadia,Belkacem,Designer,Design,R-77,en,,employee,invited')
  })

  test('changes a person; a taken address or number is refused with its field, and nothing of the change is kept', async () => {
    const { body: nadia } = await add({ registration_number: 'R-1' })
    const { body: other } = await add({ registration_number: 'R-2' })
    const change = (body: object) => update(other.id, body)
    expectProblem(await change({ first_name: 'Lost', registration_number: 'R-1' }), 409, 'registration_number_taken')
    const sameNumber = { fields: { registration_number: 'taken' } }
    for (const registration_number of ['r-1', 'R-١', 'r-１']) {
      expectProblem(await change({ first_name: 'Lost', registration_number }), 409, 'registration_number_taken', sameNumber)
      expectProblem(await add({ registration_number }), 409, 'registration_number_taken', sameNumber)
    }
    expect((await change({ registration_number: 'r-2' })).body.registration_number, 'one’s own in another form').toBe('r-2')
    expectProblem(await change({ first_name: 'Lost', email: nadia.email }), 409, 'email_taken')
    expectProblem(await add({ email: nadia.email }), 409, 'email_taken')
    expect((await change({ department: 'Sales', manager_id: nadia.id, registration_number: null })).body).toMatchObject({
      first_name: 'Nadia',
      department: 'Sales',
      registration_number: null,
      manager: { id: nadia.id },
    })
    expectProblem(await update(nadia.id, { manager_id: other.id }), 422, 'hierarchy_cycle')
    expectProblem(await change({ manager_id: other.id }), 422, 'manager_is_yourself')
    expect((await app.call(camille, people.searchColleagues, { query: { query: 'belka' } })).body.colleagues).toHaveLength(2)
  })

  test('an invited person’s address changes at once', async () => {
    const { body: nadia } = await add()
    await app.mails()
    const email = newPerson().email
    await update(nadia.id, { email })
    const [again] = await app.mails()
    expect([again?.to, again?.subject]).toMatchObject([{ text: email }, expect.stringContaining('invites you')])
  })

  test('deactivates a person: sessions end, what waits for them is cancelled; and lets them in again', async () => {
    const sent = await ask(app, anne, [camille])
    const params = { id: camille.id }
    expect((await app.call(anne, adminPeople.deactivatePerson, { params })).body.status).toBe('deactivated')
    expectProblem(await readOwn(app, camille), 401, 'unauthenticated')
    const after = await app.call(anne, feedback.getRequest, { params: { id: sent.id } })
    expect(after.body.feedbacks.map(({ status }) => status)).toEqual(['cancelled'])
    expect((await app.call(anne, adminPeople.reactivatePerson, { params })).body.status).toBe('active')
    const back = await signIn(app, camille)
    expect((await readOwn(app, back)).status).toBe(200)
    expect((await app.call(anne, adminPeople.endSessions, { params })).status).toBe(200)
    expectProblem(await readOwn(app, back), 401, 'unauthenticated')
    expect(await actions()).toEqual(['person_sessions_ended', 'person_reactivated', 'person_deactivated'])
  })

  test('the last administrator is neither demoted nor deactivated, also by two at once; an invited one does not count', async () => {
    await add({ role: 'admin' })
    expectProblem(await update(anne.id, { role: 'employee' }), 409, 'last_administrator')
    expectProblem(await app.call(anne, adminPeople.deactivatePerson, { params: { id: anne.id } }), 409, 'last_administrator')
    const second = await createUser(app, company, { role: 'admin' })
    const demoted = await meanwhile(
      app,
      async (other) => {
        await other.query('select from companies where company_id = $1 for no key update', [company.id])
        await other.query(`update users set role = 'employee' where id = $1`, [second.id])
      },
      () => update(anne.id, { role: 'employee' }),
      async () => {},
    )
    expectProblem(demoted, 409, 'last_administrator')
  })
})

describe('an invitation', () => {
  test('is sent when its mail has left: in quiet hours it waits, and one that was too old by then, or not made, was not sent', async () => {
    const night = await createCompany(app, { quiet: { from: 20 * 60, until: 8 * 60 } })
    const boss = await createUser(app, night, { role: 'admin' })
    const made = async (changes: object = {}) => (await app.call(boss, adminPeople.createPerson, { body: newPerson(changes) })).body
    const of = async ({ id }: { id: string }) => {
      const { body } = await app.call(await signIn(app, boss), adminPeople.getPerson, { params: { id } })
      return [body.invitation_sent_at, body.invitation_leaves_at]
    }
    const inFile = async ({ email }: { email: string }) => {
      const csv = (await app.call(await signIn(app, boss), adminPeople.exportPeople)).body as unknown as string
      return csv
        .split('\r\n')
        .find((line) => line.startsWith(email))
        ?.split(',')
        .slice(-3)
    }
    const hour = (at: string | null | undefined) =>
      at && new Date(at).toLocaleTimeString('en', { timeZone: 'Europe/Paris', timeStyle: 'short' })

    // Of the tests before.
    await app.mails()
    goTo(app, 21)
    const [never, early] = [await made({ invite: false }), await made()]
    expect([hour(early.invitation_leaves_at), early.invitation_sent_at], 'at once').toEqual(['8:00 AM', null])
    expect(await app.mails()).toEqual([])
    expect(await of(early)).toEqual([null, early.invitation_leaves_at])
    expect(await inFile(early)).toEqual(['invited', '', ''])

    goTo(app, 8)
    expect(await app.mails()).toHaveLength(1)
    const [sentAt, leavesAt] = await of(early)
    expect([hour(sentAt), leavesAt]).toEqual([expect.stringMatching(/^8:\d\d AM/), null])
    expect(await of(never)).toEqual([null, null])
    expect(await inFile(early)).toEqual(['invited', sentAt, ''])
    const { body: listed } = await app.call(boss, adminPeople.listPeople, { query: { status: 'invited' } })
    expect(listed.people.map((one) => one.invitation_sent_at).sort()).toEqual([sentAt, null])

    const late = await made()
    expect(hour(late.invitation_leaves_at), 'by day').toMatch(/^8:\d\d AM/)
    app.advance(40 * DAY_MS)
    goTo(app, 9)
    expect(await app.mails(), 'its link is too old').toEqual([])
    expect(await of(late)).toEqual([null, null])
    app.advance(40 * DAY_MS)
    await forgetSent(app.platform)
    expect(await of(early), 'its message is forgotten').toEqual([sentAt, null])
  })
})

test('a refused login is in the log of the company, without saying to the caller whose it was', async () => {
  await app.database.pool.query('update users set holds_address = true where id = $1', [camille.id])
  for (const email of [camille.email, 'nobody@company.example']) expectProblem(await logIn(app, email, 'wrong'), 401, 'unauthenticated')
  const { body } = await app.call(anne, adminAudit.listAudit, { query: { action: 'sign_in_refused' } })
  expect(body.entries).toMatchObject([
    { target: { kind: 'person', id: camille.id, name: 'Camille Martin' }, network: '127.0.0.0/24', details: { reason: 'no_password' } },
  ])
})
