import { adminPolicies } from '@reflet/contract/admin-policies'
import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { BUSY_FROM, people } from '@reflet/contract/people'
import { recurrences } from '@reflet/contract/recurrences'
import { skills } from '@reflet/contract/skills'
import { expect } from 'vitest'
import { nullable, rows, sql, t } from '../../db/index.ts'
import type { Random } from '../../demo/random.ts'
import type { TestApp } from '../build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, signIn, type TestUser } from '../factories.ts'
import { mailedParams } from '../requests.ts'
import type { Group, Ledger, Reader, Rules } from './ledger.ts'

export const ZONES = ['Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Africa/Casablanca', 'Australia/Lord_Howe', 'America/Sao_Paulo']
export interface Employee extends Reader {
  user: TestUser
  readonly readsAlong: boolean
  gone: boolean
}

const time = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Sets the rules as an administrator does. */
async function setPolicies(app: TestApp, admin: TestUser, { reminderDays, expiryDays, quiet, threshold }: Rules) {
  const { status } = await app.call(admin, adminPolicies.updatePolicies, {
    body: {
      reminder_days: [...reminderDays],
      expiry_days: expiryDays,
      quiet_hours: quiet && { from: time(quiet.from), to: time(quiet.to) },
      confidentiality_threshold: threshold,
    },
  })
  expect(status).toBe(200)
}

/** Fifty people in six time zones and a few external people; all their actions are API calls. */
export async function openCompany(app: TestApp, ledger: Ledger, random: Random, size: number, rules: Rules) {
  const company = await createCompany(app)
  await setPolicies(app, await createUser(app, company, { role: 'admin' }), rules)
  const employees: Employee[] = []
  for (let number = 0; number < size; number++) {
    const user = await createUser(app, company)
    const timeZone = ZONES[number % ZONES.length] as string
    await app.call(user, people.updateUser, { params: { userId: '1' }, body: { time_zone: timeZone } })
    // People with chosen skills get self-evaluation reminders.
    if (number < 10) {
      await app.call(user, people.onboardingFinished)
      await app.call(user, skills.chooseSkills, { params: { userId: '1' }, body: { skill_ids: company.skillIds.slice(0, 2) } })
    }
    employees.push({ user, email: user.email, timeZone, guest: false, muted: new Set(), readsAlong: number % 3 > 0, gone: false })
  }
  const byId = new Map(employees.map((one) => [one.user.id, one]))
  const guests = new Map<string, Reader>()
  const tokens = new Map<string, string>()
  /** Unreleased confidential answers, by request and skill. */
  const waiting = new Map<string, { receiver: Reader; count: number }>()
  const details = new Map<string, { request: string; skill: string; receiver: Employee }>()

  const stillHere = () => employees.filter(({ gone }) => !gone)
  const isFree = (reader: Reader) => ledger.openGroupsOf(reader).length < BUSY_FROM

  function guestReader(email: string, requester: Reader): Reader {
    const key = `${email} ${requester.timeZone}`
    const known = guests.get(key) ?? { email, timeZone: requester.timeZone, guest: true, muted: new Set<string>() }
    guests.set(key, known)
    return known
  }

  /** Enters sent requests into the model, of any sender. */
  async function enter(which: { request: string } | { recurringSince: number }) {
    const found = await rows(
      app.database.db,
      {
        recipient_id: t.uuid,
        feedback_id: t.uuid,
        request_id: t.uuid,
        skill_id: t.uuid,
        user_id: nullable(t.uuid),
        email: nullable(t.text),
        requester_id: t.uuid,
        confidential: t.bool,
        created_at: t.time,
      },
      sql`select p.id as recipient_id, f.id as feedback_id, r.id as request_id, f.skill_id, p.user_id, g.email, r.requester_id, r.confidential, r.created_at
        from requests r join recipients p on p.company_id = r.company_id and p.request_id = r.id
        join feedbacks f on f.company_id = p.company_id and f.recipient_id = p.id
        left join guests g on g.company_id = p.company_id and g.id = p.guest_id
        where ${'request' in which ? sql`r.id = ${which.request}` : sql`r.kind = 'recurring' and r.created_at > ${new Date(which.recurringSince)}`}`,
    )
    for (const row of found) {
      const requester = byId.get(row.requester_id) as Employee
      const reader = row.user_id ? (byId.get(row.user_id) as Employee) : guestReader(row.email ?? '', requester)
      const createdAt = Date.parse(row.created_at)
      const known = ledger.groups.get(row.recipient_id)
      const fresh = { open: new Set<string>(), closedAt: null, askedBy: null, stamps: [] }
      const group: Group = known ?? { id: row.recipient_id, reader, requester, createdAt, confidential: row.confidential, ...fresh }
      group.open.add(row.feedback_id)
      details.set(row.feedback_id, { request: row.request_id, skill: row.skill_id, receiver: requester })
      if (!known) ledger.asked(group)
    }
  }

  /** A person asks two or three people who are not busy, as the screen suggests. */
  async function ask(who: Employee) {
    const confidential = random.chance(0.15)
    const colleagues = random.sample(
      stillHere().filter((one) => one !== who && isFree(one)),
      confidential ? rules.threshold : 2,
    )
    if (colleagues.length < 2) return
    const outsider = !confidential && random.chance(0.2) ? [{ email: `guest-${random.pick([1, 2, 3, 4, 5])}@partner.example` }] : []
    const sent = await app.call(who.user, feedback.createRequest, {
      body: {
        skill_ids: random.sample(company.skillIds.slice(0, 6), random.chance(0.3) ? 2 : 1),
        recipients: [...colleagues.map(({ user }) => ({ user_id: user.id })), ...outsider],
        confidential: confidential && colleagues.length >= rules.threshold,
        idempotency_key: aKey(),
      },
    })
    expect(sent.status).toBe(200)
    for (const item of sent.body.feedbacks)
      if (item.recipient.user_id === null) tokens.set(item.recipient.id, mailedParams(app, item).token)
    await enter({ request: sent.body.id })
  }

  function released(feedbackId: string, confidential: boolean, at: number) {
    const { request, skill, receiver } = details.get(feedbackId) as { request: string; skill: string; receiver: Employee }
    if (!confidential) return ledger.released(receiver, 1, at)
    const key = `${request} ${skill}`
    const count = (waiting.get(key)?.count ?? 0) + 1
    waiting.set(key, { receiver, count: count >= rules.threshold ? 0 : count })
    if (count >= rules.threshold) ledger.released(receiver, count, at)
  }

  /** A person answers their oldest pending request, or declines. */
  async function answer(who: Reader, group: Group) {
    const [id] = group.open
    const at = app.now().getTime()
    // Not in the last hour: late answers are covered by another test.
    if (!id || at >= group.createdAt + rules.expiryDays * DAY_MS - HOUR_MS) return
    const says = random.chance(0.9)
    const token = tokens.get(group.id)
    const user = byId.get([...byId.values()].find((one) => one === who)?.user.id ?? '')?.user
    const reply = token
      ? says
        ? await app.call(null, guest.guestAnswer, { params: { token, feedbackId: id }, body: anAnswer() })
        : await app.call(null, guest.guestDecline, { params: { token, feedbackId: id }, body: { reason: null } })
      : says
        ? await app.call(user as TestUser, feedback.answerFeedback, { params: { id }, body: anAnswer() })
        : await app.call(user as TestUser, feedback.declineFeedback, { params: { id }, body: { reason: null } })
    expect(
      reply.status,
      `${reply.body.code} for ${who.email}, asked ${new Date(group.createdAt).toISOString()}, at ${app.now().toISOString()}`,
    ).toBe(200)
    ledger.close(group, id, at)
    if (says) released(id, group.confidential, at)
  }

  async function openDashboard(who: Employee) {
    await app.call(who.user, feedback.dashboardAccess)
    ledger.read(who)
  }

  async function startRecurrence(who: Employee, startsOn: string) {
    const pool = random.sample(
      stillHere().filter((one) => one !== who),
      8,
    )
    const reply = await app.call(who.user, recurrences.createRecurrence, {
      body: {
        skill_ids: [random.pick(company.skillIds.slice(0, 6))],
        pool: pool.map(({ user }) => ({ user_id: user.id })),
        every: { unit: 'week', count: 2 },
        per_round: 2,
        starts_on: startsOn,
        ends: { rounds: 26 },
        idempotency_key: aKey(),
      },
    })
    expect(reply.status).toBe(200)
  }

  /** A session expires without use. */
  async function logInAgain() {
    for (const one of stillHere()) one.user = await signIn(app, one.user)
  }

  return {
    employees,
    logInAgain,
    guests: () => [...guests.values()],
    readerOf: (userId: string | null, email: string | null, requesterId: string | null): Reader | undefined =>
      userId ? byId.get(userId) : guests.get(`${email} ${byId.get(requesterId ?? '')?.timeZone}`),
    stillHere,
    enter,
    ask,
    answer,
    openDashboard,
    startRecurrence,
  }
}

export type SimulatedCompany = Awaited<ReturnType<typeof openCompany>>
