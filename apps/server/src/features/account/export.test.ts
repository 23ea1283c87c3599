import { account } from '@reflet/contract/account'
import { awards } from '@reflet/contract/awards'
import { coffee } from '@reflet/contract/coffee'
import { contacts } from '@reflet/contract/contacts'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { hierarchy } from '@reflet/contract/hierarchy'
import { myManager } from '@reflet/contract/manager'
import { newsfeed } from '@reflet/contract/newsfeed'
import { people } from '@reflet/contract/people'
import { push } from '@reflet/contract/push'
import { recurrences } from '@reflet/contract/recurrences'
import { session } from '@reflet/contract/session'
import { skills } from '@reflet/contract/skills'
import { sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '../../db/index.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, createUsers, type TestCompany, type TestUser } from '../../test/factories.ts'
import { startWebPush } from '../../test/push-services.ts'
import { register } from '../../test/push-stage.ts'
import { TERMS_VERSION } from '../legal/legal.queries.ts'

let app: TestApp
let company: TestCompany
let service: Awaited<ReturnType<typeof startWebPush>>

beforeAll(async () => {
  service = await startWebPush()
  app = await buildTestApp({ push: { webPushAt: [service.url] } })
  company = await createCompany(app, { badges_active: true })
})
afterAll(async () => {
  await app.close()
  service.close()
})

const mine = { params: { userId: '1' } } as const

async function fetchExport(who: { token: string }) {
  const reply = await fetch(`${app.url}/api/user/export`, { headers: { authorization: `Bearer ${who.token}` } })
  const bytes = new Uint8Array(await reply.arrayBuffer())
  return { status: reply.status, headers: reply.headers, bytes }
}

/** The files of an export: as text, the whole of `data.json`, and the lines of a spreadsheet. */
async function exportOf(who: { token: string }) {
  const { bytes } = await fetchExport(who)
  const files = unzipSync(bytes)
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  const sheet = (name: string) =>
    Papa.parse<Record<string, string>>(text(`${name}.csv`).replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true })
  return {
    names: Object.keys(files),
    text,
    data: JSON.parse(text('data.json')),
    sheet: (name: string) => sheet(name).data,
    everything: Object.keys(files).map(text).join('\n'),
  }
}

const ask = async (
  from: TestUser,
  to: (TestUser | { email: string })[],
  more: { confidential?: boolean; context?: string; message?: string } = {},
) => {
  const sent = await app.call(from, feedback.createRequest, {
    body: {
      skill_ids: [from.company.skillIds[0] as string],
      recipients: to.map((one) => ('id' in one ? { user_id: one.id } : one)),
      idempotency_key: aKey(),
      ...more,
    },
  })
  expect(sent.status).toBe(200)
  return sent.body
}

const answer = async (giver: TestUser, request: Awaited<ReturnType<typeof ask>>, words = {}) => {
  const id = request.feedbacks.find((item) => item.recipient.user_id === giver.id)?.id as string
  expect((await app.call(giver, feedback.answerFeedback, { params: { id }, body: anAnswer(words) })).status).toBe(200)
  return id
}

describe('the export', () => {
  test('is a zip of a known size, to be saved and kept nowhere else', async () => {
    const me = await createUser(app, company)
    const { status, headers, bytes } = await fetchExport(me)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/zip')
    expect(Number(headers.get('content-length'))).toBe(bytes.length)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="reflet-export-${app.now().toISOString().slice(0, 10)}.zip"`)
    const { names, data, sheet } = await exportOf(me)
    for (const name of names) expect(name).toMatch(/^[\w.]+$/)
    expect(data.profile).toMatchObject({ email: me.email, notifications: { request: { email: true } } })
    expect(sheet('profile')).toContainEqual({ field: 'notifications.request.email', value: 'true' })
    expect(data.requests_sent).toEqual([])
    expect(sheet('requests_sent')).toEqual([])
    expect((await fetchExport({ token: 'x'.repeat(43) })).status).toBe(401)
  })

  test('holds what I did and what I received, as the API shows it', async () => {
    const me = await createUser(app, company, { first_name: 'Zoé', registration_number: 'R-17' })
    const colleague = await createUser(app, company)
    const browser = service.browser()
    await register(app, me, browser.token)
    const [first, second] = company.skillIds as [string, string]
    await app.call(me, skills.chooseSkills, { ...mine, body: { skill_ids: [second, first] } })
    await app.call(me, skills.evaluateMyself, { ...mine, body: { evaluations: [{ skill_id: first, rating: 3 }] } })
    await app.call(me, skills.resetSkills, { ...mine, body: { skill_ids: [second] } })
    await app.call(me, people.acceptTerms, { body: { version: TERMS_VERSION } })
    await app.call(me, people.platformUsed, { body: { platform: 'mobile' } })
    const kept = await app.call(me, contacts.addContacts, {
      ...mine,
      body: { contacts: [{ user_id: colleague.id }, { email: 'friend@partner.example', first_name: 'Frieda' }] },
    })
    await app.call(me, contacts.createGroup, { ...mine, body: { name: 'Workshop', contact_ids: kept.body.contacts.map(({ id }) => id) } })
    await app.call(me, hierarchy.saveHierarchy, { body: { superior_users: [{ user_id: colleague.id }] } })
    await app.call(me, hierarchy.addManager, {
      body: { manager_email: 'boss@partner.example', manager_firstName: 'Bo', manager_lastName: 'Ss' },
    })
    const sent = await ask(me, [colleague, { email: 'guest@partner.example' }], { context: 'The June workshop', message: 'Please' })
    await answer(colleague, sent, { keep: 'Listens' })
    await answer(me, await ask(colleague, [me]), { keep: 'What I said' })
    const [given] = (await app.call(me, feedback.listReceived, { query: { status: 'answered' } })).body.groups
    await app.call(colleague, feedback.rateAnswer, {
      params: { id: given?.feedbacks[0]?.id as string },
      body: { stars: 5, thanks: 'What came back' },
    })
    const [got] = (await app.call(me, feedback.listAnswers)).body.answers
    await app.call(me, feedback.rateAnswer, { params: { id: got?.id as string }, body: { stars: 4, will_try: 'What I will try' } })
    await app.call(me, myManager.setManager, { body: { user_id: colleague.id } })
    await app.call(me, feedback.shareAnswer, { params: { id: got?.id as string } })
    await app.call(me, feedback.offerFeedback, {
      body: { ...anAnswer({ keep: 'Unasked' }), user_id: colleague.id, skill_id: first, idempotency_key: aKey() },
    })
    const declined = await ask(colleague, [me])
    await app.call(me, feedback.declineFeedback, { params: { id: declined.feedbacks[0]?.id as string }, body: { reason: 'No time' } })
    await ask(colleague, [me], { context: 'Still open' })
    const thank = (from: TestUser, to: TestUser, message: string) =>
      app.call(from, awards.giveAwards, {
        body: { type_id: company.awardTypeIds[0] as string, user_ids: [to.id], message, idempotency_key: aKey() },
      })
    await thank(me, colleague, 'My thanks')
    await thank(colleague, me, 'Your thanks')
    const regular = await app.call(me, recurrences.createRecurrence, {
      body: {
        skill_ids: [first, second],
        pool: [{ user_id: colleague.id }, { email: 'regular@partner.example', first_name: 'Regina' }],
        every: { unit: 'month', count: 3 },
        per_round: 1,
        starts_on: new Date(app.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10),
        ends: { rounds: 4 },
        context: 'Every quarter',
        idempotency_key: aKey(),
      },
    })
    const event = await app.call(me, events.createEvent, {
      body: {
        title: 'My workshop',
        takes_place_on: app.now().toISOString().slice(0, 10),
        skill_ids: [first, second],
        ends_at: new Date(app.now().getTime() + 86_400_000).toISOString(),
        idempotency_key: aKey(),
      },
    })
    const eventToken = event.body.link.split('/').at(-1) as string
    const slots = [new Date(app.now().getTime() + 86_400_000).toISOString()]
    const over = { slots, place: 'The corner', message: 'Shall we talk?' }
    await app.call(me, coffee.createCoffee, { body: { ...over, invitee: { user_id: colleague.id }, idempotency_key: aKey() } })
    await app.call(null, session.forgottenPassword, { body: { email: me.email } })
    await app.call(me, push.clearPushCounter)
    await app.mails()

    const { data, sheet, text, everything } = await exportOf(me)
    expect(data.profile).toMatchObject({ first_name: 'Zoé', registration_number: 'R-17', last_platform: 'mobile', has_password: false })
    expect(data.terms_acceptances).toMatchObject([{ version: TERMS_VERSION, locale: 'en' }])
    expect(data.skills.map(({ skill }: { skill: { id: string } }) => skill.id)).toEqual([second, first])
    expect(data.self_evaluations).toMatchObject([{ skill: { id: first }, rating: 3 }])
    expect(data.skill_resets).toMatchObject([{ skill: { id: second } }])
    expect(data.contacts.map(({ email }: { email: string }) => email).sort()).toEqual([colleague.email, 'friend@partner.example'].sort())
    expect(
      sheet('contact_groups')
        .map(({ group, email }) => [group, email])
        .sort(),
    ).toEqual(
      [
        ['Workshop', colleague.email],
        ['Workshop', 'friend@partner.example'],
      ].sort(),
    )
    expect(data.hierarchy).toMatchObject([{ user_id: colleague.id, relation: 'superior' }])
    expect(data.manager_invitation).toMatchObject([{ email: 'boss@partner.example', filled_at: null }])

    const requests = (await app.call(me, feedback.listRequests)).body.requests
    const links = requests.flatMap(({ feedbacks }) => feedbacks.flatMap(({ guest_link }) => guest_link ?? []))
    expect(links).toHaveLength(1)
    expect(data.requests_sent).toEqual(
      requests.map((request) => ({ ...request, feedbacks: request.feedbacks.map(({ guest_link: _, ...item }) => item) })),
    )
    expect(data.answers_received).toEqual((await app.call(me, feedback.listAnswers)).body.answers)
    expect(data.answers_received).toMatchObject([{ keep: 'Listens', giver: { id: colleague.id }, is_read: false }])
    expect(data.news).toEqual((await app.call(me, newsfeed.listNews)).body.newsfeed)
    expect(data.awards_received).toMatchObject([{ message: 'Your thanks', giver: { id: colleague.id } }])
    expect(sheet('awards_given')).toMatchObject([{ type: 'Team spirit', message: 'My thanks', visibility: 'private' }])
    expect(data.coffee_requests).toMatchObject([{ is_mine: true, message: 'Shall we talk?', invitee: { id: colleague.id } }])
    expect(sheet('coffee_requests')).toMatchObject([{ status: 'pending', times: slots[0], place: 'The corner' }])
    const { link: _, ...myEvent } = event.body
    expect(regular.status).toBe(200)
    expect(data.recurrences).toMatchObject([{ id: regular.body.id, context: 'Every quarter', pool: regular.body.pool }])
    expect(sheet('recurrences')).toMatchObject([
      { every: '3 month', max_rounds: '4', context: 'Every quarter', person_email: colleague.email },
      { person: 'Regina', person_email: 'regular@partner.example', person_asked_at: '' },
    ])
    expect(data.events).toEqual([myEvent])
    expect(sheet('events')).toMatchObject([{ title: 'My workshop', participants: '0' }])
    const received = sheet('requests_received').map(({ status, keep, reason, context }) => ({ status, keep, reason, context }))
    expect(received).toEqual([
      { status: 'pending', keep: '', reason: '', context: 'Still open' },
      { status: 'answered', keep: 'Unasked', reason: '', context: '' },
      { status: 'answered', keep: 'What I said', reason: '', context: '' },
      { status: 'declined', keep: '', reason: 'No time', context: '' },
    ])
    expect(sheet('requests_received').map(({ kind, stars, thanks }) => [kind, stars, thanks])).toContainEqual([
      'asked',
      '5',
      'What came back',
    ])
    expect(sheet('answers_received')).toMatchObject([
      { stars: '4', will_try: 'What I will try', shared_at: expect.stringMatching(/^\d{4}-/) },
    ])
    expect(data.profile.manager).toMatchObject({ first_name: expect.any(String) })
    expect(data.sessions).toMatchObject([{ current: true }])
    expect(data.password_resets).toMatchObject([{ used_at: null }])
    expect(data.mails.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'answered',
      'award',
      'password_reset',
      'request',
      'thanks',
    ])
    expect(data.mails.find(({ kind }: { kind: string }) => kind === 'answered').sent_at).toMatch(/^\d{4}-\d{2}$/)
    expect(data.profile.pushes_seen_at).toMatch(/^\d{4}-/)
    expect(data.devices).toMatchObject([{ type: 'webpush', current: true }])
    expect(sheet('pushes').map(({ kind }) => kind)).toEqual(['answered', 'award', 'request', 'thanks'])
    expect(data.pushes[0].sent_at).toMatch(/^\d{4}-\d{2}$/)
    expect(everything).not.toContain(browser.path)
    expect(text('README.txt')).toContain('answers_received.csv')
    for (const secret of [me.token, eventToken, ...links.map((link) => link.split('/')[4] as string)])
      expect(everything).not.toContain(secret)
  })

  test('keeps a line for a recurrence whose whole pool has left', async () => {
    const [me, colleague] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const made = await app.call(me, recurrences.createRecurrence, {
      body: {
        skill_ids: company.skillIds.slice(0, 1),
        pool: [{ user_id: colleague.id }],
        every: { unit: 'month', count: 1 },
        per_round: 1,
        starts_on: new Date(app.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10),
        ends: { rounds: 4 },
        context: 'Every month',
        idempotency_key: aKey(),
      },
    })
    expect(made.status).toBe(200)
    expect((await app.call(colleague, account.deleteUser)).status).toBe(200)
    const { sheet } = await exportOf(me)
    expect(sheet('recurrences')).toMatchObject([
      { context: 'Every month', per_round: '1', person: '', person_email: '', person_asked_at: '' },
    ])
  })

  test('has a place for every column about a person, and for every table that hangs on one', async () => {
    const columns = await rows<{ name: string }>(
      app.database.db,
      sql`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'users' order by name`,
    )
    const { profile } = (await exportOf(await createUser(app, company))).data
    const otherwise = {
      company_id: 'company',
      domoscio_student: 'learning_platform_pseudonym',
      manager_id: 'manager',
      password_hash: 'has_password',
      platform: 'last_platform',
      terms_version: 'accepted_terms_version',
    }
    // Whoever reads this is not deactivated.
    const told = columns.map(({ name }) => name).filter((name) => name !== 'deactivated_at')
    for (const name of told) expect(profile).toHaveProperty([otherwise[name as keyof typeof otherwise] ?? name])

    const found = await rows<{ place: string }>(
      app.database.db,
      sql`select distinct c.conrelid::regclass || '.' || a.attname as place from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.contype = 'f' and c.confrelid = 'users'::regclass and a.attname <> 'company_id'`,
    )
    const exported = `avatars.user_id awards.giver_id awards.receiver_id contact_groups.user_id coffee_requests.organiser_id coffee_requests.user_id contacts.user_id events.organiser_id feedbacks.giver_id feedbacks.receiver_id
      hierarchy_invitations.user_id hierarchy_members.user_id newsfeed.user_id outbox.user_id password_resets.user_id push_tokens.user_id recipients.user_id
      recurrences.owner_id requests.requester_id self_evaluations.user_id shared_answers.owner_id users.manager_id sessions.user_id skill_resets.user_id terms_acceptances.user_id user_skills.user_id`
    const inListsOfOthers =
      'contacts.contact_user_id hierarchy_members.member_user_id newsfeed.actor_id recurrence_members.user_id shared_answers.manager_id'
    const derived = 'user_words.user_id skill_totals.user_id confidential_releases.receiver_id outside_mails.sender_id'
    const decided = `${exported} ${inListsOfOthers} ${derived}`.split(/\s+/)
    expect(found.map(({ place }) => place).sort()).toEqual(decided.sort())
  })

  test('tells nothing of confidential answers below the threshold, and above it what the API tells', async () => {
    const givers = await createUsers(app, company, 5)
    const me = await createUser(app, company)
    const waiting = await ask(me, givers.slice(0, 3), { confidential: true, context: 'Waiting' })
    await answer(givers[0] as TestUser, waiting, { rating: 1, keep: 'waits one' })
    await answer(givers[1] as TestUser, waiting, { rating: 1, keep: 'waits two' })
    const before = await exportOf(me)
    expect(before.data.confidential_answers_received).toEqual([])
    expect(before.sheet('confidential_ratings')).toEqual([])
    expect(before.everything).not.toContain('waits')

    const shown = await ask(me, givers, { confidential: true, context: 'Shown' })
    for (const [index, giver] of givers.slice(0, 4).entries()) await answer(giver, shown, { rating: index + 1, keep: `said ${index}` })
    await app.mails()
    const { data, sheet, everything } = await exportOf(me)
    const api = (await app.call(me, feedback.listAnswers)).body
    expect(api.confidential).toHaveLength(1)
    const bare = (answers: typeof api.confidential) =>
      answers.map((one) => ({ ...one, comments: one.comments.map(({ keep }) => keep).sort() }))
    expect(bare(data.confidential_answers_received)).toEqual(bare(api.confidential))
    expect(data.answers_received).toEqual([])
    expect(sheet('confidential_ratings')).toMatchObject([{ people: '3', rating_1: '1', rating_2: '1', rating_3: '1', rating_4: '0' }])
    expect(
      sheet('confidential_comments')
        .map(({ keep }) => keep)
        .sort(),
    ).toEqual(['said 0', 'said 1', 'said 2'])
    expect(Object.keys(sheet('confidential_comments')[0] ?? {})).toEqual(['skill', 'context', 'month', 'situation', 'keep', 'improve'])
    expect(everything).not.toContain('said 3')
    expect(everything).not.toContain('waits')
    for (const { status, reason } of sheet('requests_sent')) expect([status, reason]).toEqual(['', ''])
    expect(data.requests_sent.map(({ counts }: { counts: { answered: number | null } }) => counts.answered)).toEqual([3, null])
  })

  test('does not say what others wrote down about me', async () => {
    const me = await createUser(app, company)
    const colleague = await createUser(app, company)
    const outsider = await createUser(app, company, { email: 'before@partner.example' })
    await app.call(colleague, contacts.addContacts, { ...mine, body: { contacts: [{ user_id: me.id, relation: 'lower' }] } })
    await app.call(colleague, hierarchy.saveHierarchy, { body: { lower_users: [{ user_id: me.id }, { user_id: outsider.id }] } })
    await app.call(colleague, contacts.createGroup, { ...mine, body: { name: 'Difficult people', contact_ids: [] } })
    const { everything, data } = await exportOf(me)
    expect(everything).not.toContain('Difficult')
    expect(everything).not.toContain(colleague.id)
    expect(data.contacts).toEqual([])
    expect(data.hierarchy).toEqual([])
  })

  test('makes no formula run in a spreadsheet, over several lines either', async () => {
    const me = await createUser(app, company, { job_title: '@SUM(1)' })
    const colleague = await createUser(app, company, { last_name: '=1+1' })
    const evil = ['=HYPERLINK("http://x.example")\nsecond line', '+1', '-1', '\u00a0=1+1']
    const request = await ask(me, [colleague], { message: evil[0] as string })
    await answer(colleague, request, { situation: evil[1], keep: evil[2], improve: evil[3] })
    const { sheet, data } = await exportOf(me)
    expect(data.requests_sent[0].message).toBe(evil[0])
    expect(sheet('requests_sent')[0]?.message).toBe(`'${evil[0]}`)
    expect(sheet('answers_received')[0]).toMatchObject({ situation: "'+1", keep: "'-1", rating: '4' })
    expect(sheet('profile')).toContainEqual({ field: 'job_title', value: "'@SUM(1)" })
    for (const cell of Object.values(sheet('answers_received')[0] ?? {})) expect(cell).not.toMatch(/^\s*[=+@-]/)
  })

  test('of many pages holds each thing once', async () => {
    const me = await createUser(app, company)
    const colleague = await createUser(app, company)
    for (let i = 0; i < 45; i++) {
      await answer(colleague, await ask(me, [colleague], { context: `asked ${i}` }), { keep: `kept ${i}` })
      await answer(me, await ask(colleague, [me], { context: `received ${i}` }), { keep: `gave ${i}` })
    }
    const { data, sheet } = await exportOf(me)
    const wanted = (word: string) => Array.from({ length: 45 }, (_, i) => `${word} ${i}`).sort()
    expect(data.requests_sent.map(({ context }: { context: string }) => context).sort()).toEqual(wanted('asked'))
    expect(
      sheet('answers_received')
        .map(({ keep }) => keep)
        .sort(),
    ).toEqual(wanted('kept'))
    expect(
      sheet('requests_received')
        .map(({ context }) => context)
        .sort(),
    ).toEqual(wanted('received'))
    expect(
      sheet('requests_received')
        .map(({ keep }) => keep)
        .sort(),
    ).toEqual(wanted('gave'))
    expect(data.news).toHaveLength(90)
  })

  test.each([
    ['fr', 'Vos données dans Reflet'],
    ['en', 'Your data in Reflet'],
    ['ar', 'بياناتك في Reflet'],
    ['es', 'Sus datos en Reflet'],
    ['de', 'Ihre Daten in Reflet'],
  ] as const)('says in %s what each file is', async (locale, title) => {
    const me = await createUser(app, company, { locale })
    const { text, names } = await exportOf(me)
    expect(text('README.txt')).toContain(title)
    for (const name of names.filter((one) => one !== 'README.txt')) expect(text('README.txt')).toContain(name)
    expect(text('README.txt')).not.toMatch(/undefined|\{\{/)
  })
})
