import { api } from '@reflet/contract/api'
import type { Endpoint } from '@reflet/contract/endpoint'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { BUSY_FROM } from '@reflet/contract/people'
import { recurrences } from '@reflet/contract/recurrences'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../../demo/random.ts'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { aKey, createCompany, createUser, createUsers, type TestCompany, type TestUser } from '../../../test/factories.ts'
import { canonical } from '../../../test/singling-out/canonical.ts'
import { SAYINGS } from '../../../test/singling-out/steps.ts'

/**
 * The part over HTTP: around everything that nobody may notice, every call that reads, those to come included, answers the receiver
 * the same as before, with each of its filters; and so does what they try with the ids that their own request shows them.
 */
const SEED = Number(process.env.SINGLING_OUT_SEED ?? 20_260_521)
const WORLDS = 8
const STEPS = 8
const THRESHOLD = 3

let app: TestApp
let company: TestCompany

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app, { badges_active: true })
})
afterAll(() => app.close())

/** They change something, although they are read like a page. */
const CHANGING: ReadonlySet<string> = new Set([
  'session.revokeTokens',
  'hierarchy.remindManager',
  'feedback.dashboardAccess',
  'push.clearPushCounter',
  'people.onboardingFinished',
  'people.onboardingDashboardFinished',
  'people.onboardingAnswerFinished',
  'people.onboardingBadgeFinished',
])

const READING = Object.entries(api).flatMap(([resource, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).flatMap(([name, endpoint]) => {
    const call = `${resource}.${name}`
    return endpoint.method === 'GET' && endpoint.access === 'employee' && !CHANGING.has(call) ? [{ call, endpoint }] : []
  }),
)

interface Receiver {
  readonly me: TestUser
  readonly skillId: string
  /** Of a request, an event, an answer: whatever stands for `id`. */
  readonly ids: readonly string[]
  readonly plan: Plan
}

/** What somebody asks regularly of people who are one request short of being busy: one more, or one less, shows in whom it will ask. */
interface Plan {
  readonly id: string
  readonly body: object
}

async function planOver(me: TestUser, skillId: string, pool: ({ user_id: string } | { email: string })[]): Promise<Plan> {
  const others = await createUsers(app, company, BUSY_FROM - 1)
  for (const other of others) {
    const body = { skill_ids: [skillId], recipients: pool, idempotency_key: aKey() }
    expect((await app.call(other, feedback.createRequest, { body })).status).toBe(200)
  }
  const starts_on = new Date(app.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10)
  const body = { pool, every: { unit: 'week' as const, count: 2 }, per_round: pool.length, starts_on, ends: { rounds: 6 } }
  const made = await app.call(me, recurrences.createRecurrence, {
    body: { ...body, skill_ids: [skillId], idempotency_key: aKey() } as never,
  })
  expect(made.status).toBe(200)
  return { id: made.body.id, body }
}

const FILTERS: Readonly<Record<string, (skillId: string) => object[]>> = {
  'feedback.listAnswers': (skill_id) => [{ skill_id }, { relation: 'coworker' }, { relation: 'outside' }, { unread: 'true' }],
  'feedback.listConfidentialAnswers': (skill_id) => [{ skill_id }, { unread: 'true' }],
  'feedback.listReceived': () => ['answered', 'declined', 'expired', 'cancelled'].map((status) => ({ status })),
  'statistics.getStatistics': () => [{ months: 3 }, { months: 6 }],
  'statistics.getSkillStatistics': () => [{ months: 3 }, { months: 6 }],
}

async function everything({ me, skillId, ids: own, plan }: Receiver): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  const ids = [...own, plan.id]
  for (const { call, endpoint } of READING) {
    for (const query of [{}, ...(FILTERS[call]?.(skillId) ?? [])]) {
      for (const id of endpoint.path.includes(':id') ? ids : ['']) {
        const params = { userId: '1', skillId, id, token: 'x'.repeat(43), file: '96.webp' }
        const { status, body } = await app.call(me, endpoint, { params, query } as never)
        seen[`${call} ${JSON.stringify(query)} ${id}`] = canonical([status, call === 'account.exportUser' ? null : body], new Set(ids))
      }
    }
  }
  for (const changed of [{}, { recurrence_id: plan.id }]) {
    const { status, body } = await app.call(me, recurrences.previewRecurrence, { body: { ...plan.body, ...changed } as never })
    seen[`preview ${Object.keys(changed)}`] = JSON.stringify([status, body])
  }
  for (const id of ids) {
    const tries = [
      await app.call(me, feedback.rateAnswer, { params: { id }, body: { stars: 5 } }),
      await app.call(me, feedback.shareAnswer, { params: { id } }),
      await app.call(me, feedback.withdrawAnswer, { params: { id } }),
      await app.call(me, feedback.answerFeedback, { params: { id }, body: SAYINGS[0] as (typeof SAYINGS)[number] }),
      await app.call(me, feedback.declineFeedback, { params: { id }, body: {} }),
    ]
    seen[`tries ${id}`] = JSON.stringify(tries.map(({ status, body }) => [status, body.code]))
  }
  return { ...seen, export: await exportOf(me) }
}

const mailsTo = async ({ email }: TestUser) => (await app.mails()).filter((mail) => JSON.stringify(mail.to).includes(email)).length

async function exportOf(me: TestUser): Promise<string> {
  const file = await fetch(`${app.url}/api/user/export`, { headers: { authorization: `Bearer ${me.token}` } })
  const data = unzipSync(new Uint8Array(await file.arrayBuffer()))['data.json']
  const { exported_at: _, ...held } = JSON.parse(strFromU8(data as Uint8Array))
  return canonical(held, new Set())
}

test(`nothing that waits shows in any call that reads (seed ${SEED})`, { timeout: 1_800_000 }, async () => {
  const random = seededRandom(SEED)
  let compared = 0
  for (let world = 0; world < WORLDS; world++) {
    const me = await createUser(app, company)
    const givers = await createUsers(app, company, 5)
    const skillId = company.skillIds[world] as string
    // The last two are the receiver's own: what is answered from them must tell nothing either.
    const outsiders = ['guest', 'me+1-', 'me+2-'].map((name) => ({ email: `${name}${world}@partner.example` }))
    const sent = await app.call(me, feedback.createRequest, {
      body: {
        skill_ids: [skillId],
        recipients: [...givers.map(({ id }) => ({ user_id: id })), ...outsiders],
        confidential: true,
        idempotency_key: aKey(),
      },
    })
    const spots = sent.body.feedbacks.map(({ id, recipient }) => ({
      id,
      giver: givers.find((user) => user.id === recipient.user_id),
      token: app.platform.vault.deriveToken('guest', recipient.id),
    }))
    const plan = await planOver(me, skillId, [...givers.map(({ id }) => ({ user_id: id })), ...outsiders])
    // Without those of the own mailboxes: an id more is a call more of everything.
    const ids = [sent.body.id, ...spots.slice(0, -2).map(({ id }) => id)]
    const receiver = { me, skillId, ids, plan }
    await app.mails()

    const answered = new Set<string>()
    let waiting = 0
    let before = await everything(receiver)
    for (let step = 0; step < STEPS; step++) {
      const spot = random.pick(spots)
      const params = { id: spot.id, token: spot.token, feedbackId: spot.id }
      const body = random.pick(SAYINGS)
      const act = random.pick(['answer', 'answer', 'answer', 'edit', 'decline', 'delete'])
      const { status } = await hidden(act, spot.giver, params, body)
      // Only colleagues count, and the same again changes nothing.
      if (act === 'answer' && status === 200 && spot.giver && !answered.has(spot.id)) {
        answered.add(spot.id)
        waiting++
      }
      const mails = await mailsTo(me)
      const after = await everything(receiver)
      if (waiting < THRESHOLD) {
        expect(after, `world ${world}, step ${step}: ${act}`).toEqual(before)
        expect(mails).toBe(0)
        compared += Object.keys(after).length
      } else waiting = 0
      before = after
    }
  }
  expect(compared).toBeGreaterThan(WORLDS * STEPS * 10)
})

function hidden(
  act: string,
  giver: TestUser | undefined,
  params: { id: string; token: string; feedbackId: string },
  body: (typeof SAYINGS)[number],
) {
  if (giver) {
    if (act === 'answer') return app.call(giver, feedback.answerFeedback, { params, body })
    if (act === 'edit') return app.call(giver, feedback.editAnswer, { params, body })
    return app.call(giver, feedback.declineFeedback, { params, body: {} })
  }
  app.advance(61_000)
  if (act === 'answer') return app.call(null, guest.guestAnswer, { params, body })
  if (act === 'edit') return app.call(null, guest.guestEdit, { params, body })
  if (act === 'decline') return app.call(null, guest.guestDecline, { params, body: {} })
  return app.call(null, guest.guestDelete, { params })
}

test('nor does who came to a confidential event', async () => {
  const me = await createUser(app, company)
  const givers = await createUsers(app, company, 3)
  const participant = { email: 'nora@partner.example', first_name: 'Nora', last_name: 'Lindqvist', locale: 'en' as const }
  const skillId = company.skillIds[0] as string
  const now = app.now()
  const made = await app.call(me, events.createEvent, {
    body: {
      title: 'Workshop',
      takes_place_on: now.toISOString().slice(0, 10),
      ends_at: new Date(now.getTime() + 86_400_000).toISOString(),
      skill_ids: [skillId],
      confidential: true,
      idempotency_key: aKey(),
    },
  })
  const params = { token: made.body.link.split('/').at(-1) as string }
  const answers = [{ ...(SAYINGS[0] as (typeof SAYINGS)[number]), skill_id: skillId }]
  const plan = await planOver(me, skillId, [...givers.map(({ id }) => ({ user_id: id })), { email: participant.email }])
  const receiver = { me, skillId, ids: [made.body.id], plan }
  await app.mails()
  const before = await everything(receiver)
  const comers = [
    () => app.call(null, events.answerEventLink, { params, body: { participant, answers } }),
    ...givers.slice(0, 2).map((giver) => () => app.call(giver, events.answerEvent, { params, body: { answers } })),
  ]
  for (const come of comers) {
    expect((await come()).status).toBe(200)
    expect([await mailsTo(me), await everything(receiver)]).toEqual([0, before])
  }
})
