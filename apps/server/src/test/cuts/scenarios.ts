import { account } from '@reflet/contract/account'
import { awards } from '@reflet/contract/awards'
import { badges } from '@reflet/contract/badges'
import { coffee } from '@reflet/contract/coffee'
import { contacts } from '@reflet/contract/contacts'
import { sql } from '../../db/index.ts'
import { announceBadges } from '../../features/badges/schedules.commands.ts'
import { expireCoffee } from '../../features/coffee/schedules.commands.ts'
import { earn, publishOne } from '../badges.ts'
import { aKey } from '../factories.ts'
import { adminScenarios } from './admin-scenarios.ts'
import { feedbackScenarios } from './feedback-scenarios.ts'
import { peopleScenarios } from './people-scenarios.ts'
import { change, inDays, invitation, propose, type Scene } from './scene.ts'
import { signInScenarios } from './sign-in-scenarios.ts'

/** A call to be interrupted. Its preconditions exist already; it may be retried as often as it failed. */
export type Act = () => Promise<{ readonly status: number; readonly body: { readonly code: string } } | number | undefined>
export type Arrange = (scene: Scene) => Promise<Act>
/** By the file of the transaction and a description. */
export type Scenarios = Readonly<Record<string, Readonly<Record<string, Arrange>>>>

const mine = { params: { userId: '1' } } as const

async function addContact({ app, me }: Scene) {
  const { body } = await app.call(me, contacts.addContacts, { ...mine, body: { contacts: [{ email: 'friend@partner.example' }] } })
  return body.contacts[0]?.id as string
}

const otherScenarios: Scenarios = {
  'features/account/account': {
    'an account is deleted': async (scene) => () => scene.app.call(scene.me, account.deleteUser),
  },
  'features/awards/awards': {
    'awards are given': async ({ app, me, mates, company }) => {
      const user_ids = mates.map(({ id }) => id)
      const body = { type_id: company.awardTypeIds[0] as string, user_ids, message: 'Thank you', idempotency_key: aKey() }
      return () => app.call(me, awards.giveAwards, { body })
    },
  },
  'features/badges/badges': {
    'a badge is published': async ({ app, me, skill }) => {
      // The issuer, its key and the achievement exist: they are made before the transaction, and are the same for the next attempt.
      const { id } = await publishOne(app, me)
      await app.call(me, badges.deleteBadge, { params: { id } })
      return () => app.call(me, badges.publishBadges, { body: { badges: [skill] } })
    },
  },
  'features/badges/schedules': {
    'a badge is announced': async ({ app, me, skill }) => {
      await earn(app, me, skill, undefined, 1)
      return () => announceBadges(app.platform)
    },
  },
  'features/coffee/coffee.': {
    'a coffee is proposed': async (scene) => {
      const body = invitation(scene)
      return () => scene.app.call(scene.me, coffee.createCoffee, { body })
    },
  },
  'features/coffee/coffee-responses': {
    'a coffee is accepted': async (scene) => {
      const id = await propose(scene)
      const slot = inDays(scene, 2)
      return () => scene.app.call(scene.mates[0], coffee.acceptCoffee, { params: { id }, body: { slot } })
    },
  },
  'features/coffee/schedules': {
    'proposals expire': async (scene) => {
      const id = await propose(scene)
      await change(scene, sql`update coffee_slots set starts_at = starts_at - interval '9 days' where coffee_id = ${id}`)
      return () => expireCoffee(scene.app.platform)
    },
  },
  'features/contacts/contacts': {
    'contacts are added': async ({ app, me, mates }) => {
      const body = {
        contacts: [
          { user_id: mates[0].id, relation: 'superior' as const },
          { email: 'friend@partner.example', first_name: 'Nora' },
        ],
      }
      return () => app.call(me, contacts.addContacts, { ...mine, body })
    },
    'a contact is changed': async (scene) => {
      const id = await addContact(scene)
      return () =>
        scene.app.call(scene.me, contacts.updateContact, { params: { userId: '1', id }, body: { first_name: 'Nora', relation: 'lower' } })
    },
    'a contact is deleted': async (scene) => {
      const id = await addContact(scene)
      return () => scene.app.call(scene.me, contacts.deleteContact, { params: { userId: '1', id } })
    },
  },
  'features/contacts/groups': {
    'a group of contacts is made': async (scene) => {
      const body = { name: 'Friends', contact_ids: [await addContact(scene)] }
      return () => scene.app.call(scene.me, contacts.createGroup, { ...mine, body })
    },
    'a group of contacts is changed': async (scene) => {
      const body = { name: 'Friends', contact_ids: [await addContact(scene)] }
      const { id } = (await scene.app.call(scene.me, contacts.createGroup, { ...mine, body })).body
      return () => scene.app.call(scene.me, contacts.updateGroup, { params: { userId: '1', id }, body: { ...body, name: 'Old friends' } })
    },
  },
}

export const scenarios = [feedbackScenarios, peopleScenarios, adminScenarios, signInScenarios, otherScenarios].flatMap((files) =>
  Object.entries(files).flatMap(([file, arranged]) => Object.entries(arranged).map(([what, arrange]) => [file, what, arrange] as const)),
)
