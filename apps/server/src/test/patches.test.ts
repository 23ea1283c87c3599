import { adminCatalogue } from '@reflet/contract/admin-catalogue'
import { contacts } from '@reflet/contract/contacts'
import { DAY_MS } from '@reflet/contract/durations'
import type { Endpoint } from '@reflet/contract/endpoint'
import { events } from '@reflet/contract/events'
import { recurrences } from '@reflet/contract/recurrences'
import { expect, test } from 'vitest'
import { calls } from './contract-places.ts'
import { eventBody } from './events.ts'
import { aKey, createUser, createUsers } from './factories.ts'
import { useCompanyPerTest } from './use-company.ts'
import { useTestApp } from './use-test-app.ts'

/** A PATCH changes the fields that are sent: one that is not sent stays. A new PATCH joins here, or in the list of those that say why not. */

const app = useTestApp()
const { company, anne, camille } = useCompanyPerTest(app, { anne: { role: 'admin' }, camille: {} })

const own = { userId: '1' } as const
const later = (days: number) => new Date(app.now().getTime() + days * DAY_MS).toISOString()
const texts = { names: { en: 'Juggling' }, descriptions: { en: 'With three balls' } }
const others = { names: { de: 'Jonglieren' }, descriptions: { fr: 'Avec trois balles' }, retired: true }

interface Patched {
  readonly params?: object
  readonly as?: typeof anne
  /** A new value for each field of the body. */
  readonly changes: Readonly<Record<string, unknown>>
  /** What is read of the object by each of these names. */
  readonly named?: Readonly<Record<string, string>>
  /** What follows from others. */
  readonly derived?: readonly string[]
  readonly read: (reply: Record<string, unknown>) => Record<string, unknown>
}

const same = (reply: Record<string, unknown>) => reply
const id = async (reply: Promise<{ body: { id: string } }>) => ({ id: (await reply).body.id })

const PATCHES: Record<string, () => Promise<Patched>> = {
  'people.updateUser': async () => ({
    params: own,
    changes: {
      first_name: 'Camila',
      last_name: 'Martinez',
      job_title: 'Engineer',
      department: 'Research',
      locale: 'es',
      time_zone: 'Asia/Tokyo',
      notifications: { request: { email: false } },
      onboarding_step: 'skills',
    },
    read: ({ user }) => user as Record<string, unknown>,
  }),
  'adminPolicies.updatePolicies': async () => ({
    as: anne,
    changes: {
      confidentiality_threshold: 4,
      reminder_days: [2, 9],
      expiry_days: 40,
      quiet_hours: { from: '19:00', to: '07:00' },
      outside_recipients_per_day: { person: 5, company: 50 },
      retention_months: 24,
      session_days: 7,
      feed_awards: 'admins',
      badge_rule: { ratings: 6, people: 4, relations: 3, superior: false, mean: 4.5 },
    },
    read: same,
  }),
  'adminPeople.updatePerson': async () => ({
    as: anne,
    params: { id: (await createUser(app, company, { registration_number: 'P-1', job_title: 'Designer' })).id },
    changes: {
      first_name: 'Changed',
      last_name: 'Person',
      job_title: 'Engineer',
      department: 'Research',
      registration_number: 'P-2',
      locale: 'de',
      role: 'admin',
      manager_id: camille.id,
    },
    named: { manager_id: 'manager' },
    read: same,
  }),
  'recurrences.updateRecurrence': async () => {
    const [one, two] = await createUsers(app, company, 3)
    const plan = {
      skill_ids: company.skillIds.slice(0, 2),
      pool: [{ user_id: one?.id ?? '' }, { user_id: two?.id ?? '' }],
      every: { unit: 'week' as const, count: 2 },
      per_round: 2,
      starts_on: later(7).slice(0, 10),
      ends: { rounds: 10 },
      context: 'The June workshop',
      message: 'Thank you',
      idempotency_key: aKey(),
    }
    return {
      params: await id(app.call(camille, recurrences.createRecurrence, { body: plan })),
      changes: {
        skill_ids: company.skillIds.slice(2, 3),
        every: { unit: 'month', count: 1 },
        per_round: 1,
        ends: { rounds: 5 },
        context: null,
        message: 'Another',
        pool: [{ user_id: two?.id }],
        paused: true,
      },
      named: { skill_ids: 'skills', paused: 'state' },
      derived: ['next_rounds'],
      read: same,
    }
  },
  'events.updateEvent': async () => ({
    params: await id(app.call(camille, events.createEvent, { body: eventBody(app, company.skillIds.slice(0, 1)) })),
    changes: { title: 'The July workshop', ends_at: later(5), closed: true },
    named: { closed: 'closed_at' },
    derived: ['is_open'],
    read: same,
  }),
  'adminSignIn.updateSignIn': async () => ({ as: anne, changes: { password_login: 'everyone', second_factor: 'admins' }, read: same }),
  'adminCatalogue.updateSkill': async () => ({
    as: anne,
    params: await id(app.call(anne, adminCatalogue.createSkill, { body: { ...texts, category: 'other' } })),
    changes: { ...others, category: 'communication' },
    read: same,
  }),
  'adminCatalogue.updateAwardType': async () => ({
    as: anne,
    params: await id(app.call(anne, adminCatalogue.createAwardType, { body: { ...texts, icon: 'star' } })),
    changes: { ...others, icon: 'heart' },
    read: same,
  }),
  'adminCatalogue.updateVideo': async () => ({
    as: anne,
    params: await id(app.call(anne, adminCatalogue.createVideo, { body: { ...texts, seconds: 60 } })),
    changes: { ...others, seconds: 90 },
    derived: ['ready'],
    read: same,
  }),
  'contacts.updateContact': async () => {
    const person = { email: 'pat@partner.example', first_name: 'Pat', last_name: 'Lee' }
    const added = await app.call(camille, contacts.addContacts, { params: own, body: { contacts: [person] } })
    return {
      params: { ...own, id: added.body.contacts[0]?.id },
      changes: { first_name: 'Patricia', last_name: 'Leigh', relation: 'equal' },
      read: same,
    }
  },
  'contacts.updateGroup': async () => {
    const body = { contacts: [{ email: 'one@partner.example' }, { email: 'two@partner.example' }] }
    const added = (await app.call(camille, contacts.addContacts, { params: own, body })).body.contacts.map((contact) => contact.id)
    const group = await id(app.call(camille, contacts.createGroup, { params: own, body: { name: 'Team', contact_ids: added } }))
    return {
      params: { ...own, ...group },
      changes: { name: 'Crew', contact_ids: added.slice(1) },
      named: { contact_ids: 'contacts' },
      read: same,
    }
  },
}

/** One field each, or tested with the rules that hold for what results. */
const ELSEWHERE = [
  'awards.updateAward',
  'feedback.editAnswer',
  'growth.updateTry',
  'guest.guestEdit',
  'hierarchy.saveHierarchy',
  'hierarchy.saveHierarchyLink',
]

const endpoints: Record<string, Endpoint> = Object.fromEntries(calls)

test('every PATCH of the contract is here', () => {
  const all = calls.flatMap(([name, { method }]) => (method === 'PATCH' ? [name] : []))
  expect([...Object.keys(PATCHES), ...ELSEWHERE].sort()).toEqual(all.sort())
})

test.each(Object.entries(PATCHES))('%s: a field that is not sent stays', async (name, arrange) => {
  const { params, as = camille, changes, named = {}, derived = [], read } = await arrange()
  const endpoint = endpoints[name] as Endpoint
  const patch = async (body: object) => {
    const reply = await app.call(as, endpoint, { params, body } as never)
    expect(reply.status, JSON.stringify([body, reply.body])).toBe(200)
    return read(reply.body as Record<string, unknown>)
  }
  let before = await patch({})
  // Twice: what the last field sets must outlive the first one, too.
  for (const [field, value] of [...Object.entries(changes), ...Object.entries(changes)]) {
    const after = await patch({ [field]: value })
    const changed = new Set([named[field] ?? field, ...derived])
    for (const other of Object.keys(before)) if (!changed.has(other)) expect(after[other], `${other} after ${field}`).toEqual(before[other])
    before = after
  }
})
