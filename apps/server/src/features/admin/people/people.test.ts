import { adminAudit } from '@reflet/contract/admin-audit'
import { adminPeople } from '@reflet/contract/admin-people'
import { MINUTE_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { session } from '@reflet/contract/session'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../../test/expect-problem.ts'
import { createUser, signIn } from '../../../test/factories.ts'
import { ask } from '../../../test/requests.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { company, anne, camille } = useCompanyPerTest(app, { anne: { role: 'admin' }, camille: {} })
const PASSWORD = 'a long enough password'

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
const linkIn = (text: string | undefined) => /\/(?:reset-password|address)\/([\w-]{43})/.exec(text ?? '')?.[1] ?? ''
const logIn = (username: string, password = PASSWORD) =>
  app.call(null, session.login, { body: { grant_type: 'password', client_id: 'reflet-app', username, password } })

describe('an administrator', () => {
  test('adds a person, who sets a password by the invitation and signs in', async () => {
    const { status, body: nadia } = await add()
    expect(status).toBe(200)
    expect(nadia).toMatchObject({ status: 'invited', department: 'Design', locale: 'en', manager: null, last_seen_at: null })
    const [mail] = await app.mails()
    expect(mail?.subject).toContain('invites you')
    expect(mail?.text).toContain('?invitation')
    expect((await app.call(null, session.resetPassword, { body: { token: linkIn(mail?.text), password: PASSWORD } })).status).toBe(200)
    expect((await logIn(nadia.email)).status).toBe(200)
    // A sign-in on a browser without the cookie of the link is mailed.
    await app.mails()
    expect((await app.call(anne, adminPeople.getPerson, { params: { id: nadia.id } })).body).toMatchObject({ status: 'active' })
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
    const use = (text: string | undefined) => app.call(null, session.resetPassword, { body: { token: linkIn(text), password: PASSWORD } })
    expectProblem(await use(first?.text), 410, 'gone')
    app.advance(15 * 24 * 60 * MINUTE_MS)
    expectProblem(await use(second?.text), 410, 'gone')
    await app.call(null, session.forgottenPassword, { body: { email: nadia.email } })
    const [third] = await app.mails()
    expect(third?.subject).toContain('invites you')
    expect((await use(third?.text)).status).toBe(200)
  })

  test('finds people by words, address, registration number, status and department, page by page', async () => {
    await add({ email: 'nadia.b@company.example', registration_number: 'R-77' })
    const find = async (query: object) => {
      const { body } = await app.call(anne, adminPeople.listPeople, { query })
      return { names: body.people.map(({ first_name }) => first_name), total: body.total }
    }
    expect(await find({ query: 'belk' })).toEqual({ names: ['Nadia'], total: 1 })
    expect(await find({ query: 'Nadia.B@company.example' })).toEqual({ names: ['Nadia'], total: 1 })
    expect(await find({ query: 'R-77' })).toEqual({ names: ['Nadia'], total: 1 })
    expect(await find({ status: 'invited' })).toEqual({ names: ['Nadia'], total: 1 })
    expect(await find({ status: 'active' })).toMatchObject({ total: 2 })
    expect(await find({ department: 'Design' })).toMatchObject({ total: 1 })
    expect(await find({ query: 'zzz' })).toEqual({ names: [], total: 0 })
    for (let i = 0; i < 50; i++) await createUser(app, company, { last_name: `Person${String(i).padStart(2, '0')}` })
    const first = await app.call(anne, adminPeople.listPeople)
    const rest = await app.call(anne, adminPeople.listPeople, { query: { cursor: first.body.next_cursor ?? '' } })
    expect([first.body.people.length, rest.body.people.length, first.body.total, rest.body.next_cursor]).toEqual([50, 3, 53, null])
    expect((await app.call(anne, adminPeople.listDepartments)).body.departments).toEqual([{ name: 'Design', people: 1 }])
    const csv = (await app.call(anne, adminPeople.exportPeople)).body as unknown as string
    expect(csv.trim().split('\r\n')).toHaveLength(54)
    expect(csv).toContain('nadia.b@company.example,Nadia,Belkacem,Designer,Design,R-77,en,,employee,invited')
  })

  test('changes a person; a taken address or number is refused with its field, and nothing of the change is kept', async () => {
    const { body: nadia } = await add({ registration_number: 'R-1' })
    const { body: other } = await add({ registration_number: 'R-2' })
    const change = (body: object) => app.call(anne, adminPeople.updatePerson, { params: { id: other.id }, body })
    expectProblem(await change({ first_name: 'Lost', registration_number: 'R-1' }), 409, 'registration_number_taken')
    expectProblem(await change({ first_name: 'Lost', email: nadia.email }), 409, 'email_taken')
    expectProblem(await add({ email: nadia.email }), 409, 'email_taken')
    expect((await change({ department: 'Sales', manager_id: nadia.id, registration_number: null })).body).toMatchObject({
      first_name: 'Nadia',
      department: 'Sales',
      registration_number: null,
      manager: { id: nadia.id },
    })
    const circle = await app.call(anne, adminPeople.updatePerson, { params: { id: nadia.id }, body: { manager_id: other.id } })
    expectProblem(circle, 422, 'hierarchy_cycle')
    expectProblem(await change({ manager_id: other.id }), 422, 'manager_is_yourself')
    expect((await app.call(camille, people.searchColleagues, { query: { query: 'belka' } })).body.colleagues).toHaveLength(2)
  })

  test('an invited person’s address changes at once; another one when both mailboxes confirm', async () => {
    const { body: nadia } = await add()
    await app.mails()
    const email = newPerson().email
    await app.call(anne, adminPeople.updatePerson, { params: { id: nadia.id }, body: { email } })
    const [again] = await app.mails()
    expect([again?.to, again?.subject]).toMatchObject([{ text: email }, expect.stringContaining('invites you')])

    const next = newPerson().email
    const asked = await app.call(anne, adminPeople.updatePerson, { params: { id: camille.id }, body: { email: next } })
    expect(asked.body).toMatchObject({ email: camille.email, new_email: next })
    const mails = await app.mails()
    expect(mails.map(({ to }) => (to as { text: string }).text).sort()).toEqual([camille.email, next].sort())
    const [one, two] = mails.map(({ text }) => linkIn(text)) as [string, string]
    expect((await app.call(null, adminPeople.getAddressChange, { params: { token: one } })).body).toMatchObject({
      new_email: next,
      confirmed: false,
    })
    expect((await app.call(null, adminPeople.confirmAddressChange, { params: { token: one } })).body).toEqual({ done: false })
    expect((await app.call(null, adminPeople.confirmAddressChange, { params: { token: one } })).body).toEqual({ done: false })
    expect((await app.call(null, adminPeople.confirmAddressChange, { params: { token: two } })).body).toEqual({ done: true })
    expect((await app.call(anne, adminPeople.getPerson, { params: { id: camille.id } })).body).toMatchObject({
      email: next,
      new_email: null,
    })
    expectProblem(await app.call(null, adminPeople.getAddressChange, { params: { token: one } }), 410, 'gone')

    await app.call(anne, adminPeople.updatePerson, { params: { id: camille.id }, body: { email: newPerson().email } })
    const [first, second] = (await app.mails()).map(({ text }) => linkIn(text)) as [string, string]
    expect((await app.call(null, adminPeople.refuseAddressChange, { params: { token: first } })).status).toBe(200)
    expectProblem(await app.call(null, adminPeople.confirmAddressChange, { params: { token: second } }), 410, 'gone')
  })

  test('deactivates a person: sessions end, what waits for them is cancelled; and lets them in again', async () => {
    const sent = await ask(app, anne, [camille])
    const params = { id: camille.id }
    expect((await app.call(anne, adminPeople.deactivatePerson, { params })).body.status).toBe('deactivated')
    expectProblem(await app.call(camille, people.getUser, { params: { userId: '1' } }), 401, 'unauthenticated')
    const after = await app.call(anne, feedback.getRequest, { params: { id: sent.id } })
    expect(after.body.feedbacks.map(({ status }) => status)).toEqual(['cancelled'])
    expect((await app.call(anne, adminPeople.reactivatePerson, { params })).body.status).toBe('active')
    const back = await signIn(app, camille)
    expect((await app.call(back, people.getUser, { params: { userId: '1' } })).status).toBe(200)
    expect((await app.call(anne, adminPeople.endSessions, { params })).status).toBe(200)
    expectProblem(await app.call(back, people.getUser, { params: { userId: '1' } }), 401, 'unauthenticated')
    expect(await actions()).toEqual(['person_sessions_ended', 'person_reactivated', 'person_deactivated'])
  })

  test('the last administrator is neither demoted nor deactivated, also by two at once; an invited one does not count', async () => {
    await add({ role: 'admin' })
    const demote = (id: string) => app.call(anne, adminPeople.updatePerson, { params: { id }, body: { role: 'employee' } })
    expectProblem(await demote(anne.id), 409, 'last_administrator')
    expectProblem(await app.call(anne, adminPeople.deactivatePerson, { params: { id: anne.id } }), 409, 'last_administrator')
    const second = await createUser(app, company, { role: 'admin' })
    const both = await Promise.all([
      app.call(anne, adminPeople.updatePerson, { params: { id: second.id }, body: { role: 'employee' } }),
      app.call(second, adminPeople.updatePerson, { params: { id: anne.id }, body: { role: 'employee' } }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('employees are refused, and see no one of another company', async () => {
    expectProblem(await app.call(camille, adminPeople.listPeople), 403, 'forbidden')
    const elsewhere = await createUser(app, company, {})
    expect((await app.call(anne, adminPeople.getPerson, { params: { id: elsewhere.id } })).status).toBe(200)
  })
})

test('a refused login is in the log of the company, without saying to the caller whose it was', async () => {
  expectProblem(await logIn(camille.email, 'wrong password'), 401, 'unauthenticated')
  expectProblem(await logIn('nobody@company.example', 'wrong password'), 401, 'unauthenticated')
  const { body } = await app.call(anne, adminAudit.listAudit, { query: { action: 'sign_in_refused' } })
  expect(body.entries).toMatchObject([
    { target: { kind: 'person', id: camille.id, name: 'Camille Martin' }, network: '127.0.0.0/24', details: { reason: 'no_password' } },
  ])
})
