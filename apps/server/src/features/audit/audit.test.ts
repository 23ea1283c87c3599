import { account } from '@reflet/contract/account'
import { type AuditAction, adminAudit } from '@reflet/contract/admin-audit'
import { adminCatalogue } from '@reflet/contract/admin-catalogue'
import { adminImports } from '@reflet/contract/admin-imports'
import { adminLearning } from '@reflet/contract/admin-learning'
import { adminPeople } from '@reflet/contract/admin-people'
import { adminPolicies } from '@reflet/contract/admin-policies'
import { adminScim } from '@reflet/contract/admin-scim'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { adminUsage } from '@reflet/contract/admin-usage'
import { api } from '@reflet/contract/api'
import { DAY_MS, MINUTE_MS } from '@reflet/contract/durations'
import type { Endpoint } from '@reflet/contract/endpoint'
import { session } from '@reflet/contract/session'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { rows } from '../../db/index.ts'
import { createUser, signIn, type TestUser } from '../../test/factories.ts'
import { aVideo, sendFile } from '../../test/files.ts'
import { importCalls } from '../../test/imports.ts'
import { settingsOfOpenId, startOpenId } from '../../test/openid.ts'
import { createProvider } from '../../test/saml.ts'
import { passTime, useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { CLIENT_ID } from '../session/session.commands.ts'
import { AUDIT_MONTHS, forgetAudit, record, SYSTEM } from './audit.ts'

const app = useTestApp()
const { company, anne, camille } = useCompanyPerTest(app, { anne: { role: 'admin' }, camille: {} })
const imports = importCalls(app)
const FILE = 'email,first_name,last_name,locale\nnadia@company.example,Nadia,B,en\nwrong@company.example,W,W,xx\n'

interface Written {
  action: string
  actor_kind: string
  actor_id: string | null
  network: string | null
  details: object
}
const entries = (after = 0) =>
  rows<Written>(
    app.database.db,
    sql`select action, actor_kind, actor_id, network, details from audit_log where company_id = ${company.id} order by at, id offset ${after}`,
  )

/** Every administrator's call that changes something or takes data out, with the entry that it must leave. */
const CALLS: Record<string, readonly [AuditAction, () => Promise<{ status: number }>]> = {
  'adminPeople.exportPeople': ['people_exported', () => app.call(anne, adminPeople.exportPeople)],
  'adminPeople.createPerson': [
    'person_created',
    () => app.call(anne, adminPeople.createPerson, { body: { email: 'new@company.example', first_name: 'N', last_name: 'N' } }),
  ],
  'adminPeople.updatePerson': [
    'person_updated',
    () => app.call(anne, adminPeople.updatePerson, { params: { id: camille.id }, body: { role: 'admin' } }),
  ],
  'adminPeople.invitePerson': [
    'person_invited',
    async () => {
      const body = { email: 'later@company.example', first_name: 'L', last_name: 'L', invite: false }
      const invited = await app.call(anne, adminPeople.createPerson, { body })
      return app.call(anne, adminPeople.invitePerson, { params: { id: invited.body.id } })
    },
  ],
  'adminPeople.deactivatePerson': [
    'person_deactivated',
    () => app.call(anne, adminPeople.deactivatePerson, { params: { id: camille.id } }),
  ],
  'adminPeople.reactivatePerson': [
    'person_reactivated',
    async () => {
      await app.call(anne, adminPeople.deactivatePerson, { params: { id: camille.id } })
      return app.call(anne, adminPeople.reactivatePerson, { params: { id: camille.id } })
    },
  ],
  'adminPeople.endSessions': ['person_sessions_ended', () => app.call(anne, adminPeople.endSessions, { params: { id: camille.id } })],
  'adminImports.uploadImport': ['import_uploaded', () => imports.upload(anne, FILE)],
  'adminImports.confirmImport': [
    'import_confirmed',
    async () => app.call(anne, adminImports.confirmImport, { params: { id: (await imports.check(anne, FILE)).id }, body: {} }),
  ],
  'adminImports.deleteImport': [
    'import_deleted',
    async () => app.call(anne, adminImports.deleteImport, { params: { id: (await imports.check(anne, FILE)).id } }),
  ],
  'adminImports.exportImportErrors': [
    'import_errors_exported',
    async () => app.call(anne, adminImports.exportImportErrors, { params: { id: (await imports.check(anne, FILE)).id } }),
  ],
  'adminCatalogue.createSkill': [
    'skill_created',
    () => app.call(anne, adminCatalogue.createSkill, { body: { names: { en: 'Juggling' }, category: 'other' } }),
  ],
  'adminCatalogue.updateSkill': [
    'skill_retired',
    () => app.call(anne, adminCatalogue.updateSkill, { params: { id: company.skillIds[0] as string }, body: { retired: true } }),
  ],
  'adminCatalogue.deleteSkill': [
    'skill_retired',
    () => app.call(anne, adminCatalogue.deleteSkill, { params: { id: company.skillIds[0] as string } }),
  ],
  'adminCatalogue.createAwardType': [
    'award_type_created',
    () => app.call(anne, adminCatalogue.createAwardType, { body: { names: { en: 'Best cake' }, icon: 'heart' } }),
  ],
  'adminCatalogue.updateAwardType': [
    'award_type_retired',
    () => app.call(anne, adminCatalogue.updateAwardType, { params: { id: company.awardTypeIds[0] as string }, body: { retired: true } }),
  ],
  'adminCatalogue.deleteAwardType': [
    'award_type_retired',
    () => app.call(anne, adminCatalogue.deleteAwardType, { params: { id: company.awardTypeIds[0] as string } }),
  ],
  'adminCatalogue.createVideo': ['video_created', () => app.call(anne, adminCatalogue.createVideo, { body: { names: { en: 'Tour' } } })],
  'adminCatalogue.updateVideo': [
    'video_changed',
    async () => app.call(anne, adminCatalogue.updateVideo, { params: { id: await aVideoId() }, body: { names: { en: 'Guide' } } }),
  ],
  'adminCatalogue.uploadVideo': [
    'video_changed',
    async () => sendFile(app, anne, adminCatalogue.uploadVideo.path.replace(':id', await aVideoId()), aVideo()),
  ],
  'adminCatalogue.uploadCaptions': [
    'video_changed',
    async () => {
      const path = adminCatalogue.uploadCaptions.path.replace(':id', await aVideoId()).replace(':locale', 'en')
      return sendFile(app, anne, path, Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'))
    },
  ],
  'adminCatalogue.deleteVideo': [
    'video_retired',
    async () => app.call(anne, adminCatalogue.deleteVideo, { params: { id: await aVideoId() } }),
  ],
  'adminPolicies.updatePolicies': ['policies_changed', () => app.call(anne, adminPolicies.updatePolicies, { body: { session_days: 7 } })],
  'adminUsage.exportUsage': ['usage_exported', () => app.call(anne, adminUsage.exportUsage)],
  'adminLearning.setLearningPlatform': [
    'learning_platform_changed',
    () => app.call(anne, adminLearning.setLearningPlatform, { body: { host: 'https://learning.example', instance: 'one', token: 'x' } }),
  ],
  'adminLearning.deleteLearningPlatform': [
    'learning_platform_removed',
    async () => {
      await app.call(anne, adminLearning.setLearningPlatform, { body: { host: 'https://learning.example', instance: 'one', token: 'x' } })
      return app.call(anne, adminLearning.deleteLearningPlatform)
    },
  ],
  'adminLearning.testLearningPlatform': ['learning_platform_tested', () => app.call(anne, adminLearning.testLearningPlatform)],
  'adminScim.createScimToken': ['scim_token_created', () => app.call(anne, adminScim.createScimToken, { body: { name: 'Camille’s' } })],
  'adminScim.deleteScimToken': [
    'scim_token_deleted',
    async () => {
      const { body } = await app.call(anne, adminScim.createScimToken, { body: { name: 'Camille’s' } })
      return app.call(anne, adminScim.deleteScimToken, { params: { id: body.id } })
    },
  ],
  'adminSignIn.updateSignIn': [
    'sign_in_policy_changed',
    () => app.call(anne, adminSignIn.updateSignIn, { body: { second_factor: 'admins' } }),
  ],
  'adminSignIn.setSaml': ['saml_changed', () => setSaml()],
  'adminSignIn.deleteSaml': ['saml_removed', () => app.call(anne, adminSignIn.deleteSaml)],
  'adminSignIn.setOidc': ['oidc_changed', () => setOidc()],
  'adminSignIn.deleteOidc': ['oidc_removed', () => app.call(anne, adminSignIn.deleteOidc)],
  'adminSignIn.beginSignInTest': [
    'sign_in_test_begun',
    async () => {
      await setSaml()
      return app.call(anne, adminSignIn.beginSignInTest, { body: { protocol: 'saml' } })
    },
  ],
  'adminSignIn.resetFactors': ['factors_reset', () => app.call(anne, adminSignIn.resetFactors, { params: { id: camille.id } })],
  'adminAudit.exportAudit': ['audit_exported', () => app.call(anne, adminAudit.exportAudit)],
}

async function setSaml() {
  const { entityId, ssoUrl, certificate } = await createProvider()
  const body = { idp_entity_id: entityId, sso_url: ssoUrl, certificates: [certificate] }
  return app.call(anne, adminSignIn.setSaml, { body })
}
const setOidc = async () => app.call(anne, adminSignIn.setOidc, { body: settingsOfOpenId(await startOpenId()) })

const aVideoId = async () => (await app.call(anne, adminCatalogue.createVideo, { body: { names: { en: 'Tour' } } })).body.id

const changing = Object.entries(api).flatMap(([resource, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, { access, method, binary }]) =>
    access === 'admin' && (method !== 'GET' || binary) ? [`${resource}.${name}`] : [],
  ),
)

describe('an administrator’s call leaves its entry', () => {
  test.each(changing)('%s', async (name) => {
    const call = CALLS[name]
    if (!call) throw new Error(`${name} is new: add the entry that it leaves`)
    const [action, run] = call
    expect((await run()).status).toBe(200)
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
    const token = /\/address\/([\w-]{43})/.exec((await app.mails())[0]?.text ?? '')?.[1] ?? ''
    expect((await app.call(null, adminPeople.refuseAddressChange, { params: { token } })).status).toBe(200)
    expect((await entries(before)).at(-1)).toMatchObject({ action: 'address_change_refused', actor_id: person.id, details: {} })
  })

  test('sign-ins, refused ones and the end of a session', async () => {
    const logIn = (password: string) =>
      app.call(null, session.login, { body: { grant_type: 'password', client_id: CLIENT_ID, username: person.email, password } })
    await logIn('wrong')
    await app.call(person, session.logout)
    expect((await entries(before)).map(({ action }) => action)).toEqual(['sign_in_refused', 'sign_out'])
  })
})

describe('the log is append-only in the database', () => {
  const refused = (statement: ReturnType<typeof sql>) =>
    expect(app.database.db.execute(statement)).rejects.toMatchObject({ cause: { code: '42501' } })

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
