import { api } from '@reflet/contract/api'
import { awards } from '@reflet/contract/awards'
import { coffee } from '@reflet/contract/coffee'
import { contacts } from '@reflet/contract/contacts'
import type { Endpoint } from '@reflet/contract/endpoint'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { hierarchy } from '@reflet/contract/hierarchy'
import { myManager } from '@reflet/contract/manager'
import { recurrences } from '@reflet/contract/recurrences'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '../db/index.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, openSession, type TestCompany, type TestUser } from './factories.ts'
import { createBrowser } from './push-services.ts'
import { register } from './push-stage.ts'

/**
 * Every call of the contract, aimed at things of camille@nova, tried by everybody who must not reach them. A new call
 * joins by itself; one without an entry below makes the test fail.
 */

let app: TestApp
let nova: TestCompany
let owner: TestUser
let giver: TestUser
let strangers: Record<string, { token: string } | null>
let marks: string[]
let inputs: Record<string, Aim>

/** A browsers' push service that never answers. */
const NOWHERE = 'http://127.0.0.1:9'

/** How to aim a call at the owner's things, and what a stranger must get. `own` calls have no id to aim with. */
type Aim = { input: object; expect: 'not_found' | 'own' | 'public' | 'refused' }

beforeAll(async () => {
  app = await buildTestApp({ push: { webPushAt: [NOWHERE] } })
  nova = await createCompany(app, { badges_active: true })
  const lune = await createCompany(app, { badges_active: true })
  owner = await createUser(app, nova, { first_name: 'Ownerfirst', last_name: 'Ownerlast', email: 'owner@nova.example' })
  giver = await createUser(app, nova, { first_name: 'Giverfirst', last_name: 'Giverlast', email: 'giver@nova.example' })
  const sent = await app.call(owner, feedback.createRequest, {
    body: {
      skill_ids: nova.skillIds.slice(0, 2),
      recipients: [{ user_id: giver.id }, { email: 'guest@partner.example', first_name: 'Guestfirst' }],
      context: 'Marked context',
      message: 'Marked message',
      idempotency_key: aKey(),
    },
  })
  const own = sent.body.feedbacks.filter((item) => item.recipient.user_id === giver.id)
  const [answered, pending] = own.map((item) => item.id) as [string, string]
  await app.call(giver, feedback.answerFeedback, { params: { id: answered }, body: anAnswer({ keep: 'Marked words' }) })
  await app.call(owner, myManager.setManager, { body: { user_id: giver.id } })
  await app.call(owner, feedback.rateAnswer, { params: { id: answered }, body: { stars: 5, thanks: 'Marked thanks' } })
  await app.call(owner, feedback.shareAnswer, { params: { id: answered } })
  marks = [
    'Ownerfirst',
    'Ownerlast',
    'owner@nova',
    'Giverfirst',
    'giver@nova',
    'Guestfirst',
    'guest@partner',
    'Marked',
    sent.body.id,
    answered,
    pending,
    owner.id,
  ]

  const mine = { params: { userId: '1' } } as const
  const kept = await app.call(owner, contacts.addContacts, {
    ...mine,
    body: { contacts: [{ email: 'friend@partner.example', first_name: 'Friendfirst' }] },
  })
  const contactId = kept.body.contacts[0]?.id as string
  const made = await app.call(owner, contacts.createGroup, { ...mine, body: { name: 'Marked group', contact_ids: [contactId] } })
  marks.push('Friendfirst', 'friend@partner', contactId, made.body.id, 'boss@nova')
  await app.call(owner, hierarchy.saveHierarchy, { body: { superior_users: [{ user_id: giver.id }] } })
  await app.call(owner, hierarchy.addManager, {
    body: { manager_email: 'boss@nova.example', manager_firstName: 'Bossfirst', manager_lastName: 'Bosslast' },
  })

  const thanked = await app.call(giver, awards.giveAwards, {
    body: { type_id: nova.awardTypeIds[0] as string, user_ids: [owner.id], message: 'Marked thanks', idempotency_key: aKey() },
  })
  const award = { params: { id: thanked.body.awards[0]?.id as string } }
  marks.push(award.params.id)

  const event = await app.call(owner, events.createEvent, {
    body: {
      title: 'Marked event',
      takes_place_on: app.now().toISOString().slice(0, 10),
      skill_ids: nova.skillIds.slice(0, 1),
      ends_at: new Date(app.now().getTime() + 86_400_000).toISOString(),
      idempotency_key: aKey(),
    },
  })
  marks.push(event.body.id, event.body.link.split('/').at(-1) as string)

  const slot = new Date(app.now().getTime() + 86_400_000).toISOString()
  const coffeeBody = { invitee: { user_id: giver.id }, slots: [slot], place: 'Marked place', message: 'Marked coffee' }
  const invited = await app.call(owner, coffee.createCoffee, { body: { ...coffeeBody, idempotency_key: aKey() } })
  const meeting = { params: { id: invited.body.id } }
  marks.push(invited.body.id)

  const plan = (userId: string) => ({
    pool: [{ user_id: userId }],
    every: { unit: 'week' as const, count: 2 },
    per_round: 1,
    starts_on: new Date(app.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10),
    ends: { rounds: 3 },
  })
  const about = { skill_ids: nova.skillIds.slice(0, 1), message: 'Marked message' }
  const planned = await app.call(owner, recurrences.createRecurrence, { body: { ...plan(giver.id), ...about, idempotency_key: aKey() } })
  const regular = { params: { id: planned.body.id } }
  marks.push(planned.body.id)

  const device = createBrowser(NOWHERE).token
  expect((await register(app, owner, device)).status).toBe(200)

  const guestToken = sent.body.feedbacks.find((item) => item.guest_link)?.guest_link?.split('/')[4] as string
  strangers = {
    'another company’s user': await createUser(app, lune),
    'a colleague': await createUser(app, nova),
    'a guest': { token: guestToken },
    'a deactivated user': await createUser(app, nova, { deactivated: true }),
    nobody: null,
  }
  const id = { params: { id: sent.body.id } }
  const user = { params: { userId: owner.id } }
  const link = { params: { token: 'x'.repeat(43), feedbackId: pending } }
  const answer = anAnswer()
  const contact = { params: { userId: owner.id, id: contactId } }
  const group = { params: { userId: owner.id, id: made.body.id } }
  const coffeeLink = { params: { token: 'w'.repeat(43) } }
  const managerLink = { params: { token: 'y'.repeat(43) } }
  const eventLink = { params: { token: 'z'.repeat(43) } }
  const eventAnswers = [{ ...answer, skill_id: nova.skillIds[0] }]
  const participant = { first_name: 'A', last_name: 'B', email: 'stranger@other.example', locale: 'en' }
  inputs = {
    'session.getCredentials': { input: {}, expect: 'public' },
    'session.login': {
      input: { body: { grant_type: 'password', client_id: 'x', username: 'owner@nova.example', password: 'x' } },
      expect: 'refused',
    },
    'session.logout': { input: {}, expect: 'own' },
    'session.revokeTokens': { input: {}, expect: 'own' },
    'session.forgottenPassword': { input: { body: { email: 'owner@nova.example' } }, expect: 'public' },
    'session.resetPassword': { input: { body: { token: 'x', password: 'a long password' } }, expect: 'refused' },
    'people.getUser': { input: user, expect: 'not_found' },
    'people.updateUser': { input: { ...user, body: { first_name: 'Stolen' } }, expect: 'not_found' },
    'people.platformUsed': { input: { body: { platform: 'browser' } }, expect: 'own' },
    'people.searchColleagues': { input: { query: { query: 'Ownerfirst' } }, expect: 'own' },
    'skills.listSkills': { input: {}, expect: 'own' },
    'skills.chooseSkills': { input: { ...user, body: { skill_ids: [] } }, expect: 'not_found' },
    'people.suggestPeople': { input: user, expect: 'not_found' },
    'people.onboardingFinished': { input: {}, expect: 'own' },
    'people.onboardingDashboardFinished': { input: {}, expect: 'own' },
    'people.onboardingAnswerFinished': { input: {}, expect: 'own' },
    'people.onboardingBadgeFinished': { input: {}, expect: 'own' },
    'people.acceptTerms': { input: { body: { version: 'another' } }, expect: 'own' },
    'avatars.uploadAvatar': { input: {}, expect: 'own' },
    'avatars.deleteAvatar': { input: {}, expect: 'own' },
    'avatars.getAvatar': { input: { params: { id: owner.id, file: '96.webp' } }, expect: 'not_found' },
    'account.exportUser': { input: {}, expect: 'own' },
    'account.deleteUser': { input: {}, expect: 'own' },
    'account.linkDomoscio': { input: { body: { linkType: 'unlink' } }, expect: 'own' },
    'skills.resetSkills': { input: { ...user, body: { skill_ids: nova.skillIds.slice(0, 1) } }, expect: 'not_found' },
    'skills.listSelfEvaluations': { input: user, expect: 'not_found' },
    'skills.evaluateMyself': {
      input: { ...user, body: { evaluations: [{ skill_id: nova.skillIds[0], rating: 1 }] } },
      expect: 'not_found',
    },
    'contacts.listContacts': { input: user, expect: 'not_found' },
    'contacts.addContacts': { input: { ...user, body: { contacts: [{ email: 'stranger@other.example' }] } }, expect: 'not_found' },
    'contacts.updateContact': { input: { ...contact, body: { relation: 'superior' } }, expect: 'not_found' },
    'contacts.deleteContact': { input: contact, expect: 'not_found' },
    'contacts.listGroups': { input: user, expect: 'not_found' },
    'contacts.createGroup': { input: { ...user, body: { name: 'Stolen', contact_ids: [contactId] } }, expect: 'not_found' },
    'contacts.updateGroup': { input: { ...group, body: { name: 'Stolen' } }, expect: 'not_found' },
    'contacts.deleteGroup': { input: group, expect: 'not_found' },
    'hierarchy.getHierarchy': { input: user, expect: 'not_found' },
    'hierarchy.saveHierarchy': { input: { body: { equal_users: [{ user_id: owner.id }] } }, expect: 'own' },
    'hierarchy.addManager': {
      input: { body: { manager_email: 'boss@other.example', manager_firstName: 'A', manager_lastName: 'B' } },
      expect: 'own',
    },
    'hierarchy.remindManager': { input: {}, expect: 'own' },
    'hierarchy.getHierarchyLink': { input: managerLink, expect: 'not_found' },
    'hierarchy.saveHierarchyLink': { input: { ...managerLink, body: { equal_users: [{ user_id: owner.id }] } }, expect: 'not_found' },
    'hierarchy.stopHierarchyMails': { input: managerLink, expect: 'not_found' },
    'hierarchy.resumeHierarchyMails': { input: managerLink, expect: 'not_found' },
    'awards.listAwardTypes': { input: {}, expect: 'own' },
    'awards.listAwards': { input: { query: { box: 'company' } }, expect: 'own' },
    'awards.giveAwards': {
      input: { body: { type_id: nova.awardTypeIds[0], user_ids: [owner.id], idempotency_key: aKey() } },
      expect: 'own',
    },
    'awards.getAward': { input: award, expect: 'not_found' },
    'awards.updateAward': { input: { ...award, body: { visibility: 'private' } }, expect: 'not_found' },
    'awards.deleteAward': { input: award, expect: 'not_found' },
    'videos.listVideos': { input: {}, expect: 'own' },
    'coffee.listCoffee': { input: {}, expect: 'own' },
    'coffee.createCoffee': {
      input: { body: { invitee: { feedback_id: answered }, slots: [slot], idempotency_key: aKey() } },
      expect: 'not_found',
    },
    'coffee.getCoffee': { input: meeting, expect: 'not_found' },
    'coffee.acceptCoffee': { input: { ...meeting, body: { slot } }, expect: 'not_found' },
    'coffee.declineCoffee': { input: meeting, expect: 'not_found' },
    'coffee.cancelCoffee': { input: meeting, expect: 'not_found' },
    'coffee.rescheduleCoffee': { input: { ...meeting, body: { slots: [slot] } }, expect: 'not_found' },
    'coffee.getCoffeeInvitation': { input: meeting, expect: 'not_found' },
    'coffee.getCoffeeLink': { input: coffeeLink, expect: 'not_found' },
    'coffee.acceptCoffeeLink': { input: { ...coffeeLink, body: { slot } }, expect: 'not_found' },
    'coffee.declineCoffeeLink': { input: coffeeLink, expect: 'not_found' },
    'coffee.stopCoffeeMails': { input: coffeeLink, expect: 'not_found' },
    'coffee.resumeCoffeeMails': { input: coffeeLink, expect: 'not_found' },
    'newsfeed.listNews': { input: {}, expect: 'own' },
    'push.getPushServices': { input: {}, expect: 'own' },
    // Whoever holds a device registers it, whosever it was before: a stranger has another.
    'push.registerPushToken': { input: { body: { type: 'webpush', token: createBrowser(NOWHERE).token } }, expect: 'own' },
    'push.forgetPushToken': { input: { body: { token: device } }, expect: 'own' },
    'push.clearPushCounter': { input: {}, expect: 'own' },
    'newsfeed.readNews': { input: { body: { all: true } }, expect: 'own' },
    'feedback.createRequest': {
      input: { body: { skill_ids: nova.skillIds.slice(0, 1), recipients: [{ user_id: owner.id }], idempotency_key: aKey() } },
      expect: 'own',
    },
    'feedback.listRequests': { input: {}, expect: 'own' },
    'feedback.getRequest': { input: id, expect: 'not_found' },
    'feedback.remindRequest': { input: id, expect: 'not_found' },
    'feedback.cancelRequest': { input: id, expect: 'not_found' },
    'feedback.listReceived': { input: {}, expect: 'own' },
    'recurrences.listRecurrences': { input: {}, expect: 'own' },
    'recurrences.previewRecurrence': { input: { body: { ...plan(owner.id), recurrence_id: planned.body.id } }, expect: 'not_found' },
    'recurrences.createRecurrence': {
      input: { body: { ...plan(owner.id), skill_ids: about.skill_ids, idempotency_key: aKey() } },
      expect: 'own',
    },
    'recurrences.updateRecurrence': { input: { ...regular, body: { paused: true } }, expect: 'not_found' },
    'recurrences.deleteRecurrence': { input: regular, expect: 'not_found' },
    'feedback.answerFeedback': { input: { params: { id: pending }, body: answer }, expect: 'not_found' },
    'feedback.editAnswer': { input: { params: { id: answered }, body: answer }, expect: 'not_found' },
    'feedback.declineFeedback': { input: { params: { id: pending }, body: {} }, expect: 'not_found' },
    'feedback.listAnswers': { input: { query: { skill_id: nova.skillIds[0] } }, expect: 'own' },
    'feedback.getAnswer': { input: { params: { id: answered } }, expect: 'not_found' },
    'feedback.listConfidentialAnswers': { input: { query: { skill_id: nova.skillIds[0] } }, expect: 'own' },
    'feedback.rateAnswer': { input: { params: { id: answered }, body: { stars: 1, thanks: 'Stolen' } }, expect: 'not_found' },
    'feedback.shareAnswer': { input: { params: { id: answered } }, expect: 'not_found' },
    'feedback.withdrawAnswer': { input: { params: { id: answered } }, expect: 'not_found' },
    'feedback.listShared': { input: {}, expect: 'own' },
    'feedback.countShared': { input: {}, expect: 'own' },
    'feedback.offerFeedback': {
      input: { body: { ...answer, user_id: owner.id, skill_id: nova.skillIds[0], idempotency_key: aKey() } },
      expect: 'own',
    },
    'feedback.dashboardAccess': { input: {}, expect: 'own' },
    'quality.getQualityIndex': { input: user, expect: 'not_found' },
    'myManager.getManager': { input: {}, expect: 'own' },
    'myManager.setManager': { input: { body: { user_id: owner.id } }, expect: 'own' },
    'statistics.getStatistics': { input: user, expect: 'not_found' },
    'statistics.getSkillStatistics': { input: { params: { userId: owner.id, skillId: nova.skillIds[0] } }, expect: 'not_found' },
    'events.listEvents': { input: {}, expect: 'own' },
    'events.createEvent': {
      input: {
        body: {
          title: 'Stolen',
          takes_place_on: app.now().toISOString().slice(0, 10),
          skill_ids: nova.skillIds.slice(0, 1),
          ends_at: new Date(app.now().getTime() + 86_400_000).toISOString(),
          idempotency_key: aKey(),
        },
      },
      expect: 'own',
    },
    'events.getEvent': { input: { params: { id: event.body.id } }, expect: 'not_found' },
    'events.updateEvent': { input: { params: { id: event.body.id }, body: { title: 'Stolen', closed: true } }, expect: 'not_found' },
    'events.getEventLink': { input: eventLink, expect: 'not_found' },
    'events.answerEventLink': { input: { ...eventLink, body: { participant, answers: eventAnswers } }, expect: 'not_found' },
    'events.answerEvent': { input: { ...eventLink, body: { answers: eventAnswers } }, expect: 'not_found' },
    'guest.getGuestView': { input: link, expect: 'not_found' },
    'guest.guestAnswer': { input: { ...link, body: answer }, expect: 'not_found' },
    'guest.guestEdit': { input: { ...link, body: answer }, expect: 'not_found' },
    'guest.guestDelete': { input: link, expect: 'not_found' },
    'guest.guestDecline': { input: { ...link, body: {} }, expect: 'not_found' },
    'guest.guestLocale': { input: { ...link, body: { locale: 'de' } }, expect: 'not_found' },
    'guest.guestStop': { input: link, expect: 'not_found' },
    'guest.guestResume': { input: link, expect: 'not_found' },
    'legal.termsOfUse': { input: {}, expect: 'public' },
    'legal.privacyPolicy': { input: {}, expect: 'public' },
  }
})
afterAll(() => app.close())

const calls = Object.entries(api).flatMap(([resource, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => [`${resource}.${name}`, endpoint] as const),
)
const WHO = ['another company’s user', 'a colleague', 'a guest', 'a deactivated user', 'nobody'] as const

/** Everything the owner has, as the database holds it. */
const everything = async () =>
  JSON.stringify(
    await rows(
      app.database.db,
      sql`select (select json_agg(r order by r.id) from requests r where r.requester_id = ${owner.id} and r.kind <> 'offered') as requests,
        (select json_agg(f order by f.id) from feedbacks f join requests r on r.id = f.request_id and r.kind <> 'offered' where f.receiver_id = ${owner.id}) as feedbacks,
        (select json_agg(json_build_object('r', r, 'pool', (select json_agg(m order by m.id) from recurrence_members m where m.recurrence_id = r.id)))
          from recurrences r where r.owner_id = ${owner.id}) as recurrences,
        (select json_agg(h) from shared_answers h where h.owner_id = ${owner.id}) as shared,
        (select json_agg(json_build_object('id', u.id, 'name', u.first_name, 'platform', u.platform, 'seen', u.pushes_seen_at)) from users u where u.id = ${owner.id}) as users,
        (select json_agg(s) from user_skills s where s.user_id = ${owner.id}) as skills,
        (select json_agg(e order by e.id) from self_evaluations e where e.user_id = ${owner.id}) as evaluations,
        (select json_agg(e order by e.id) from skill_resets e where e.user_id = ${owner.id}) as resets,
        (select json_agg(c order by c.id) from contacts c where c.user_id = ${owner.id}) as contacts,
        (select json_agg(c order by c.id) from contact_groups c where c.user_id = ${owner.id}) as groups,
        (select json_agg(h order by h.id) from hierarchy_members h where h.user_id = ${owner.id}) as hierarchy,
        (select json_agg(json_build_object('id', i.id, 'filled', i.filled_at, 'reminded', i.reminded_at, 'stopped', i.stopped_at))
          from hierarchy_invitations i where i.user_id = ${owner.id}) as invitations,
        (select json_agg(k order by k.id) from coffee_requests k where k.organiser_id = ${owner.id}) as coffee,
        (select json_agg(e order by e.id) from events e where e.organiser_id = ${owner.id}) as events,
        (select json_agg(a.id) from avatars a where a.user_id = ${owner.id}) as avatars,
        (select json_agg(n order by n.id) from newsfeed n where n.user_id = ${owner.id} and n.kind not in ('request_received', 'award_received', 'feedback_offered')) as news,
        (select json_agg(a order by a.id) from awards a where a.receiver_id = ${owner.id} and a.giver_id = ${giver.id}) as awards,
        (select json_agg(t order by t.id) from push_tokens t where t.user_id = ${owner.id}) as devices,
        (select count(*) from sessions s where s.user_id = ${owner.id}) as sessions`,
    ),
  )

describe.each(WHO)('%s', (who) => {
  test.each(calls)('%s', async (name, endpoint) => {
    const aim = inputs[name]
    if (!aim) throw new Error(`${name} is new: say in tenants.test.ts how to aim it at another person’s things`)
    // The limit on opening links is another test's.
    if (endpoint.limit === 'guest') app.advance(61_000)
    const before = await everything()
    const reply = await app.call(strangers[who] ?? null, endpoint, aim.input)
    expect(await everything(), 'nothing of the owner changed').toBe(before)

    const body = JSON.stringify(reply.body)
    // A colleague may know of the owner what the directory says, and say of them how they stand to each other.
    const mayFind =
      who === 'a colleague' && (name === 'people.searchColleagues' || name === 'myManager.setManager' || name.startsWith('hierarchy.'))
    const mayAsk =
      who === 'a colleague' &&
      ['feedback.createRequest', 'feedback.listRequests', 'recurrences.createRecurrence', 'awards.giveAwards'].includes(name)
    if (!mayFind && !mayAsk) for (const mark of marks) expect(body, `a trace of ${mark}`).not.toContain(mark)

    const hasSession = who === 'another company’s user' || who === 'a colleague'
    if (endpoint.access === 'employee' && !hasSession) expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated'])
    else if (aim.expect === 'not_found') expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
    else if (aim.expect === 'refused') expect(reply.status).toBeGreaterThanOrEqual(400)
    else expect(reply.status).toBeLessThan(500)
    if (
      [
        'feedback.createRequest',
        'feedback.offerFeedback',
        'recurrences.createRecurrence',
        'myManager.setManager',
        'awards.giveAwards',
      ].includes(name) &&
      who === 'another company’s user'
    )
      expect(reply.status).toBe(404)
    // Logging out ends a session, deleting the account ends the person: the next call of this stranger needs them again.
    if (hasSession && ENDING.has(name)) await again(who)
  })
})

const ENDING = new Set(['session.logout', 'session.revokeTokens', 'account.deleteUser'])

async function again(who: (typeof WHO)[number]) {
  const before = strangers[who] as TestUser
  const [living] = await rows(app.database.db, sql`select 1 from users where id = ${before.id}`)
  const user = living ? before : await createUser(app, before.company)
  strangers[who] = { ...user, token: await openSession(app, user.company.id, user.id) } as TestUser
}

test('the giver reaches their own feedback, and the requester reaches the request: the aims are right', async () => {
  const request = (inputs['feedback.getRequest'] as Aim).input as { params: { id: string } }
  expect((await app.call(owner, feedback.getRequest, request)).status).toBe(200)
  const pending = (inputs['feedback.declineFeedback'] as Aim).input as { params: { id: string }; body: object }
  expect((await app.call(giver, feedback.declineFeedback, pending)).status).toBe(200)
  const answered = (inputs['feedback.editAnswer'] as Aim).input as { params: { id: string } }
  expect((await app.call(giver, feedback.editAnswer, { ...answered, body: anAnswer() })).status).toBe(200)
})

test('the owner rates and shares the answer, and their manager reads it: so are these aims', async () => {
  const rate = (inputs['feedback.rateAnswer'] as Aim).input as { params: { id: string }; body: { stars: number } }
  expect((await app.call(owner, feedback.rateAnswer, rate)).status).toBe(200)
  expect((await app.call(owner, feedback.shareAnswer, { params: rate.params })).status).toBe(200)
  expect((await app.call(giver, feedback.listShared)).body.answers).toMatchObject([{ id: rate.params.id }])
})

test('no table can hold a reference across companies', async () => {
  const loose = await rows<{ name: string }>(
    app.database.db,
    sql`select c.conname as name from pg_constraint c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace
        and not exists (select from unnest(c.conkey) k join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k where a.attname = 'company_id')`,
  )
  expect(loose).toEqual([])
})
