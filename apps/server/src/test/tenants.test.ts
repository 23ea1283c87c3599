import { type Endpoint, needsSession } from '@reflet/contract/endpoint'
import { sharing } from '@reflet/contract/sharing'
import { beforeAll, describe, expect, test } from 'vitest'
import { rows, sql, t } from '../db/index.ts'
import { calls } from './contract-places.ts'
import { expectProblem } from './expect-problem.ts'
import { createUser, signIn, type TestUser } from './factories.ts'
import { NOWHERE } from './push-services.ts'
import { type Aim, aimsAt } from './tenants/aims.ts'
import { type Scene, STRANGERS, type Stranger, setScene } from './tenants/scene.ts'
import { useTestApp } from './use-test-app.ts'

/**
 * Every call of the contract, aimed at things of one owner, tried by everyone who must not reach them. A new call
 * joins by itself; one without an entry in tenants/aims.ts makes the test fail.
 */

const endpoints: Record<string, Endpoint> = Object.fromEntries(calls)
const app = useTestApp({ push: { webPushAt: [NOWHERE] } })
let owner: TestUser
let giver: TestUser
let strangers: Scene['strangers']
let marks: string[]
let inputs: Record<string, Aim>

beforeAll(async () => {
  const scene = await setScene(app)
  ;({ owner, giver, strangers, marks } = scene)
  inputs = aimsAt(app, scene)
})

/** All data of the owner in the database. */
const everything = async () =>
  JSON.stringify(
    await rows(
      app.database.db,
      { data: t.json<unknown>() },
      sql`select row_to_json(of_owner) as data from (
        select (select json_agg(r order by r.id) from requests r where r.requester_id = ${owner.id} and r.kind <> 'offered') as requests,
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
        (select json_agg(json_build_object('id', i.id, 'filled', i.filled_at, 'reminded', i.reminded_at, 'stopped', i.stopped_at))
          from hierarchy_invitations i where i.user_id = ${owner.id}) as invitations,
        (select json_agg(k order by k.id) from coffee_requests k where k.organiser_id = ${owner.id}) as coffee,
        (select json_agg(e order by e.id) from events e where e.organiser_id = ${owner.id}) as events,
        (select json_agg(a.id) from avatars a where a.user_id = ${owner.id}) as avatars,
        (select json_agg(n order by n.id) from newsfeed n where n.user_id = ${owner.id} and n.kind not in ('request_received', 'award_received', 'feedback_offered')) as news,
        (select json_agg(a order by a.id) from awards a where a.receiver_id = ${owner.id} and a.giver_id = ${giver.id}) as awards,
        (select json_agg(c) from companies c where c.company_id = ${owner.company.id}) as company,
        (select json_agg(k order by k.id) from skills k where k.company_id = ${owner.company.id}) as skill_list,
        (select json_agg(v order by v.id) from videos v where v.company_id = ${owner.company.id}) as videos,
        (select json_agg(i order by i.id) from people_imports i where i.company_id = ${owner.company.id}) as imports,
        (select json_agg(k order by k.id) from scim_tokens k where k.company_id = ${owner.company.id}) as directories,
        (select json_agg(t order by t.id) from push_tokens t where t.user_id = ${owner.id}) as devices,
        (select json_agg(b order by b.id) from badges b where b.user_id = ${owner.id}) as badges,
        (select json_agg(json_build_object('id', p.id, 'name', p.name, 'used', p.used_at)) from passkeys p where p.user_id = ${owner.id}) as passkeys,
        (select json_agg(t.id) from totp_secrets t where t.user_id = ${owner.id}) as secrets,
        (select count(*) from recovery_codes r where r.user_id = ${owner.id}) as recovery_codes,
        (select count(*) from sessions s where s.user_id = ${owner.id}) as sessions
      ) of_owner`,
    ),
  )

describe.each(STRANGERS)('%s', (who) => {
  test.each(calls)('%s', async (name, endpoint) => {
    const aim = inputs[name]
    if (!aim) throw new Error(`${name} is new: say in tenants/aims.ts how to aim it at another person’s things`)
    // The limit on opening links is tested elsewhere.
    if (endpoint.limit === 'guest') app.advance(61_000)
    // What needs a recent sign-in is refused for its owner, not for the lack of one.
    const hadSession = who.startsWith('another company’s') || who === 'a colleague'
    if (hadSession && endpoint.asked_again) await again(who)
    const before = await everything()
    const reply = await app.call(strangers[who] ?? null, endpoint, aim.input)
    expect(await everything(), 'nothing of the owner changed').toBe(before)

    // An address that the caller typed is no trace: another company may know it, too.
    const typed = (aim.input as { body?: { email?: string } } | undefined)?.body?.email
    const said = JSON.stringify(reply.body)
    const body = typed ? said.replaceAll(typed, '') : said
    // A colleague may see the owner in the directory, and set their own relation to them.
    const mayFind =
      who === 'a colleague' && (name === 'people.searchColleagues' || name === 'sharing.setManager' || name.startsWith('hierarchy.'))
    const mayAsk =
      who === 'a colleague' && name !== 'feedback.offerFeedback' && (NAMING_PEOPLE.has(name) || name === 'feedback.listRequests')
    if (!mayFind && !mayAsk) for (const mark of marks) expect(body, `a trace of ${mark}`).not.toContain(mark)

    const isElsewhere = who === 'another company’s user' || who === 'another company’s administrator'
    const hasSession = isElsewhere || who === 'a colleague'
    if (needsSession(endpoint) && !hasSession) expectProblem(reply, 401, 'unauthenticated')
    else if (endpoint.access === 'admin' && who !== 'another company’s administrator') expectProblem(reply, 403, 'forbidden')
    else if (aim.expect === 'not_found') expectProblem(reply, 404, 'not_found')
    else if (aim.expect === 'refused') expect(reply.status).toBeGreaterThanOrEqual(400)
    else expect(reply.status).toBeLessThan(500)
    if (NAMING_PEOPLE.has(name) && isElsewhere) expect(reply.status).toBe(404)
    // Logging out ends the session, deleting the account deletes the person: the next call of this stranger needs them again.
    if (hasSession && ENDING.has(name)) await again(who)
  })
})

/** Calls whose body names people of the own company. */
const NAMING_PEOPLE = new Set([
  'feedback.createRequest',
  'feedback.offerFeedback',
  'recurrences.createRecurrence',
  'sharing.setManager',
  'awards.giveAwards',
])
const ENDING = new Set(['session.logout', 'session.revokeTokens', 'account.deleteUser'])

async function again(who: Stranger) {
  const before = strangers[who] as TestUser
  const [living] = await rows(app.database.db, {}, sql`select from users where id = ${before.id}`)
  const user = living
    ? before
    : await createUser(app, before.company, { role: who === 'another company’s administrator' ? 'admin' : 'employee' })
  strangers[who] = await signIn(app, user)
}

test('the owner, the giver and the manager reach their own: the parameters are right', async () => {
  const succeeds = async (who: TestUser, name: string) => {
    const reply = await app.call(who, endpoints[name] as Endpoint, inputs[name]?.input as object)
    expect(reply.status, name).toBe(200)
  }
  await succeeds(owner, 'feedback.getRequest')
  for (const name of [
    'declineFeedback',
    'reopenRequest',
    'postponeRequest',
    'resumeRequest',
    'declineRequest',
    'editAnswer',
    'getRequestToAnswer',
  ])
    await succeeds(giver, `feedback.${name}`)
  for (const name of ['feedback.rateAnswer', 'sharing.shareAnswer']) await succeeds(owner, name)
  const { answers } = (await app.call(giver, sharing.listShared)).body
  expect(answers).toMatchObject([inputs['sharing.shareAnswer']?.input.params])
})

test('no table can hold a reference across companies', async () => {
  const loose = await rows(
    app.database.db,
    { name: t.name },
    sql`select c.conname as name from pg_constraint c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace
        and not exists (select from unnest(c.conkey) k join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k where a.attname = 'company_id')`,
  )
  expect(loose).toEqual([])
})
