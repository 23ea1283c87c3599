import { adminAudit } from '@reflet/contract/admin-audit'
import { adminImports } from '@reflet/contract/admin-imports'
import { adminPeople } from '@reflet/contract/admin-people'
import { adminPolicies } from '@reflet/contract/admin-policies'
import { adminScim } from '@reflet/contract/admin-scim'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { api } from '@reflet/contract/api'
import { MINUTE_MS } from '@reflet/contract/durations'
import type { Endpoint } from '@reflet/contract/endpoint'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../db/index.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createUser, signIn, type TestUser } from '../../test/factories.ts'
import { importCalls } from '../../test/imports.ts'
import { codeOf } from '../../test/logins.ts'
import { createProvider, settingsOfSaml } from '../../test/saml.ts'
import { directoryOf } from '../../test/scim.ts'
import { useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { OPERATOR } from '../audit/audit.ts'
import { openEmergency } from '../companies/companies.commands.ts'
import { createPerson } from './people/people.commands.ts'

const app = useTestApp()
const { company, anne, bert, camille } = useCompanyPerTest(app, { anne: { role: 'admin' }, bert: { role: 'admin' }, camille: {} })
const imports = importCalls(app)

// Each test reads the mails that it causes.
beforeEach(async () => {
  await app.mails()
})

const grow = () => app.advance(11 * MINUTE_MS)
const again = async (person: TestUser) => Object.assign(person, await signIn(app, person))
const isRefused = (answer: { status: number; body: unknown }) => expectProblem(answer as never, 403, 'reauthentication_required')
const update = (id: string, body: object) => app.call(anne, adminPeople.updatePerson, { params: { id }, body })
const roleOf = async (id: string) => (await app.call(bert, adminPeople.getPerson, { params: { id } })).body.role
const newPerson = (more: object = {}) => ({ email: `eve-${company.id}@company.example`, first_name: 'Eve', last_name: 'New', ...more })

test('the calls that need a recent sign-in, over the whole contract', () => {
  const asked = Object.entries(api).flatMap(([resource, calls]) =>
    Object.entries<Endpoint>(calls).flatMap(([name, { asked_again }]) => (asked_again ? [`${resource}.${name} ${asked_again}`] : [])),
  )
  expect(asked.toSorted()).toEqual([
    'account.deleteUser always',
    'adminAudit.exportAudit always',
    'adminImports.confirmImport on_input',
    'adminPeople.createPerson on_input',
    'adminPeople.deactivatePerson on_input',
    'adminPeople.exportPeople always',
    'adminPeople.reactivatePerson on_input',
    'adminPeople.updatePerson on_input',
    'adminPolicies.updatePolicies always',
    'adminScim.createScimToken always',
    'adminScim.deleteScimToken always',
    'adminSignIn.beginSignInTest always',
    'adminSignIn.deleteOidc always',
    'adminSignIn.deleteSaml always',
    'adminSignIn.resetFactors always',
    'adminSignIn.setOidc always',
    'adminSignIn.setSaml always',
    'adminSignIn.updateSignIn always',
    'security.addPasskey always',
    'security.beginTotp always',
    'security.confirmTotp always',
    'security.deletePasskey always',
    'security.deleteTotp always',
    'security.endOtherSessions always',
    'security.endSession always',
    'security.makeRecoveryCodes always',
  ])
})

describe('an administrator’s session of more than ten minutes', () => {
  test('changes no sign-in, token, policy or factor and exports no list', async () => {
    const provider = settingsOfSaml(await createProvider('idp', app.now()))
    const token = (await app.call(anne, adminScim.createScimToken, { body: { name: 'Entra' } })).body
    grow()
    const calls = [
      () => app.call(anne, adminSignIn.updateSignIn, { body: { second_factor: 'off' } }),
      () => app.call(anne, adminSignIn.setSaml, { body: provider }),
      () => app.call(anne, adminSignIn.deleteSaml),
      () => app.call(anne, adminSignIn.deleteOidc),
      () => app.call(anne, adminSignIn.beginSignInTest, { body: { protocol: 'saml' } }),
      () => app.call(anne, adminScim.createScimToken, { body: { name: 'Another' } }),
      () => app.call(anne, adminScim.deleteScimToken, { params: { id: token.id } }),
      () => app.call(anne, adminPolicies.updatePolicies, { body: { session_days: 90 } }),
      () => app.call(anne, adminSignIn.resetFactors, { params: { id: bert.id } }),
      () => app.call(anne, adminPeople.exportPeople, { query: {} }),
      () => app.call(anne, adminAudit.exportAudit, { query: {} }),
    ]
    for (const call of calls) isRefused(await call())
    await again(anne)
    expect((await app.call(anne, adminPolicies.updatePolicies, { body: { session_days: 80 } })).body.session_days).toBe(80)
    expect((await app.call(anne, adminScim.listScimTokens)).body.tokens).toHaveLength(1)
  })

  test('gives no role and takes none, in any way', async () => {
    const former = await createUser(app, company, { role: 'admin', deactivated: true })
    grow()
    isRefused(await update(camille.id, { role: 'admin' }))
    isRefused(await update(bert.id, { role: 'employee' }))
    isRefused(await app.call(anne, adminPeople.createPerson, { body: newPerson({ role: 'admin' }) }))
    isRefused(await app.call(anne, adminPeople.reactivatePerson, { params: { id: former.id } }))
    isRefused(await app.call(anne, adminPeople.deactivatePerson, { params: { id: bert.id } }))
    await again(bert)
    expect([await roleOf(camille.id), await roleOf(bert.id)]).toEqual(['employee', 'admin'])
    expect((await app.call(bert, adminPeople.getPerson, { params: { id: former.id } })).body.status).toBe('deactivated')
    expect(await app.mails(), 'nothing has happened').toEqual([])
    // Everything else of a person goes on.
    expect((await update(camille.id, { job_title: 'Lead', role: 'employee' })).status).toBe(200)
    expect((await app.call(anne, adminPeople.createPerson, { body: newPerson() })).status).toBe(200)
    const params = { id: camille.id }
    expect((await app.call(anne, adminPeople.deactivatePerson, { params })).status).toBe(200)
    expect((await app.call(anne, adminPeople.reactivatePerson, { params })).status).toBe(200)
  })

  test('imports no administrator, and removes none', async () => {
    const former = await createUser(app, company, { role: 'admin', deactivated: true })
    const header = 'email,first_name,last_name,role\n'
    const lines = [
      [`new-${company.id}@company.example,New,Person,admin`],
      [`${camille.email},Camille,Martin,admin`],
      [`${bert.email},Bert,Last,employee`],
      [`${former.email},Former,Admin,`],
    ]
    for (const line of lines) {
      await again(anne)
      const { id } = await imports.check(anne, header + line.join('\n'))
      grow()
      isRefused(await app.call(anne, adminImports.confirmImport, { params: { id }, body: {} }))
      expect((await app.call(anne, adminImports.deleteImport, { params: { id } })).status).toBe(200)
    }
    await again(anne)
    const { id } = await imports.check(anne, `${header}${camille.email},Camille,Changed,`)
    grow()
    isRefused(await app.call(anne, adminImports.confirmImport, { params: { id }, body: { deactivate_missing: true } }))
    expect((await imports.confirm(anne, id)).status, 'a file that concerns no administrator').toBe('done')
  })
})

describe('the other administrators are mailed', () => {
  const arrived = async () => (await app.mails()).map(({ to, subject, text = '' }) => ({ to: [to].flat()[0]?.text ?? '', subject, text }))
  const mails = async () => (await arrived()).map(({ to, subject }) => ({ to, subject })).toSorted((a, b) => a.to.localeCompare(b.to))
  const toBert = (subject: string) => [{ to: bert.email, subject }]

  test('when sign-in, a token, a role or a factor changes: who, what and when, without a secret', async () => {
    await createUser(app, company, { role: 'admin', deactivated: true })
    const provider = await createProvider('idp', app.now())
    await app.call(anne, adminSignIn.updateSignIn, { body: { second_factor: 'admins' } })
    const [mail] = await arrived()
    expect(mail).toMatchObject({ to: bert.email, subject: 'Sign-in rules changed' })
    expect(mail?.text).toContain('was made by Anne')
    expect(mail?.text).toContain(`${app.url}/admin/audit`)
    expect(mail?.text, 'without an unsubscribe link').not.toContain('profile')
    await app.call(anne, adminSignIn.setSaml, { body: settingsOfSaml(provider) })
    expect(await mails()).toEqual(toBert('Identity provider set up or changed'))
    await app.call(anne, adminSignIn.deleteSaml)
    expect(await mails()).toEqual(toBert('Identity provider removed'))
    const { body: token } = await app.call(anne, adminScim.createScimToken, { body: { name: 'Entra' } })
    const [created] = await arrived()
    expect(created).toMatchObject({ to: bert.email, subject: 'New token for a directory (SCIM)' })
    expect(created?.text).not.toContain(token.token)
    await app.call(anne, adminScim.deleteScimToken, { params: { id: token.id } })
    expect(await mails()).toEqual(toBert('Token of a directory (SCIM) revoked'))
    await app.call(anne, adminSignIn.resetFactors, { params: { id: camille.id } })
    expect(await mails()).toEqual(
      [
        { to: bert.email, subject: 'Second factors reset: Camille Martin' },
        { to: camille.email, subject: 'Your two-step sign-in was reset' },
      ].toSorted((a, b) => a.to.localeCompare(b.to)),
    )
    await app.call(anne, adminPolicies.updatePolicies, { body: { session_days: 80 } })
    expect(await mails(), 'policies are in the audit log only').toEqual([])
  })

  test('when a role is given or taken; who loses it as well, and who had no account in use is not', async () => {
    await update(camille.id, { role: 'admin' })
    expect(await mails()).toEqual(toBert('New administrator: Camille Martin'))
    await update(camille.id, { role: 'admin' })
    expect(await mails(), 'nothing has changed').toEqual([])
    await update(camille.id, { role: 'employee' })
    const taken = await arrived()
    expect(taken.map(({ to }) => to).toSorted()).toEqual([bert.email, camille.email].toSorted())
    expect(taken.find(({ to }) => to === camille.email)?.text, 'the audit log is closed to them').toContain(`${app.url}/security`)
    await app.call(anne, adminPeople.createPerson, { body: newPerson({ role: 'admin', invite: false }) })
    expect(await mails(), 'not to the new one').toEqual(toBert('New administrator: Eve New'))
    const params = { id: bert.id }
    await again(camille)
    await app.call(anne, adminPeople.deactivatePerson, { params })
    await app.call(anne, adminPeople.reactivatePerson, { params })
    expect(await mails(), 'no other one is left').toEqual([])
  })

  test('once about an import, with both counts', async () => {
    const file = `email,first_name,last_name,role\n${camille.email},Camille,Martin,admin\nnew-${company.id}@company.example,New,Person,admin`
    const { id } = await imports.check(anne, file)
    await imports.confirm(anne, id, { invite: false })
    const [mail, ...others] = await arrived()
    expect(mail).toMatchObject({ to: bert.email, subject: 'Administrators changed by an import' })
    expect(mail?.text).toContain('New administrators: 2. No longer administrators: 0.')
    expect(others).toEqual([])
    const { entries } = (await app.call(anne, adminAudit.listAudit, { query: { action: 'import_confirmed' } })).body
    expect(entries[0]?.details).toMatchObject({ promoted: 2, demoted: 0 })
  })

  test('and what the operator and a directory do is not asked, but mailed', async () => {
    const directory = await directoryOf(app, anne)
    await app.mails()
    const code = await codeOf(app, company)
    await openEmergency(app.platform, { company_id: company.id, code } as never, 1)
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Emergency sign-in opened', 'Emergency sign-in opened'])
    const by = { companyId: company.id, actor: OPERATOR }
    await createPerson(app.platform, by, {
      ...newPerson(),
      job_title: '',
      department: '',
      registration_number: null,
      role: 'admin',
      manager_id: null,
      invite: false,
    })
    expect((await arrived())[0]?.text).toContain('the operator of this server')
    await directory.patch(`/Users/${bert.id}`, [{ op: 'replace', path: 'active', value: false }])
    await directory.patch(`/Users/${bert.id}`, [{ op: 'replace', path: 'active', value: true }])
    const [removed, added] = await arrived()
    expect(removed?.text).toContain('the directory (SCIM)')
    expect([removed?.subject, added?.subject]).toEqual([
      expect.stringMatching('No longer an administrator'),
      expect.stringMatching('New administrator'),
    ])
  })
})

test('at night, too: it may need an answer at once', async () => {
  await app.database.db.execute(sql`update companies set quiet_from = 0, quiet_until = 1439 where company_id = ${company.id}`)
  await app.call(anne, adminSignIn.updateSignIn, { body: { second_factor: 'admins' } })
  expect(await app.mails()).toHaveLength(1)
})
