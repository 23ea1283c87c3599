import { adminCatalogue } from '@reflet/contract/admin-catalogue'
import { adminScim } from '@reflet/contract/admin-scim'
import { awards } from '@reflet/contract/awards'
import { coffee } from '@reflet/contract/coffee'
import { contacts } from '@reflet/contract/contacts'
import { DAY_MS } from '@reflet/contract/durations'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { hierarchy } from '@reflet/contract/hierarchy'
import { recurrences } from '@reflet/contract/recurrences'
import { security } from '@reflet/contract/security'
import { sharing } from '@reflet/contract/sharing'
import { expect } from 'vitest'
import { rows, sql, t } from '../../db/index.ts'
import { insertTest } from '../../features/session/sign-on.commands.ts'
import { publishOne } from '../badges.ts'
import type { TestApp } from '../build-test-app.ts'
import { contactCalls } from '../contacts.ts'
import { eventBody } from '../events.ts'
import { aKey, createCompany, createUser } from '../factories.ts'
import { importCalls } from '../imports.ts'
import { addManager } from '../invitation.ts'
import { createAuthenticator } from '../passkeys.ts'
import { createBrowser, NOWHERE } from '../push-services.ts'
import { register } from '../push-stage.ts'
import { answer, ask, eventToken, feedbacksOf, mailedParams } from '../requests.ts'

export const STRANGERS = [
  'another company’s user',
  'another company’s administrator',
  'a colleague',
  'a guest',
  'a deactivated user',
  'a deactivated administrator',
  'a caller without a session',
] as const
export type Stranger = (typeof STRANGERS)[number]

const week = 7 * DAY_MS
/** A plan of regular requests, without its skills. */
export const planOf = (app: TestApp, userId: string) => ({
  pool: [{ user_id: userId }],
  every: { unit: 'week' as const, count: 2 },
  per_round: 1,
  starts_on: new Date(app.now().getTime() + week).toISOString().slice(0, 10),
  ends: { rounds: 3 },
})

/** An owner with something of everything, the people who must not reach it, and the texts and ids that would reveal it. */
export async function setScene(app: TestApp) {
  const nova = await createCompany(app, { badges_active: true })
  const lune = await createCompany(app, { badges_active: true })
  const owner = await createUser(app, nova, { first_name: 'Ownerfirst', last_name: 'Ownerlast', email: 'owner@nova.example' })
  const giver = await createUser(app, nova, { first_name: 'Giverfirst', last_name: 'Giverlast', email: 'giver@nova.example' })
  const sent = await ask(app, owner, [giver, { email: 'guest@partner.example', first_name: 'Guestfirst' }], {
    skill_ids: nova.skillIds.slice(0, 2),
    context: 'Marked context',
    message: 'Marked message',
  })
  const [answered, pending] = feedbacksOf(sent, giver).map((item) => item.id) as [string, string]
  const pendingGroup = feedbacksOf(sent, giver)[0]?.recipient.id as string
  await answer(app, giver, answered, { keep: 'Marked words' })
  await app.call(owner, sharing.setManager, { body: { user_id: giver.id } })
  await app.call(owner, feedback.rateAnswer, {
    params: { id: answered },
    body: { stars: 5, thanks: 'Marked thanks', will_try: 'Marked try' },
  })
  await app.call(owner, sharing.shareAnswer, { params: { id: answered }, body: { manager_id: giver.id } })
  const names = ['Ownerfirst', 'Ownerlast', 'owner@nova', 'Giverfirst', 'giver@nova', 'Guestfirst', 'guest@partner', 'Marked']
  const marks = [...names, sent.id, answered, pending, owner.id]

  const kept = await contactCalls(app).add(owner, { email: 'friend@partner.example', first_name: 'Friendfirst' })
  const contactId = kept.body.contacts[0]?.id as string
  const made = await app.call(owner, contacts.createGroup, {
    params: { userId: '1' },
    body: { name: 'Marked group', contact_ids: [contactId] },
  })
  marks.push('Friendfirst', 'friend@partner', contactId, made.body.id, 'boss@nova')
  await app.call(owner, hierarchy.saveHierarchy, { body: { superior_users: [{ user_id: giver.id }] } })
  await addManager(app, owner, 'boss@nova.example')

  const thanked = await app.call(giver, awards.giveAwards, {
    body: { type_id: nova.awardTypeIds[0] as string, user_ids: [owner.id], message: 'Marked thanks', idempotency_key: aKey() },
  })
  const award = thanked.body.awards[0]?.id as string
  marks.push(award)

  const event = await app.call(owner, events.createEvent, { body: eventBody(app, nova.skillIds.slice(0, 1), 'Marked event') })
  marks.push(event.body.id, eventToken(event.body))

  const slot = new Date(app.now().getTime() + DAY_MS).toISOString()
  const coffeeBody = { invitee: { user_id: giver.id }, slots: [slot], place: 'Marked place', message: 'Marked coffee' }
  const invited = await app.call(owner, coffee.createCoffee, { body: { ...coffeeBody, idempotency_key: aKey() } })
  marks.push(invited.body.id)

  const about = { skill_ids: nova.skillIds.slice(0, 1), message: 'Marked message' }
  const planned = await app.call(owner, recurrences.createRecurrence, {
    body: { ...planOf(app, giver.id), ...about, idempotency_key: aKey() },
  })
  marks.push(planned.body.id)

  const device = createBrowser(NOWHERE).token
  expect((await register(app, owner, device)).status).toBe(200)

  const admin = await createUser(app, nova, { role: 'admin', first_name: 'Adminfirst', email: 'boss-admin@nova.example' })
  const { upload } = importCalls(app)
  const file = 'email,first_name,last_name\nmarked-import@nova.example,Markedfirst,Last\nnot an address,Marked,Line\n'
  const peopleImport = (await upload(admin, file)).body.id
  await app.runImports()
  const listed = await app.call(admin, adminCatalogue.createVideo, { body: { names: { en: 'Marked video' } } })
  const videoId = listed.body.id
  const scimToken = (await app.call(admin, adminScim.createScimToken, { body: { name: 'Marked directory' } })).body.id
  marks.push(scimToken, 'Marked directory')
  marks.push(videoId, 'Adminfirst', 'boss-admin@nova', peopleImport, 'marked-import@nova')

  const badge = await publishOne(app, owner)
  marks.push(badge.id)

  const [open] = (await app.call(owner, security.listSessions)).body.sessions
  const sessionId = open?.id as string
  const { secret } = (await app.call(owner, security.beginTotp)).body
  const authenticator = createAuthenticator(app.url)
  const { options } = (await app.call(owner, security.addPasskey, { body: {} })).body
  const added = await app.call(owner, security.addPasskey, { body: { name: 'Marked key', passkey: authenticator.register(options ?? {}) } })
  const passkeyId = added.body.passkey?.id as string
  const signInTestId = await insertTest(app.platform, nova.id, admin.id, 'saml')
  marks.push(sessionId, secret, passkeyId, authenticator.id, signInTestId)

  const [invitation] = await rows(app.database.db, { id: t.uuid }, sql`select id from hierarchy_invitations where user_id = ${owner.id}`)
  const guestLink = mailedParams(
    app,
    sent.feedbacks.find(({ recipient }) => recipient.user_id === null),
  )
  const strangers: Record<Stranger, { token: string } | null> = {
    'another company’s user': await createUser(app, lune),
    'another company’s administrator': await createUser(app, lune, { role: 'admin' }),
    'a colleague': await createUser(app, nova),
    'a guest': { token: guestLink.token },
    'a deactivated user': await createUser(app, nova, { deactivated: true }),
    'a deactivated administrator': await createUser(app, nova, { deactivated: true, role: 'admin' }),
    'a caller without a session': null,
  }
  return {
    nova,
    owner,
    giver,
    strangers,
    marks,
    ids: {
      request: sent.id,
      group: made.body.id,
      event: event.body.id,
      recurrence: planned.body.id,
      answered,
      pending,
      pendingGroup,
      contact: contactId,
      award,
      meeting: invited.body.id,
      peopleImport,
      scimToken,
      video: videoId,
      badge: badge.id,
      badgeSkill: badge.skill.id,
      session: sessionId,
      passkey: passkeyId,
      signInTest: signInTestId,
    },
    device,
    slot,
    /** The parameters of the owner's links, which work without a login, by resource. */
    links: {
      guest: guestLink,
      events: { token: eventToken(event.body) },
      coffee: { token: app.vault.deriveToken('coffee', invited.body.id) },
      hierarchy: { token: app.vault.deriveToken('manager', invitation?.id ?? '') },
    } as Readonly<Record<string, object>>,
  }
}

export type Scene = Awaited<ReturnType<typeof setScene>>
