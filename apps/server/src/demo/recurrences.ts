import { DAY_MS } from '@reflet/contract/durations'
import { nextRound } from '../features/feedback/recurrences/round-dates.ts'
import { hashToken } from '../platform/crypto.ts'
import type { FeedbackRow, RecipientRow, RequestRow, Row } from './rows.ts'
import type { DemoPerson, DemoSetting } from './story.ts'

interface Setting extends DemoSetting {
  readonly story: {
    readonly requests: readonly RequestRow[]
    readonly recipients: readonly RecipientRow[]
    readonly feedbacks: readonly FeedbackRow[]
  }
}

const ROUNDS = 12
const PER_ROUND = 3
const POOL = 6
const WITHIN_DAYS = [9, 30] as const
const TIME_ZONE = 'Europe/Paris'

/** Camille has a fortnightly recurring request, Greta a paused one: their named requests of the last weeks become the first rounds. */
export function tellRecurrences(setting: Setting) {
  const rows = { recurrences: [] as Row[], skills: [] as Row[], members: [] as Row[] }
  for (const person of setting.people) {
    if (person.email.startsWith('camille@')) ask(setting, rows, person, false)
    if (person.email.startsWith('greta@')) ask(setting, rows, person, true)
  }
  return rows
}

type Rows = ReturnType<typeof tellRecurrences>

function ask({ companyId: company_id, people, story, now, random, seal }: Setting, rows: Rows, owner: DemoPerson, paused: boolean): void {
  const [from, to] = WITHIN_DAYS.map((days) => now.getTime() - days * DAY_MS) as [number, number]
  const rounds = story.requests
    .filter((request) => request.requester_id === owner.id && !request.confidential)
    .filter(({ created_at }) => created_at.getTime() < from && created_at.getTime() > to)
  const [first] = rounds
  const last = rounds.at(-1)
  const asked = rounds.map((round) => story.recipients.filter(({ request_id }) => request_id === round.id).length)
  const started = first?.created_at ?? new Date(now.getTime() - DAY_MS)
  const id = random.id(started)
  const wordOf = (request: RequestRow, word: 'context' | 'message') =>
    seal.open(request[`sealed_${word}`] ?? null, `requests.sealed_${word}`, request.id)
  const starts_on = started.toISOString().slice(0, 'YYYY-MM-DD'.length)
  const dates = { starts_on, every: { unit: 'week', count: 2 }, ends: { rounds: ROUNDS }, time_zone: TIME_ZONE } as const
  rows.recurrences.push({
    company_id,
    id,
    owner_id: owner.id,
    confidential: false,
    sealed_context: last ? seal.seal(wordOf(last, 'context'), 'recurrences.sealed_context', id) : null,
    sealed_message: last ? seal.seal(wordOf(last, 'message'), 'recurrences.sealed_message', id) : null,
    every_count: dates.every.count,
    every_unit: dates.every.unit,
    per_round: Math.max(PER_ROUND, ...asked),
    starts_on,
    max_rounds: ROUNDS,
    rounds_sent: rounds.length,
    last_round_at: last?.created_at ?? null,
    next_at: paused ? null : nextRound(dates, now, rounds.length),
    paused_at: paused ? new Date(now.getTime() - DAY_MS) : null,
    idempotency_key: `demo-${id}`,
    content_hash: hashToken(id),
    created_at: started,
  })
  const askedAt = new Map<string, Date>()
  for (const round of rounds) {
    Object.assign(round, { kind: 'recurring', recurrence_id: id })
    for (const { user_id } of story.recipients.filter(({ request_id }) => request_id === round.id)) {
      if (user_id) askedAt.set(user_id, round.created_at)
    }
  }
  const others = people.filter((one) => one.id !== owner.id && !one.email.startsWith('new@') && !askedAt.has(one.id))
  const pool = [...askedAt.keys(), ...random.sample(others, POOL).map((one) => one.id)].slice(0, Math.max(POOL, askedAt.size + 2))
  pool.forEach((user_id, position) => {
    rows.members.push({
      company_id,
      id: random.id(started),
      recurrence_id: id,
      user_id,
      first_name: '',
      last_name: '',
      position,
      asked_at: askedAt.get(user_id) ?? null,
    })
  })
  const about = story.feedbacks.filter(({ request_id, receiver_id }) => (last ? request_id === last.id : receiver_id === owner.id))
  const skills = [...new Set(about.map(({ skill_id }) => skill_id))].slice(0, 3)
  skills.forEach((skill_id, position) => {
    rows.skills.push({ company_id, recurrence_id: id, skill_id, position })
  })
}
