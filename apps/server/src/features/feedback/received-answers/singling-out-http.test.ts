import { api } from '@reflet/contract/api'
import { DAY_MS } from '@reflet/contract/durations'
import type { Endpoint } from '@reflet/contract/endpoint'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { BUSY_FROM } from '@reflet/contract/people'
import { recurrences } from '@reflet/contract/recurrences'
import { sharing } from '@reflet/contract/sharing'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type Random, seededRandom } from '../../../demo/random.ts'
import { inWhole } from '../../../test/build-test-app.ts'
import { eventCalls } from '../../../test/events.ts'
import { aKey, createUser, createUsers, type TestUser } from '../../../test/factories.ts'
import { ask } from '../../../test/requests.ts'
import { canonical } from '../../../test/singling-out/canonical.ts'
import { SAYINGS } from '../../../test/singling-out/steps.ts'
import { useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

/**
 * Confidentiality test over HTTP: after each action that must stay unobservable, every read endpoint, future ones included, returns the
 * same result to the receiver as before, with each of its filters. The same holds for calls with the ids of their own requests.
 */
const SEED = Number(process.env.SINGLING_OUT_SEED ?? 20_260_521)
/** The first run performs every hidden action once; the others, which are random, are for the whole. CONTRIBUTING.md has the command of a longer run. */
const WORLDS = Number(process.env.SINGLING_OUT_WORLDS ?? inWhole(3, 1))
const STEPS = 8
const THRESHOLD = 3

const app = useTestApp()
const { company } = useCompany(app, [], { badges_active: true })

/** GET endpoints with side effects. */
const CHANGING: ReadonlySet<string> = new Set([
  'session.revokeTokens',
  'hierarchy.remindManager',
  'feedback.dashboardAccess',
  'push.clearPushCounter',
  'people.onboardingFinished',
  'people.onboardingDashboardFinished',
  'people.onboardingAnswerFinished',
  'people.onboardingBadgeFinished',
  'badges.mailBadge',
  'badges.deleteBadge',
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
  /** Values for the parameter `id`: of a request, an event, an answer. */
  readonly ids: readonly string[]
  readonly plan: Plan
}

/** A recurring request whose people are one request below the load limit: one more or one less changes whom it will ask. */
interface Plan {
  readonly id: string
  readonly body: object
}

async function planOver(me: TestUser, skillId: string, pool: ({ user_id: string } | { email: string })[]): Promise<Plan> {
  const others = await createUsers(app, company, BUSY_FROM - 1)
  for (const other of others) await ask(app, other, pool, { skill_ids: [skillId] })
  const starts_on = new Date(app.now().getTime() + 7 * DAY_MS).toISOString().slice(0, 10)
  const body = { pool, every: { unit: 'week' as const, count: 2 }, per_round: pool.length, starts_on, ends: { rounds: 6 } }
  const made = await app.call(me, recurrences.createRecurrence, {
    body: { ...body, skill_ids: [skillId], idempotency_key: aKey() } as never,
  })
  expect(made.status).toBe(200)
  return { id: made.body.id, body }
}

const FILTERS: Readonly<Record<string, (skillId: string) => object[]>> = {
  'feedback.listAnswers': (skill_id) => [{ skill_id }, { relation: 'coworker' }, { relation: 'outside' }, { new: 'true' }],
  'feedback.listConfidentialAnswers': (skill_id) => [{ skill_id }, { new: 'true' }],
  'feedback.listRequestsToAnswer': () => ['answered', 'declined', 'expired', 'cancelled'].map((status) => ({ status })),
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
      await app.call(me, sharing.shareAnswer, { params: { id }, body: null }),
      await app.call(me, sharing.withdrawAnswer, { params: { id } }),
      await app.call(me, feedback.answerFeedback, { params: { id }, body: SAYINGS[0] as (typeof SAYINGS)[number] }),
      await app.call(me, feedback.declineFeedback, { params: { id }, body: {} }),
    ]
    seen[`tries ${id}`] = JSON.stringify(tries.map(({ status, body }) => [status, body.code]))
  }
  return { ...seen, export: await exportOf(me) }
}

const mailsTo = async ({ email }: TestUser) => (await app.mails()).filter((mail) => JSON.stringify(mail.to).includes(email)).length

/** What the export holds, without its time and the audit entries of earlier exports. */
async function exportOf(me: TestUser): Promise<string> {
  const file = await fetch(`${app.url}/api/user/export`, { headers: { authorization: `Bearer ${me.token}` } })
  const data = unzipSync(new Uint8Array(await file.arrayBuffer()))['data.json']
  const { exported_at: _, audit_entries, ...held } = JSON.parse(strFromU8(data as Uint8Array))
  const entries = audit_entries.filter(({ action }: { action: string }) => action !== 'data_exported')
  return canonical({ ...held, audit_entries: entries }, new Set())
}

type Act = 'answer' | 'edit' | 'decline' | 'delete'
/** Five colleagues, a guest and the receiver's own two mailboxes, in the order in which they are asked. */
const COLLEAGUES = 5
const GUEST = COLLEAGUES
const MAILBOX = GUEST + 1
/** All hidden actions, while fewer colleagues than the threshold have answered. */
const EACH_ONCE: readonly (readonly [Act, number])[] = [
  ['answer', 0],
  ['edit', 0],
  ['decline', 1],
  ['answer', GUEST],
  ['edit', GUEST],
  ['delete', GUEST],
  ['answer', 2],
  ['answer', MAILBOX],
  ['decline', GUEST],
]

test(`no pending answer is observable in any read endpoint (seed ${SEED})`, { timeout: 1_800_000 }, async () => {
  const random = seededRandom(SEED)
  let compared = 0
  const accepted = new Set<string>()
  for (let world = 0; world < WORLDS; world++) {
    const me = await createUser(app, company)
    const givers = await createUsers(app, company, COLLEAGUES)
    const skillId = company.skillIds[world] as string
    // The last two are the receiver's own: answers from them must reveal nothing either.
    const outsiders = ['guest', 'me+1-', 'me+2-'].map((name) => ({ email: `${name}${world}@partner.example` }))
    const sent = await ask(app, me, [...givers, ...outsiders], { skill_ids: [skillId], confidential: true })
    const spots = sent.feedbacks.map(({ id, recipient }) => ({
      id,
      giver: givers.find((user) => user.id === recipient.user_id),
      token: app.platform.vault.deriveToken('guest', recipient.id),
    }))
    const plan = await planOver(me, skillId, [...givers.map(({ id }) => ({ user_id: id })), ...outsiders])
    // Without the ids of the own mailboxes: each id adds one call of every endpoint.
    const ids = [sent.id, ...spots.slice(0, -2).map(({ id }) => id)]
    const receiver = { me, skillId, ids, plan }
    await app.mails()

    const answered = new Set<string>()
    let waiting = 0
    let before = await everything(receiver)
    const acts = world === 0 ? EACH_ONCE : Array.from({ length: STEPS }, () => someAct(random))
    for (const [step, [act, giver]] of acts.entries()) {
      const spot = spots[giver] as (typeof spots)[number]
      const params = { id: spot.id, token: spot.token, feedbackId: spot.id }
      const body = random.pick(SAYINGS)
      const { status } = await hidden(act, spot.giver, params, body)
      // Only colleagues count, and a repeated answer changes nothing.
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
        if (status === 200) accepted.add(`${act} ${spot.giver ? 'by a colleague' : 'from outside'}`)
      } else waiting = 0
      before = after
    }
  }
  expect(compared).toBeGreaterThan(WORLDS * STEPS * 10)
  const byBoth = (['answer', 'edit', 'decline'] as const).flatMap((act) => [`${act} by a colleague`, `${act} from outside`])
  expect([...accepted]).toEqual(expect.arrayContaining([...byBoth, 'delete from outside']))
})

const someAct = (random: Random): readonly [Act, number] => [
  random.pick<Act>(['answer', 'answer', 'answer', 'edit', 'decline', 'delete']),
  random.below(MAILBOX + 2),
]

function hidden(
  act: Act,
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

test('nor is participation in a confidential event', async () => {
  const me = await createUser(app, company)
  const givers = await createUsers(app, company, 3)
  const { anEvent, aParticipant, answerAs, answerAsGuest } = eventCalls(app, company, me)
  const skillId = company.skillIds[0] as string
  const { id, token } = await anEvent({ confidential: true, skill_ids: [skillId] })
  const participant = aParticipant()
  const plan = await planOver(me, skillId, [...givers.map(({ id }) => ({ user_id: id })), { email: participant.email }])
  const receiver = { me, skillId, ids: [id], plan }
  await app.mails()
  const before = await everything(receiver)
  const comers = [() => answerAsGuest(token, participant), ...givers.slice(0, 2).map((giver) => () => answerAs(giver, token))]
  for (const come of comers) {
    expect((await come()).status).toBe(200)
    expect([await mailsTo(me), await everything(receiver)]).toEqual([0, before])
  }
})
