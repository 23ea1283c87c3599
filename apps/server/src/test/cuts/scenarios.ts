import { account } from '@reflet/contract/account'
import { avatars } from '@reflet/contract/avatars'
import { awards } from '@reflet/contract/awards'
import { coffee } from '@reflet/contract/coffee'
import { contacts } from '@reflet/contract/contacts'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { hierarchy } from '@reflet/contract/hierarchy'
import { myManager } from '@reflet/contract/manager'
import { people } from '@reflet/contract/people'
import { push } from '@reflet/contract/push'
import { recurrences } from '@reflet/contract/recurrences'
import { session } from '@reflet/contract/session'
import { skills } from '@reflet/contract/skills'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expireCoffee } from '../../features/coffee/schedules.commands.ts'
import { sendRounds } from '../../features/feedback/recurrences/rounds.commands.ts'
import { remindUnanswered } from '../../features/feedback/schedules.commands.ts'
import { TERMS_VERSION } from '../../features/legal/legal.queries.ts'
import { remindSelfEvaluations } from '../../features/skills/schedules.commands.ts'
import { newId } from '../../platform/ids.ts'
import { aKey, anAnswer } from '../factories.ts'
import { addManager, inviteManager, linkCalls } from '../manager.ts'
import { createBrowser } from '../push-services.ts'
import {
  answered,
  ask,
  change,
  createEvent,
  createRegular,
  event,
  inDays,
  invitation,
  PASSWORD,
  propose,
  regular,
  type Scene,
} from './scene.ts'

/** A call to be cut. What it needs is there already; it may be made again as often as it failed. */
export type Act = () => Promise<{ readonly status: number; readonly body: { readonly code: string } } | number | undefined>
/** The file of the transaction, what happens in it, and how it is brought about. */
export type Scenario = readonly [file: string, what: string, arrange: (scene: Scene) => Promise<Act>]

const DAY = 86_400_000
const mine = { params: { userId: '1' } } as const

/** A browsers' push service that never answers. */
export const NOWHERE = 'http://127.0.0.1:9'

async function addContact({ app, me }: Scene) {
  const { body } = await app.call(me, contacts.addContacts, { ...mine, body: { contacts: [{ email: 'friend@partner.example' }] } })
  return body.contacts[0]?.id as string
}

async function upload({ app, me }: Scene, picture: Buffer) {
  const body = new FormData()
  body.set('file', new Blob([Uint8Array.from(picture)], { type: 'image/png' }), 'me.png')
  const headers = { authorization: `Bearer ${me.token}` }
  const response = await fetch(`${app.url}${avatars.uploadAvatar.path}`, { method: 'POST', headers, body })
  return { status: response.status, body: (await response.json()) as { code: string } }
}
const aPicture = () =>
  sharp({ create: { width: 100, height: 100, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

export const scenarios: readonly Scenario[] = [
  [
    'features/account/account',
    'an account is deleted',
    async ({ app, me }) =>
      () =>
        app.call(me, account.deleteUser),
  ],
  [
    'features/awards/awards',
    'awards are given',
    async ({ app, me, mates, company }) => {
      const user_ids = mates.map(({ id }) => id)
      const body = { type_id: company.awardTypeIds[0] as string, user_ids, message: 'Thank you', idempotency_key: aKey() }
      return () => app.call(me, awards.giveAwards, { body })
    },
  ],
  [
    'features/coffee/coffee.',
    'a coffee is proposed',
    async (scene) => {
      const body = invitation(scene)
      return () => scene.app.call(scene.me, coffee.createCoffee, { body })
    },
  ],
  [
    'features/coffee/decide',
    'a coffee is accepted',
    async (scene) => {
      const id = await propose(scene)
      const slot = inDays(scene, 2)
      return () => scene.app.call(scene.mates[0], coffee.acceptCoffee, { params: { id }, body: { slot } })
    },
  ],
  [
    'features/coffee/schedules',
    'proposals expire',
    async (scene) => {
      const id = await propose(scene)
      await change(scene, sql`update coffee_slots set starts_at = starts_at - interval '9 days' where coffee_id = ${id}`)
      return () => expireCoffee(scene.app.platform)
    },
  ],
  [
    'features/contacts/contacts',
    'contacts are added',
    async ({ app, me, mates }) => {
      const body = { contacts: [{ user_id: mates[0].id }, { email: 'friend@partner.example', first_name: 'Nora' }] }
      return () => app.call(me, contacts.addContacts, { ...mine, body })
    },
  ],
  [
    'features/contacts/contacts',
    'a contact is changed',
    async (scene) => {
      const id = await addContact(scene)
      return () => scene.app.call(scene.me, contacts.updateContact, { params: { userId: '1', id }, body: { first_name: 'Nora' } })
    },
  ],
  [
    'features/contacts/contacts',
    'a contact is deleted',
    async (scene) => {
      const id = await addContact(scene)
      return () => scene.app.call(scene.me, contacts.deleteContact, { params: { userId: '1', id } })
    },
  ],
  [
    'features/contacts/groups',
    'a group of contacts is made',
    async (scene) => {
      const body = { name: 'Friends', contact_ids: [await addContact(scene)] }
      return () => scene.app.call(scene.me, contacts.createGroup, { ...mine, body })
    },
  ],
  [
    'features/contacts/groups',
    'a group of contacts is changed',
    async (scene) => {
      const body = { name: 'Friends', contact_ids: [await addContact(scene)] }
      const { id } = (await scene.app.call(scene.me, contacts.createGroup, { ...mine, body })).body
      return () => scene.app.call(scene.me, contacts.updateGroup, { params: { userId: '1', id }, body: { ...body, name: 'Old friends' } })
    },
  ],
  [
    'features/feedback/answers/answers',
    'a confidential request is answered',
    async (scene) => {
      const { app, mates } = scene
      await ask(scene, { confidential: true, recipients: mates.map(({ id }) => ({ user_id: id })) })
      const received = (await app.call(mates[0], feedback.listReceived)).body.groups[0]
      const id = received?.feedbacks[0]?.id as string
      return () => app.call(mates[0], feedback.answerFeedback, { params: { id }, body: anAnswer() })
    },
  ],
  [
    'features/feedback/answers/answers',
    'a guest deletes their answer',
    async (scene) => {
      const sent = await ask(scene, { recipients: [{ email: 'guest@partner.example' }] })
      const [token = '', feedbackId = ''] = sent.feedbacks[0]?.guest_link?.split('/').slice(4) ?? []
      const params = { token, feedbackId }
      await scene.app.call(null, guest.guestAnswer, { params, body: anAnswer() })
      return () => scene.app.call(null, guest.guestDelete, { params })
    },
  ],
  [
    'features/feedback/answers/offered',
    'feedback is offered',
    async ({ app, me, mates, skill }) => {
      const body = { ...anAnswer(), user_id: mates[0].id, skill_id: skill, idempotency_key: aKey() }
      return () => app.call(me, feedback.offerFeedback, { body })
    },
  ],
  [
    'features/feedback/events/events',
    'an event is made',
    async (scene) => {
      const body = event(scene)
      return () => scene.app.call(scene.me, events.createEvent, { body })
    },
  ],
  [
    'features/feedback/events/events',
    'an event is changed',
    async (scene) => {
      const { id } = await createEvent(scene)
      return () => scene.app.call(scene.me, events.updateEvent, { params: { id }, body: { title: 'The July workshop', closed: true } })
    },
  ],
  [
    'features/feedback/events/joining',
    'an event is answered',
    async (scene) => {
      const { token } = await createEvent(scene)
      const body = { answers: [{ ...anAnswer(), skill_id: scene.skill }] }
      return () => scene.app.call(scene.mates[0], events.answerEvent, { params: { token }, body })
    },
  ],
  [
    'features/feedback/received/sharing',
    'an answer is shared',
    async (scene) => {
      const id = await answered(scene)
      return () => scene.app.call(scene.me, feedback.shareAnswer, { params: { id } })
    },
  ],
  [
    'features/feedback/received/sharing',
    'a shared answer is withdrawn',
    async (scene) => {
      const id = await answered(scene)
      await scene.app.call(scene.me, feedback.shareAnswer, { params: { id } })
      return () => scene.app.call(scene.me, feedback.withdrawAnswer, { params: { id } })
    },
  ],
  [
    'features/feedback/recurrences/recurrences',
    'a regular request is made',
    async (scene) => {
      const body = regular(scene)
      return () => scene.app.call(scene.me, recurrences.createRecurrence, { body })
    },
  ],
  [
    'features/feedback/recurrences/recurrences',
    'a regular request is changed',
    async (scene) => {
      const id = await createRegular(scene)
      return () => scene.app.call(scene.me, recurrences.updateRecurrence, { params: { id }, body: { per_round: 3, paused: true } })
    },
  ],
  [
    'features/feedback/recurrences/rounds',
    'a round is sent',
    async (scene) => {
      const id = await createRegular(scene)
      await change(scene, sql`update recurrences set next_at = ${scene.app.now()} where id = ${id}`)
      return () => sendRounds(scene.app.platform)
    },
  ],
  [
    'features/feedback/requests/reminders',
    'a request is reminded of',
    async (scene) => {
      const { id } = await ask(scene)
      return () => scene.app.call(scene.me, feedback.remindRequest, { params: { id } })
    },
  ],
  [
    'features/feedback/requests/requests',
    'a request is cancelled',
    async (scene) => {
      const { id } = await ask(scene)
      return () => scene.app.call(scene.me, feedback.cancelRequest, { params: { id } })
    },
  ],
  [
    'features/feedback/schedules',
    'people are reminded',
    async (scene) => {
      const { id } = await ask(scene)
      await change(scene, sql`update recipients set created_at = created_at - interval '4 days' where request_id = ${id}`)
      return () => remindUnanswered(scene.app.platform)
    },
  ],
  [
    'features/hierarchy/hierarchy',
    'the hierarchy is saved',
    async ({ app, me, mates }) => {
      const body = { superior_users: [{ user_id: mates[0].id }], outside_users: [{ email: 'client@partner.example' }] }
      return () => app.call(me, hierarchy.saveHierarchy, { body })
    },
  ],
  [
    'features/hierarchy/manager',
    'a manager is asked',
    async ({ app, me }) =>
      () =>
        addManager(app, me),
  ],
  [
    'features/hierarchy/manager',
    'a manager is reminded',
    async ({ app, me }) => {
      await addManager(app, me)
      app.advance(DAY)
      // A day later the session's end slides with the first call.
      await app.call(me, hierarchy.getHierarchy, mine)
      return () => app.call(me, hierarchy.remindManager)
    },
  ],
  [
    'features/hierarchy/manager',
    'a manager fills the lists',
    async ({ app, me }) => {
      const token = await inviteManager(app, me)
      return () => linkCalls(app).fill(token, { outside_users: [{ email: 'client@partner.example' }] })
    },
  ],
  [
    'features/hierarchy/manager',
    'a manager wants no mails',
    async ({ app, me }) => {
      const token = await inviteManager(app, me)
      return () => linkCalls(app).stop(token)
    },
  ],
  [
    'features/notifications/devices',
    'a device is registered',
    async ({ app, me }) => {
      const { token } = createBrowser(NOWHERE)
      return () => app.call(me, push.registerPushToken, { body: { type: 'webpush', token } })
    },
  ],
  [
    'features/notifications/notifications',
    'mails are claimed',
    async (scene) => {
      await queueMail(scene)
      return scene.app.sendMails
    },
  ],
  [
    'features/notifications/pushes',
    'pushes are claimed',
    async (scene) => {
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
  ],
  ['features/people/avatars', 'a picture is kept', async (scene) => upload.bind(null, scene, await aPicture())],
  [
    'features/people/avatars',
    'a picture is removed',
    async (scene) => {
      await upload(scene, await aPicture())
      return () => scene.app.call(scene.me, avatars.deleteAvatar)
    },
  ],
  [
    'features/people/manager',
    'a manager is named',
    async ({ app, me, mates }) =>
      () =>
        app.call(me, myManager.setManager, { body: { user_id: mates[0].id } }),
  ],
  [
    'features/people/people',
    'a name is changed',
    async ({ app, me }) =>
      () =>
        app.call(me, people.updateUser, { ...mine, body: { first_name: 'Another' } }),
  ],
  [
    'features/people/people',
    'the terms are accepted',
    async ({ app, me }) =>
      () =>
        app.call(me, people.acceptTerms, { body: { version: TERMS_VERSION } }),
  ],
  [
    'features/session/session',
    'a person logs in',
    async ({ app, me }) =>
      () =>
        app.call(null, session.login, { body: loginOf(me.email) }),
  ],
  [
    'features/session/session',
    'a password is forgotten',
    async ({ app, me }) =>
      () =>
        app.call(null, session.forgottenPassword, { body: { email: me.email } }),
  ],
  [
    'features/session/session',
    'a password is reset',
    async ({ app, me }) => {
      await app.call(null, session.forgottenPassword, { body: { email: me.email } })
      const token = /reset-password\/([\w-]+)/.exec((await app.mails()).at(-1)?.text ?? '')?.[1] ?? ''
      return () => app.call(null, session.resetPassword, { body: { token, password: 'another long password' } })
    },
  ],
  [
    'features/skills/schedules',
    'people are reminded of self-evaluations',
    async (scene) => {
      const { app, me, skill } = scene
      await app.call(me, skills.chooseSkills, { ...mine, body: { skill_ids: [skill] } })
      await change(scene, sql`update users set is_onboarding_finished = true where id = ${me.id}`)
      await change(scene, sql`update user_skills set chosen_at = chosen_at - interval '1 year' where user_id = ${me.id}`)
      return () => remindSelfEvaluations(app.platform)
    },
  ],
  [
    'features/skills/skills',
    'skills are chosen',
    async ({ app, me, company }) =>
      () =>
        app.call(me, skills.chooseSkills, { ...mine, body: { skill_ids: company.skillIds.slice(0, 3) } }),
  ],
  [
    'features/skills/skills',
    'scores are reset',
    async ({ app, me, skill }) =>
      () =>
        app.call(me, skills.resetSkills, { ...mine, body: { skill_ids: [skill] } }),
  ],
  [
    'features/skills/skills',
    'a person rates themself',
    async ({ app, me, skill }) =>
      () =>
        app.call(me, skills.evaluateMyself, { ...mine, body: { evaluations: [{ skill_id: skill, rating: 4 }] } }),
  ],
]

const loginOf = (username: string) => ({ grant_type: 'password' as const, client_id: 'reflet-app', username, password: PASSWORD })

/** A mail that is due: a quarterly reminder, which says nothing to somebody without skills. */
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
