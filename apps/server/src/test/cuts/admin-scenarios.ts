import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { adminCatalogue } from '@reflet/contract/admin-catalogue'
import { adminImports } from '@reflet/contract/admin-imports'
import { adminLearning } from '@reflet/contract/admin-learning'
import { adminPeople } from '@reflet/contract/admin-people'
import { adminPolicies } from '@reflet/contract/admin-policies'
import { adminScim } from '@reflet/contract/admin-scim'
import { MINUTE_MS } from '@reflet/contract/durations'
import { session } from '@reflet/contract/session'
import { onTestFinished } from 'vitest'
import { countCompany } from '../../features/admin/usage/count.commands.ts'
import { changeCompany, openEmergency, resumeCompany, suspendCompany } from '../../features/companies/companies.commands.ts'
import { exportCompany } from '../../operator/company-export/export.ts'
import { aVideo, sendFile } from '../files.ts'
import { importCalls } from '../imports.ts'
import { codeOf, tokenIn } from '../logins.ts'
import { type Directory, directoryOf, ENTERPRISE, type ScimReply } from '../scim.ts'
import type { Arrange, Scenarios } from './scenarios.ts'
import type { Scene } from './scene.ts'

let count = 0
const newAddress = () => `new-${++count}@company.example`
const someone = () => ({ email: newAddress(), first_name: 'Nadia', last_name: 'New' })
const add = async ({ app, admin }: Scene) => (await app.call(admin, adminPeople.createPerson, { body: someone() })).body.id

/** The token of the mailbox for a new address of `me`. */
async function changeAddress({ app, admin, me }: Scene): Promise<string> {
  const email = newAddress()
  await app.call(admin, adminPeople.updatePerson, { params: { id: me.id }, body: { email } })
  return tokenIn((await app.mails()).find(({ to }) => JSON.stringify(to).includes(email))?.text)
}

const known = ({ company }: Scene) => ({ company_id: company.id, code: 'known' })

/** A call of a directory, whose answers have no code of the contract: 2xx is done. The token has been used before. */
function provisioning(arrange: (directory: Directory, scene: Scene) => Promise<() => Promise<ScimReply>>): Arrange {
  return async (scene) => {
    const directory = await directoryOf(scene.app, scene.admin)
    await directory.get('/ServiceProviderConfig')
    const act = await arrange(directory, scene)
    return async () => {
      const { status } = await act()
      return status < 300 ? { status: 200, body: { code: '' } } : { status, body: { code: status === 503 ? 'unavailable' : 'refused' } }
    }
  }
}

/** What administrators and operators do. */
export const adminScenarios: Scenarios = {
  'features/admin/usage/count': {
    'a month of usage is counted': async ({ app, company }) => {
      // The first morning of a month: one transaction counts the one before.
      const now = app.now()
      app.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 9) - now.getTime())
      return async () => {
        await countCompany(app.platform, company.id)
        return undefined
      }
    },
  },
  'features/session/session': {
    'a session ends': async (scene) => () => scene.app.call(scene.me, session.logout),
    'all sessions end': async (scene) => () => scene.app.call(scene.me, session.revokeTokens),
  },
  'features/admin/people/people': {
    'a person is added': async ({ app, admin }) => {
      const body = someone()
      return () => app.call(admin, adminPeople.createPerson, { body })
    },
    'a person is changed': async (scene) => () =>
      scene.app.call(scene.admin, adminPeople.updatePerson, {
        params: { id: scene.me.id },
        body: { department: 'Sales', manager_id: scene.mates[0].id },
      }),
    'a person is invited again': async (scene) => {
      const id = await add(scene)
      scene.app.advance(2 * MINUTE_MS)
      return () => scene.app.call(scene.admin, adminPeople.invitePerson, { params: { id } })
    },
    'a person is deactivated': async (scene) => () =>
      scene.app.call(scene.admin, adminPeople.deactivatePerson, { params: { id: scene.me.id } }),
    'a person is let in again': async ({ app, admin, me }) => {
      await app.call(admin, adminPeople.deactivatePerson, { params: { id: me.id } })
      return () => app.call(admin, adminPeople.reactivatePerson, { params: { id: me.id } })
    },
    'sessions of a person end': async (scene) => () =>
      scene.app.call(scene.admin, adminPeople.endSessions, { params: { id: scene.me.id } }),
  },
  'features/admin/people/address': {
    'an address is confirmed': async (scene) => {
      const token = await changeAddress(scene)
      return () => scene.app.call(null, adminPeople.confirmAddressChange, { params: { token } })
    },
    'a new address is refused': async (scene) => {
      const token = await changeAddress(scene)
      return () => scene.app.call(null, adminPeople.refuseAddressChange, { params: { token } })
    },
    'an address is restored': async (scene) => {
      const token = await changeAddress(scene)
      await scene.app.call(null, adminPeople.confirmAddressChange, { params: { token } })
      const link = tokenIn((await scene.app.mails()).find(({ to }) => JSON.stringify(to).includes(scene.me.email))?.text)
      return () => scene.app.call(null, adminPeople.refuseAddressChange, { params: { token: link } })
    },
  },
  'features/admin/import/import': {
    'a file is uploaded': async ({ app, admin }) => {
      const { upload } = importCalls(app)
      return () => upload(admin, 'email,first_name,last_name\nnew@company.example,A,B\n') as never
    },
    'an import is discarded': async ({ app, admin }) => {
      const { id } = await importCalls(app).check(admin, 'email,first_name,last_name\nnew@company.example,A,B\n')
      return () => app.call(admin, adminImports.deleteImport, { params: { id } })
    },
    'an import is confirmed': async ({ app, admin }) => {
      const { id } = await importCalls(app).check(admin, 'email,first_name,last_name\n,A,B\n')
      return () => app.call(admin, adminImports.confirmImport, { params: { id }, body: {} })
    },
  },
  'features/admin/policies/policies': {
    'policies are changed': async (scene) => () =>
      scene.app.call(scene.admin, adminPolicies.updatePolicies, { body: { confidentiality_threshold: 5, session_days: 10 } }),
  },
  'features/admin/learning/platform': {
    'a learning platform is set': async (scene) => () =>
      scene.app.call(scene.admin, adminLearning.setLearningPlatform, { body: { host: 'localhost', instance: '1', token: 'secret' } }),
    'a learning platform is removed': async ({ app, admin }) => {
      await app.call(admin, adminLearning.setLearningPlatform, { body: { host: 'localhost', instance: '1', token: 'secret' } })
      return () => app.call(admin, adminLearning.deleteLearningPlatform)
    },
  },
  'features/admin/catalogue/items': {
    'a skill is added': async ({ app, admin }) => {
      const body = { names: { en: 'Juggling' }, category: 'other' } as const
      return () => app.call(admin, adminCatalogue.createSkill, { body })
    },
    'a skill is changed': async (scene) => () =>
      scene.app.call(scene.admin, adminCatalogue.updateSkill, { params: { id: scene.skill }, body: { retired: true } }),
    'a skill is deleted': async ({ app, admin }) => {
      const { body } = await app.call(admin, adminCatalogue.createSkill, { body: { names: { en: 'Juggling' }, category: 'other' } })
      return () => app.call(admin, adminCatalogue.deleteSkill, { params: { id: body.id } })
    },
  },
  'features/admin/catalogue/video-files': {
    'a video is uploaded': async ({ app, admin }) => {
      const { body } = await app.call(admin, adminCatalogue.createVideo, { body: { names: { en: 'Tour' } } })
      return () => sendFile(app, admin, `/api/admin/videos/${body.id}/file`, aVideo())
    },
    'captions are uploaded': async ({ app, admin }) => {
      const { body } = await app.call(admin, adminCatalogue.createVideo, { body: { names: { en: 'Tour' } } })
      return () => sendFile(app, admin, `/api/admin/videos/${body.id}/captions/en`, Buffer.from('WEBVTT\n'))
    },
  },
  'features/admin/scim/tokens': {
    'a token is created': async (scene) => () => scene.app.call(scene.admin, adminScim.createScimToken, { body: { name: 'Entra' } }),
    'a token is revoked': async ({ app, admin }) => {
      const { body } = await app.call(admin, adminScim.createScimToken, { body: { name: 'Entra' } })
      return () => app.call(admin, adminScim.deleteScimToken, { params: { id: body.id } })
    },
  },
  'features/admin/scim/users': {
    'a user is provisioned': provisioning(async (directory, { me }) => {
      const user = { userName: newAddress(), [ENTERPRISE]: { manager: { value: me.id } } }
      return () => directory.post('/Users', user)
    }),
    'a user is changed by a directory': provisioning(async (directory, { me, mates }) => {
      const change = { userName: newAddress(), title: 'Lead', [ENTERPRISE]: { manager: { value: mates[0].id } } }
      return () => directory.patch(`/Users/${me.id}`, [{ op: 'replace', value: change }])
    }),
    'a user is deactivated by a directory': provisioning(
      async (directory, scene) => () => directory.patch(`/Users/${scene.me.id}`, [{ op: 'replace', path: 'active', value: false }]),
    ),
    'a user is deleted by a directory': provisioning(async (directory, scene) => () => directory.delete(`/Users/${scene.me.id}`)),
    'a user is revived by a directory': provisioning(async (directory, { me }) => {
      await directory.delete(`/Users/${me.id}`)
      return () => directory.post('/Users', { userName: me.email, title: 'Back' })
    }),
  },
  'features/admin/scim/groups': {
    'a group is provisioned': provisioning(
      async (directory, scene) => () => directory.post('/Groups', { displayName: 'Team', members: [{ value: scene.me.id }] }),
    ),
    'a group is changed by a directory': provisioning(async (directory, { me, mates }) => {
      const { body } = await directory.post('/Groups', { displayName: 'Team', members: [{ value: me.id }] })
      const members = mates.map(({ id }) => ({ value: id }))
      return () => directory.patch(`/Groups/${body.id}`, [{ op: 'replace', value: { displayName: 'Mates', members } }])
    }),
    'a group is deleted by a directory': provisioning(async (directory) => {
      const { body } = await directory.post('/Groups', { displayName: 'Team' })
      return () => directory.delete(`/Groups/${body.id}`)
    }),
  },
  'features/companies/companies': {
    'a company is suspended': async (scene) => () => suspendCompany(scene.app.platform, known(scene)),
    'an emergency sign-in is opened': async (scene) => () => openEmergency(scene.app.platform, known(scene), 1).then(() => 1),
    'a company is resumed': async (scene) => {
      await suspendCompany(scene.app.platform, known(scene))
      return () => resumeCompany(scene.app.platform, known(scene)).then(() => 1)
    },
    'a company is changed': async (scene) => () => changeCompany(scene.app.platform, known(scene), { name: 'Changed' }).then(() => 1),
  },
  'operator/company-export/export': {
    'a company is exported': async ({ app, company }) => {
      const path = join(mkdtempSync(join(tmpdir(), 'reflet-cuts-')), 'company.zip')
      onTestFinished(() => rmSync(dirname(path), { recursive: true, force: true }))
      const code = await codeOf(app, company)
      return () => exportCompany(app.platform, code, path).then(() => 1)
    },
  },
}
