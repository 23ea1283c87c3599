import type { RecipientInput } from '@reflet/contract/feedback'
import { type Ends, type Every, type PlannedRound, type Recurrence, SHOWN_ROUNDS } from '@reflet/contract/recurrences'
import { type SQL, sql } from 'drizzle-orm'
import { instant, instantOrNull, type Queryable, rows } from '../../../db/index.ts'
import { cursorAfter, pageOf } from '../../../platform/cursor.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Viewer } from '../../../platform/session.ts'
import { type SkillText, skillName } from '../../skills/skills.queries.ts'
import { findPool, isFree, type Pool, type PoolRow, peopleOf, poolOf } from './pool.queries.ts'
import { colleaguesOf, foresee } from './rotation.policy.ts'
import { comingRounds, type Dates, firstRound, nextRound, startsInPast } from './round-dates.ts'

const PAGE = 20

/** What a recurrence's row says of when it asks. */
export interface DatesRow {
  starts_on: string
  every_count: number
  every_unit: string
  ends_on: string | null
  max_rounds: number | null
  time_zone: string
}

/** Over `recurrences r` and its owner `o`. */
export const datesColumns = sql`r.starts_on::text as starts_on, r.every_count, r.every_unit, r.ends_on::text as ends_on, r.max_rounds, o.time_zone`

/** The row as its owner planned it: it ends by a date or after rounds, and the database keeps that one of both is there. */
export const datesOf = ({ starts_on, every_count: count, every_unit, ends_on, max_rounds, time_zone }: DatesRow): Dates => ({
  starts_on,
  every: every_unit === 'week' ? { unit: 'week', count } : { unit: 'month', count },
  ends: ends_on === null ? { rounds: max_rounds ?? 0 } : { date: ends_on },
  time_zone,
})

export interface RecurrenceRow extends DatesRow, Pool {
  id: string
  confidential: boolean
  sealed_context: Buffer | null
  sealed_message: Buffer | null
  per_round: number
  rounds_sent: number
  last_round_at: string | null
  next_at: string | null
  paused: boolean
  ended: boolean
  created_at: string
  skills: (SkillText & { id: string })[]
}

const selectRecurrences = (viewer: Viewer, now: Date, which: SQL) => sql`
  select r.id, r.confidential, r.sealed_context, r.sealed_message, r.per_round, r.rounds_sent, r.last_round_at, r.next_at,
    r.paused_at is not null as paused, r.ended_at is not null as ended, r.created_at, ${datesColumns},
    (select json_agg(json_build_object('id', k.id, 'catalogue_key', k.catalogue_key, 'names', k.names) order by s.position)
      from recurrence_skills s join skills k on k.company_id = s.company_id and k.id = s.skill_id
      where s.company_id = r.company_id and s.recurrence_id = r.id) as skills,
    ${poolOf(
      sql`(select * from recurrence_members x where x.company_id = r.company_id and x.recurrence_id = r.id) m`,
      sql`r.company_id`,
      sql`${now}::timestamptz`,
    )} as pool
  from recurrences r join users o on o.company_id = r.company_id and o.id = r.owner_id
  where r.company_id = ${viewer.companyId} and r.owner_id = ${viewer.userId} and ${which}`

/**
 * One of the viewer's recurrences as it is stored.
 * @throws not_found also for anybody else's
 */
export async function findRecurrence(db: Queryable, viewer: Viewer, id: string, now: Date): Promise<RecurrenceRow> {
  const [row] = await rows<RecurrenceRow>(db, selectRecurrences(viewer, now, sql`r.id = ${id}`))
  if (!row) throw notFound()
  return row
}

/** @throws not_found */
export const getRecurrence = async (db: Queryable, viewer: Viewer, id: string, now: Date): Promise<Recurrence> =>
  toRecurrence(await findRecurrence(db, viewer, id, now), viewer)

/** What the viewer asks regularly: what goes on first, then what has ended, newest first. */
export async function listRecurrences({ db, clock }: Platform, viewer: Viewer, cursor: string | undefined) {
  const [state, id] = cursorAfter(cursor, 'text', 'id')
  const isEnded = sql`(r.ended_at is not null)`
  const after = id
    ? sql`(${isEnded} > ${state === 'ended'}::boolean or ${isEnded} = ${state === 'ended'}::boolean and r.id < ${id})`
    : sql`true`
  const found = await rows<RecurrenceRow>(
    db,
    sql`${selectRecurrences(viewer, clock(), after)} order by ${isEnded}, r.id desc limit ${PAGE + 1}`,
  )
  const { page, next_cursor } = pageOf(found, PAGE, (row) => [row.ended ? 'ended' : 'open', row.id])
  return { recurrences: page.map((row) => toRecurrence(row, viewer)), next_cursor }
}

function toRecurrence(row: RecurrenceRow, viewer: Viewer): Recurrence {
  const { every, ends } = datesOf(row)
  const next = row.next_at === null ? null : new Date(row.next_at)
  return {
    id: row.id,
    state: row.ended ? 'ended' : row.paused ? 'paused' : 'active',
    skills: row.skills.map((skill) => ({ id: skill.id, name: skillName(skill, viewer.locale) })),
    pool: peopleOf(row, viewer.userId).map((member) => ({
      id: member.id,
      ...shown(member),
      avatar_url: member.avatar_url,
      open_requests: member.user_id ? member.open : 0,
      asked_at: instantOrNull(member.asked_at),
      ...(member.user_id === null && { mails_stopped: member.stopped }),
    })),
    every,
    per_round: row.per_round,
    starts_on: row.starts_on,
    ends,
    context: viewer.seal.open(row.sealed_context, 'recurrences.sealed_context', row.id),
    message: viewer.seal.open(row.sealed_message, 'recurrences.sealed_message', row.id),
    confidential: row.confidential,
    rounds_sent: row.rounds_sent,
    last_round_at: instantOrNull(row.last_round_at),
    next_rounds: planned(row, comingRounds(datesOf(row), next, row.rounds_sent, SHOWN_ROUNDS), {
      ownerId: viewer.userId,
      perRound: row.per_round,
      colleagues: colleaguesOf(row.confidential, viewer.threshold),
    }),
    created_at: instant(row.created_at),
  }
}

const shown = ({ user_id, email, first_name, last_name }: PoolRow) => ({ user_id, email, first_name, last_name })

/** Outsiders who want no more mails have no turn, in no round. */
function planned(pool: Pool, dates: readonly Date[], rules: { ownerId: string; perRound: number; colleagues: number }): PlannedRound[] {
  const reachable = peopleOf(pool, rules.ownerId).filter(({ stopped }) => !stopped)
  const rounds = foresee(reachable, dates, { ...rules, isFree })
  return rounds.map(({ at, members }) => ({ at: at.toISOString(), members: members.map(shown) }))
}

interface Plan {
  readonly pool: readonly RecipientInput[]
  readonly every: Every
  readonly per_round: number
  readonly starts_on: string
  readonly ends: Ends
  readonly confidential?: boolean | undefined
  readonly recurrence_id?: string | undefined
}

/**
 * The next three rounds of a plan that is not saved yet.
 * @throws not_found for a colleague or recurrence that is not theirs; cannot_ask_yourself; per_round_exceeds_pool; starts_in_past;
 *   ends_before_start
 */
export async function previewRounds({ db, clock }: Platform, viewer: Viewer, plan: Plan): Promise<{ rounds: PlannedRound[] }> {
  const now = clock()
  const stored = plan.recurrence_id ? await findRecurrence(db, viewer, plan.recurrence_id, now) : null
  const found = await findPool(db, viewer, plan.pool, now, stored?.pool)
  if (plan.per_round > found.pool.length) throw new Problem('per_round_exceeds_pool')
  const dates = { ...plan, time_zone: stored?.time_zone ?? (await timeZoneOf(db, viewer)) }
  const sent = stored?.rounds_sent ?? 0
  const next = stored ? nextOfChanged(stored, dates, now) : firstOf(dates, now)
  if (!next) throw new Problem('ends_before_start')
  const colleagues = colleaguesOf(stored?.confidential ?? plan.confidential ?? false, viewer.threshold)
  const rules = { ownerId: viewer.userId, perRound: plan.per_round, colleagues }
  return { rounds: planned(found, comingRounds(dates, next, sent, SHOWN_ROUNDS), rules) }
}

/**
 * When a new plan's first round leaves; null when its end comes before.
 * @throws starts_in_past
 */
export function firstOf(dates: Dates, now: Date): Date | null {
  if (startsInPast(dates, now)) throw new Problem('starts_in_past')
  return firstRound(dates, now)
}

/** When the next round of a changed or resumed plan leaves: one that is due already stays due, what passed is not caught up with. */
export function nextOfChanged(row: Pick<RecurrenceRow, 'next_at' | 'rounds_sent'>, dates: Dates, now: Date): Date | null {
  const due = row.next_at !== null && new Date(row.next_at) <= now ? new Date(row.next_at) : null
  return due ?? nextRound(dates, now, row.rounds_sent)
}

/**
 * Where the viewer lives: their 9:00 is when rounds leave.
 * @throws not_found when their account was deleted meanwhile
 */
export async function timeZoneOf(db: Queryable, { companyId, userId }: Viewer): Promise<string> {
  const [row] = await rows<{ time_zone: string }>(db, sql`select time_zone from users where company_id = ${companyId} and id = ${userId}`)
  if (!row) throw notFound()
  return row.time_zone
}
