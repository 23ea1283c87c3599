import { account } from '@reflet/contract/account'
import type { AuditAction } from '@reflet/contract/admin-audit'
import { adminCatalogue } from '@reflet/contract/admin-catalogue'
import { adminLearning } from '@reflet/contract/admin-learning'
import { adminPeople } from '@reflet/contract/admin-people'
import { adminScim } from '@reflet/contract/admin-scim'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { DAY_MS, MINUTE_MS } from '@reflet/contract/durations'
import type { Endpoint } from '@reflet/contract/endpoint'
import { session } from '@reflet/contract/session'
import { beforeEach, describe, expect, test } from 'vitest'
import { nullable, rows, sql, t } from '../../db/index.ts'
import { onWire } from '../../test/call-server.ts'
import { calls } from '../../test/contract-places.ts'
import { createUser, signIn, type TestUser } from '../../test/factories.ts'
import { aVideo, sendFile } from '../../test/files.ts'
import { importCalls } from '../../test/imports.ts'
import { logIn, tokenIn } from '../../test/logins.ts'
import { settingsOfOpenId, startOpenId } from '../../test/openid.ts'
import { createProvider, settingsOfSaml } from '../../test/saml.ts'
import { passTime, useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { AUDIT_MONTHS, forgetAudit, record, SYSTEM } from './audit.ts'

const app = useTestApp()
const { company, anne, camille } = useCompanyPerTest(app, { anne: { role: 'admin' }, camille: {} })
const imports = importCalls(app)
const FILE = 'email,first_name,last_name,locale\nnadia@company.example,Nadia,B,en\nwrong@company.example,W,W,xx\n'

const writtenRow = {
  action: t.text,
  actor_kind: t.text,
  actor_id: nullable(t.uuid),
  network: nullable(t.text),
  details: t.json<object>(),
}
const entries = (after = 0) =>
  rows(
    app.database.db,
    writtenRow,
    sql`select action, actor_kind, actor_id, network, details from audit_log where company_id = ${company.id} order by at, id offset ${after}`,
  )

const id = (of: string | undefined = camille.id) => ({ params: { id: of as string } })
const call = async (endpoint: Endpoint, input: object) => (await app.call(anne, endpoint, input)).body as object as { id: string }
const aCheckedFile = async () => id((await imports.check(anne, FILE)).id)
const aVideoOfOurs = async () => id((await call(adminCatalogue.createVideo, { body: { names: { en: 'Tour' } } })).id)
const aPlatform = { body: { host: 'https://learning.example', instance: 'one', token: 'x' } }
const saml = async () => ({ body: settingsOfSaml(await createProvider()) })

/** The entry that every administrator’s call must leave that changes something or takes data out, and the input of the call. */
const CALLS: Record<string, readonly [AuditAction, (() => object | Promise<object>)?]> = {
  'adminPeople.exportPeople': ['people_exported'],
  'adminPeople.createPerson': ['person_created', () => ({ body: { email: 'new@company.example', first_name: 'N', last_name: 'N' } })],
  'adminPeople.updatePerson': ['person_updated', () => ({ ...id(), body: { role: 'admin' } })],
  'adminPeople.invitePerson': [
    'person_invited',
    async () => {
      const body = { email: 'later@company.example', first_name: 'L', last_name: 'L', invite: false }
      return id((await call(adminPeople.createPerson, { body })).id)
    },
  ],
  'adminPeople.deactivatePerson': ['person_deactivated', id],
  'adminPeople.reactivatePerson': ['person_reactivated', async () => id((await call(adminPeople.deactivatePerson, id())).id)],
  'adminPeople.endSessions': ['person_sessions_ended', id],
  'adminImports.uploadImport': ['import_uploaded', () => ({ file: Buffer.from(FILE) })],
  'adminImports.confirmImport': ['import_confirmed', async () => ({ ...(await aCheckedFile()), body: {} })],
  'adminImports.deleteImport': ['import_deleted', aCheckedFile],
  'adminImports.exportImportErrors': ['import_errors_exported', aCheckedFile],
  'adminCatalogue.createSkill': ['skill_created', () => ({ body: { names: { en: 'Juggling' }, category: 'other' } })],
  'adminCatalogue.updateSkill': ['skill_retired', () => ({ ...id(company.skillIds[0]), body: { retired: true } })],
  'adminCatalogue.deleteSkill': ['skill_retired', () => id(company.skillIds[0])],
  'adminCatalogue.createAwardType': ['award_type_created', () => ({ body: { names: { en: 'Best cake' }, icon: 'heart' } })],
  'adminCatalogue.updateAwardType': ['award_type_retired', () => ({ ...id(company.awardTypeIds[0]), body: { retired: true } })],
  'adminCatalogue.deleteAwardType': ['award_type_retired', () => id(company.awardTypeIds[0])],
  'adminCatalogue.createVideo': ['video_created', () => ({ body: { names: { en: 'Tour' } } })],
  'adminCatalogue.updateVideo': ['video_changed', async () => ({ ...(await aVideoOfOurs()), body: { names: { en: 'Guide' } } })],
  'adminCatalogue.uploadVideo': ['video_changed', async () => ({ ...(await aVideoOfOurs()), file: aVideo() })],
  'adminCatalogue.uploadCaptions': [
    'video_changed',
    async () => {
      const file = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n')
      return { params: { ...(await aVideoOfOurs()).params, locale: 'en' }, file }
    },
  ],
  'adminCatalogue.deleteVideo': ['video_retired', aVideoOfOurs],
  'adminPolicies.updatePolicies': ['policies_changed', () => ({ body: { session_days: 7 } })],
  'adminUsage.exportUsage': ['usage_exported'],
  'adminLearning.setLearningPlatform': ['learning_platform_changed', () => aPlatform],
  'adminLearning.deleteLearningPlatform': [
    'learning_platform_removed',
    () => call(adminLearning.setLearningPlatform, aPlatform).then(() => ({})),
  ],
  'adminLearning.testLearningPlatform': ['learning_platform_tested'],
  'adminScim.createScimToken': ['scim_token_created', () => ({ body: { name: 'Camille’s' } })],
  'adminScim.deleteScimToken': [
    'scim_token_deleted',
    async () => id((await call(adminScim.createScimToken, { body: { name: 'Camille’s' } })).id),
  ],
  'adminSignIn.updateSignIn': ['sign_in_policy_changed', () => ({ body: { second_factor: 'admins' } })],
  'adminSignIn.setSaml': ['saml_changed', saml],
  'adminSignIn.deleteSaml': ['saml_removed'],
  'adminSignIn.setOidc': ['oidc_changed', async () => ({ body: settingsOfOpenId(await startOpenId()) })],
  'adminSignIn.deleteOidc': ['oidc_removed'],
  'adminSignIn.beginSignInTest': [
    'sign_in_test_begun',
    async () => {
      await call(adminSignIn.setSaml, await saml())
      return { body: { protocol: 'saml' } }
    },
  ],
  'adminSignIn.resetFactors': ['factors_reset', id],
  'adminAudit.exportAudit': ['audit_exported'],
}

describe('an administrator’s call leaves its entry', () => {
  const changing = calls.filter(([, { access, method, binary }]) => access === 'admin' && (method !== 'GET' || binary))

  test.each(changing)('%s', async (name, endpoint) => {
    const entry = CALLS[name]
    if (!entry) throw new Error(`${name} is new: add the entry that it writes`)
    const [action, inputOf] = entry
    const input = { ...(await inputOf?.()) }
    const { status } =
      'file' in input
        ? await sendFile(app, anne, onWire(endpoint, input).path, input.file as Buffer)
        : await app.call(anne, endpoint, input)
    expect(status).toBe(200)
    const last = (await entries()).at(-1)
    expect(last).toMatchObject({ action, actor_kind: 'person', actor_id: anne.id, network: '127.0.0.0/24' })
    for (const text of ['camille', 'nadia', '@company.example'])
      expect(JSON.stringify(await entries()), 'no personal data').not.toContain(text)
  })
})

describe('what people do to their own account is entered', () => {
  let person: TestUser
  let before: number
  beforeEach(async () => {
    person = await signIn(app, await createUser(app, company))
    before = (await entries()).length
  })

  test('their export and its deletion', async () => {
    await app.call(person, account.exportUser)
    await app.call(person, account.deleteUser)
    expect((await entries(before)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['data_exported', person.id],
      ['account_deleted', person.id],
    ])
  })

  test('that they refuse a new address, with no address in it', async () => {
    const body = { email: 'elsewhere@company.example' }
    await app.mails()
    await app.call(anne, adminPeople.updatePerson, { params: { id: person.id }, body })
    const token = tokenIn((await app.mails())[0]?.text)
    expect((await app.call(null, adminPeople.refuseAddressChange, { params: { token } })).status).toBe(200)
    expect((await entries(before)).at(-1)).toMatchObject({ action: 'address_change_refused', actor_id: person.id, details: {} })
  })

  test('sign-ins, refused ones and the end of a session', async () => {
    await app.database.pool.query('update users set holds_address = true where id = $1', [person.id])
    await logIn(app, person.email, 'wrong')
    await app.call(person, session.logout)
    expect((await entries(before)).map(({ action }) => action)).toEqual(['sign_in_refused', 'sign_out'])
  })
})

describe('the log is append-only in the database', () => {
  const refused = (statement: ReturnType<typeof sql>) => expect(app.database.db.execute(statement)).rejects.toMatchObject({ code: '42501' })

  test.each(['audit_log', 'operator_log'])('%s refuses update, delete and truncate', async (table) => {
    const at = app.now()
    await record(app.database.db, at, { companyId: company.id, actor: SYSTEM, action: 'company_changed' })
    await app.database.db.execute(sql`insert into operator_log (id, at, command) values (gen_random_uuid(), ${at}, 'doctor')`)
    await refused(sql`update ${sql.identifier(table)} set at = now()`)
    await refused(sql`delete from ${sql.identifier(table)}`)
    await refused(sql`truncate ${sql.identifier(table)}`)
  })

  test(`entries older than ${AUDIT_MONTHS} months are deleted, later ones stay`, async () => {
    const write = () => record(app.database.db, app.now(), { companyId: company.id, actor: SYSTEM, action: 'company_changed' })
    await write()
    app.advance(AUDIT_MONTHS * 31 * DAY_MS)
    await write()
    expect(await forgetAudit(app.database.db, app.now())).toBeGreaterThanOrEqual(1)
    expect((await entries()).map(({ action }) => action)).toEqual(['company_changed'])
    app.advance(MINUTE_MS)
    expect(await forgetAudit(app.database.db, app.now())).toBe(0)
    await passTime(app, 0, anne)
  })
})
