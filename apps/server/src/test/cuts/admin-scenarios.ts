import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { adminCatalogue } from '@reflet/contract/admin-catalogue'
import { adminImports } from '@reflet/contract/admin-imports'
import { adminLearning } from '@reflet/contract/admin-learning'
import { adminPeople } from '@reflet/contract/admin-people'
import { adminPolicies } from '@reflet/contract/admin-policies'
import { MINUTE_MS } from '@reflet/contract/durations'
import { session } from '@reflet/contract/session'
import { onTestFinished } from 'vitest'
import { changeCompany, resumeCompany, suspendCompany } from '../../features/companies/companies.commands.ts'
import { exportCompany } from '../../features/companies/export.queries.ts'
import { aVideo, sendFile } from '../files.ts'
import { importCalls } from '../imports.ts'
import type { Scenario } from './scenarios.ts'
import type { Scene } from './scene.ts'

const PEOPLE = 'features/admin/people/people'
const IMPORT = 'features/admin/import/import'
const ADDRESS = 'features/admin/people/address'

let count = 0
const newAddress = () => `new-${++count}@company.example`
const someone = () => ({ email: newAddress(), first_name: 'Nadia', last_name: 'New' })
const add = async ({ app, admin }: Scene) => (await app.call(admin, adminPeople.createPerson, { body: someone() })).body.id

/** The tokens of both mailboxes for a new address of `me`. */
async function changeAddress({ app, admin, me }: Scene): Promise<[string, string]> {
  await app.call(admin, adminPeople.updatePerson, { params: { id: me.id }, body: { email: newAddress() } })
  const mails = await app.mails()
  return mails.flatMap(({ text }) => /\/address\/([\w-]{43})/.exec(text ?? '')?.[1] ?? []) as [string, string]
}

const known = ({ company }: Scene) => ({ company_id: company.id, code: 'known' })

/** What administrators and operators do. */
export const adminScenarios: readonly Scenario[] = [
  [
    'features/session/session',
    'a session ends',
    async ({ app, me }) =>
      () =>
        app.call(me, session.logout),
  ],
  [
    'features/session/session',
    'all sessions end',
    async ({ app, me }) =>
      () =>
        app.call(me, session.revokeTokens),
  ],
  [
    PEOPLE,
    'a person is added',
    async ({ app, admin }) => {
      const body = someone()
      return () => app.call(admin, adminPeople.createPerson, { body })
    },
  ],
  [
    PEOPLE,
    'a person is changed',
    async ({ app, admin, me, mates }) =>
      () =>
        app.call(admin, adminPeople.updatePerson, { params: { id: me.id }, body: { department: 'Sales', manager_id: mates[0].id } }),
  ],
  [
    PEOPLE,
    'a person is invited again',
    async (scene) => {
      const id = await add(scene)
      scene.app.advance(2 * MINUTE_MS)
      return () => scene.app.call(scene.admin, adminPeople.invitePerson, { params: { id } })
    },
  ],
  [
    PEOPLE,
    'a person is deactivated',
    async ({ app, admin, me }) =>
      () =>
        app.call(admin, adminPeople.deactivatePerson, { params: { id: me.id } }),
  ],
  [
    PEOPLE,
    'a person is let in again',
    async ({ app, admin, me }) => {
      await app.call(admin, adminPeople.deactivatePerson, { params: { id: me.id } })
      return () => app.call(admin, adminPeople.reactivatePerson, { params: { id: me.id } })
    },
  ],
  [
    PEOPLE,
    'sessions of a person end',
    async ({ app, admin, me }) =>
      () =>
        app.call(admin, adminPeople.endSessions, { params: { id: me.id } }),
  ],
  [
    ADDRESS,
    'an address is confirmed by the second mailbox',
    async (scene) => {
      const [old, fresh] = await changeAddress(scene)
      await scene.app.call(null, adminPeople.confirmAddressChange, { params: { token: old } })
      return () => scene.app.call(null, adminPeople.confirmAddressChange, { params: { token: fresh } })
    },
  ],
  [
    ADDRESS,
    'a new address is refused',
    async (scene) => {
      const [old] = await changeAddress(scene)
      return () => scene.app.call(null, adminPeople.refuseAddressChange, { params: { token: old } })
    },
  ],
  [
    IMPORT,
    'a file is uploaded',
    async ({ app, admin }) => {
      const { upload } = importCalls(app)
      return () => upload(admin, 'email,first_name,last_name\nnew@company.example,A,B\n') as never
    },
  ],
  [
    IMPORT,
    'an import is discarded',
    async ({ app, admin }) => {
      const { id } = await importCalls(app).check(admin, 'email,first_name,last_name\nnew@company.example,A,B\n')
      return () => app.call(admin, adminImports.deleteImport, { params: { id } })
    },
  ],
  [
    IMPORT,
    'an import is confirmed',
    async ({ app, admin }) => {
      const { id } = await importCalls(app).check(admin, 'email,first_name,last_name\n,A,B\n')
      return () => app.call(admin, adminImports.confirmImport, { params: { id }, body: {} })
    },
  ],
  [
    'features/admin/policies/policies',
    'policies are changed',
    async ({ app, admin }) =>
      () =>
        app.call(admin, adminPolicies.updatePolicies, { body: { confidentiality_threshold: 5, session_days: 10 } }),
  ],
  [
    'features/admin/learning/platform',
    'a learning platform is set',
    async ({ app, admin }) =>
      () =>
        app.call(admin, adminLearning.setLearningPlatform, { body: { host: 'localhost', instance: '1', token: 'secret' } }),
  ],
  [
    'features/admin/learning/platform',
    'a learning platform is removed',
    async ({ app, admin }) => {
      await app.call(admin, adminLearning.setLearningPlatform, { body: { host: 'localhost', instance: '1', token: 'secret' } })
      return () => app.call(admin, adminLearning.deleteLearningPlatform)
    },
  ],
  [
    'features/admin/catalogue/items',
    'a skill is added',
    async ({ app, admin }) => {
      const body = { names: { en: 'Juggling' }, category: 'other' } as const
      return () => app.call(admin, adminCatalogue.createSkill, { body })
    },
  ],
  [
    'features/admin/catalogue/items',
    'a skill is changed',
    async ({ app, admin, skill }) =>
      () =>
        app.call(admin, adminCatalogue.updateSkill, { params: { id: skill }, body: { retired: true } }),
  ],
  [
    'features/admin/catalogue/items',
    'a skill is deleted',
    async ({ app, admin }) => {
      const { body } = await app.call(admin, adminCatalogue.createSkill, { body: { names: { en: 'Juggling' }, category: 'other' } })
      return () => app.call(admin, adminCatalogue.deleteSkill, { params: { id: body.id } })
    },
  ],
  [
    'features/admin/catalogue/video-files',
    'a video is uploaded',
    async ({ app, admin }) => {
      const { body } = await app.call(admin, adminCatalogue.createVideo, { body: { names: { en: 'Tour' } } })
      return () => sendFile(app, admin, `/api/admin/videos/${body.id}/file`, aVideo())
    },
  ],
  [
    'features/admin/catalogue/video-files',
    'captions are uploaded',
    async ({ app, admin }) => {
      const { body } = await app.call(admin, adminCatalogue.createVideo, { body: { names: { en: 'Tour' } } })
      return () => sendFile(app, admin, `/api/admin/videos/${body.id}/captions/en`, Buffer.from('WEBVTT\n'))
    },
  ],
  ['features/companies/companies', 'a company is suspended', async (scene) => () => suspendCompany(scene.app.platform, known(scene))],
  [
    'features/companies/companies',
    'a company is resumed',
    async (scene) => {
      await suspendCompany(scene.app.platform, known(scene))
      return () => resumeCompany(scene.app.platform, known(scene)).then(() => 1)
    },
  ],
  [
    'features/companies/companies',
    'a company is changed',
    async (scene) => () => changeCompany(scene.app.platform, known(scene), { name: 'Changed' }).then(() => 1),
  ],
  [
    'features/companies/export',
    'a company is exported',
    async ({ app, company }) => {
      const path = join(mkdtempSync(join(tmpdir(), 'reflet-cuts-')), 'company.zip')
      onTestFinished(() => rmSync(dirname(path), { recursive: true, force: true }))
      return () => exportCompany(app.platform.db, company.id, path, app.now()).then(() => 1)
    },
  ],
]
