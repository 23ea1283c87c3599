import { avatars } from '@reflet/contract/avatars'
import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { hierarchy } from '@reflet/contract/hierarchy'
import { people } from '@reflet/contract/people'
import { push } from '@reflet/contract/push'
import { session } from '@reflet/contract/session'
import { sharing } from '@reflet/contract/sharing'
import { skills } from '@reflet/contract/skills'
import { sql } from '../../db/index.ts'
import { TERMS_VERSION } from '../../features/legal/legal.queries.ts'
import { remindSelfEvaluations } from '../../features/skills/schedules.commands.ts'
import { newId } from '../../platform/ids.ts'
import { sendFile } from '../files.ts'
import { addManager, inviteManager, linkCalls } from '../invitation.ts'
import { picture } from '../pictures.ts'
import { createBrowser, NOWHERE } from '../push-services.ts'
import type { Scenarios } from './scenarios.ts'
import { change, logIn, type Scene } from './scene.ts'

const mine = { params: { userId: '1' } } as const

const upload = async ({ app, me }: Scene) => sendFile(app, me, avatars.uploadAvatar.path, await picture().png().toBuffer())

/** A due mail: a quarterly reminder, which is dropped for a person without skills. */
async function queueMail(scene: Scene, state: 'due' | 'sent' = 'due'): Promise<string> {
  const { app, me, company } = scene
  const id = newId(app.now())
  await change(
    scene,
    sql`insert into outbox (company_id, id, kind, user_id, send_after, created_at, sent_at)
      values (${company.id}, ${id}, 'self_evaluation', ${me.id}, ${app.now()}, ${app.now()}, ${state === 'sent' ? app.now() : null})`,
  )
  return id
}

/** People, their sessions, skills and hierarchy, and their notifications. */
export const peopleScenarios: Scenarios = {
  'features/hierarchy/hierarchy': {
    'the hierarchy is saved': async ({ app, me, mates }) => {
      const body = { superior_users: [{ user_id: mates[0].id }], outside_users: [{ email: 'client@partner.example' }] }
      return () => app.call(me, hierarchy.saveHierarchy, { body })
    },
  },
  'features/hierarchy/invitation': {
    'a manager is asked': async (scene) => () => addManager(scene.app, scene.me),
    'a manager is reminded': async ({ app, me }) => {
      await addManager(app, me)
      await app.mails()
      app.advance(DAY_MS + HOUR_MS)
      // A day later the first call extends the session.
      await app.call(me, hierarchy.getHierarchy, mine)
      return () => app.call(me, hierarchy.remindManager)
    },
    'a manager fills the lists': async ({ app, me }) => {
      const token = await inviteManager(app, me)
      return () => linkCalls(app).fill(token, { outside_users: [{ email: 'client@partner.example' }] })
    },
  },
  'features/notifications/devices': {
    'a device is registered': async ({ app, me }) => {
      const { token } = createBrowser(NOWHERE)
      return () => app.call(me, push.registerPushToken, { body: { type: 'webpush', token } })
    },
  },
  'features/notifications/notifications': {
    'mails are claimed': async (scene) => {
      await queueMail(scene)
      return scene.app.sendMails
    },
  },
  'features/notifications/pushes': {
    'pushes are claimed': async (scene) => {
      const { app, me, company } = scene
      const { token } = createBrowser(NOWHERE)
      await app.call(me, push.registerPushToken, { body: { type: 'webpush', token } })
      const message = await queueMail(scene, 'sent')
      await change(
        scene,
        sql`insert into pushes (company_id, id, message_id, token_id, send_after, created_at)
          select ${company.id}, ${newId(app.now())}, ${message}, id, ${app.now()}, ${app.now()} from push_tokens where user_id = ${me.id}`,
      )
      return app.sendMails
    },
  },
  'features/people/avatars': {
    'a picture is kept': async (scene) => () => upload(scene),
    'a picture is removed': async (scene) => {
      await upload(scene)
      return () => scene.app.call(scene.me, avatars.deleteAvatar)
    },
  },
  'features/sharing/manager': {
    'a manager is named': async (scene) => () => scene.app.call(scene.me, sharing.setManager, { body: { user_id: scene.mates[0].id } }),
  },
  'features/people/people': {
    'a name is changed': async (scene) => () => scene.app.call(scene.me, people.updateUser, { ...mine, body: { first_name: 'Another' } }),
    'the terms are accepted': async (scene) => () => scene.app.call(scene.me, people.acceptTerms, { body: { version: TERMS_VERSION } }),
  },
  'features/session/session': {
    'a person logs in': async (scene) => async () => {
      // An attempt is counted before its transaction: ten of them would lock the account.
      await change(scene, sql`delete from login_attempts`)
      return logIn(scene)
    },
    'a password is forgotten': async (scene) => () => scene.app.call(null, session.forgottenPassword, { body: { email: scene.me.email } }),
    'a password is reset': async ({ app, me }) => {
      await app.call(null, session.forgottenPassword, { body: { email: me.email } })
      const token = /reset-password\/([\w-]+)/.exec((await app.mails()).at(-1)?.text ?? '')?.[1] ?? ''
      return () => app.call(null, session.resetPassword, { body: { token, password: 'another long password' } })
    },
  },
  'features/skills/schedules': {
    'people are reminded of self-evaluations': async (scene) => {
      const { app, me, skill } = scene
      await app.call(me, skills.chooseSkills, { ...mine, body: { skill_ids: [skill] } })
      await change(scene, sql`update users set is_onboarding_finished = true where id = ${me.id}`)
      await change(scene, sql`update user_skills set chosen_at = chosen_at - interval '1 year' where user_id = ${me.id}`)
      return () => remindSelfEvaluations(app.platform)
    },
  },
  'features/skills/skills': {
    'skills are chosen': async (scene) => () =>
      scene.app.call(scene.me, skills.chooseSkills, { ...mine, body: { skill_ids: scene.company.skillIds.slice(0, 3) } }),
    'scores are reset': async (scene) => () =>
      scene.app.call(scene.me, skills.resetSkills, { ...mine, body: { skill_ids: [scene.skill] } }),
    'a person rates themself': async (scene) => () =>
      scene.app.call(scene.me, skills.evaluateMyself, { ...mine, body: { evaluations: [{ skill_id: scene.skill, rating: 4 }] } }),
  },
}
