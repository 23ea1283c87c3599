import type { RecipientInput } from '@reflet/contract/feedback'
import { type Ends, type Every, type PlannedRound, type Recurrence, SHOWN_ROUNDS } from '@reflet/contract/recurrences'
import { instant, instantOrNull, nullable, type Queryable, type RowOf, rows, type Sql, sql, t } from '../../../db/index.ts'
import { cursorAfter, pageOf } from '../../../platform/cursor.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Viewer } from '../../../platform/session.ts'
import { type SkillText, skillName } from '../../catalogue/catalogue.queries.ts'
import { findPool, isFree, type Pool, type PoolRow, peopleOf, poolOf, poolRow } from './pool.queries.ts'
import { colleaguesOf, foresee } from './rotation.policy.ts'
import { comingRounds, type Dates, firstRound, nextRound, startsInPast } from './round-dates.ts'

const PAGE = 20

/** The columns of a recurrence that determine its dates. */
export const datesRow = {
  starts_on: t.text,
  every_count: t.int,
  every_unit: t.text,
  ends_on: nullable(t.text),
  max_rounds: nullable(t.int),
  time_zone: t.text,
}
export type DatesRow = RowOf<typeof datesRow>

/** Over `recurrences rc` and its `owner`. */
export const datesColumns = sql`rc.starts_on::text as starts_on, rc.every_count, rc.every_unit,
  rc.ends_on::text as ends_on, rc.max_rounds, owner.time_zone`

/** The row as its owner planned it: it ends by a date or after rounds; a check constraint guarantees exactly one of both. */
export const datesOf = ({ starts_on, every_count: count, every_unit, ends_on, max_rounds, time_zone }: DatesRow): Dates => ({
  starts_on,
  every: every_unit === 'week' ? { unit: 'week', count } : { unit: 'month', count },
  ends: ends_on === null ? { rounds: max_rounds ?? 0 } : { date: ends_on },
  time_zone,
})

const recurrenceRow = {
  ...datesRow,
  ...poolRow,
  id: t.uuid,
  confidential: t.bool,
  sealed_context: nullable(t.bytes),
  sealed_message: nullable(t.bytes),
  per_round: t.int,
  rounds_sent: t.int,
  last_round_at: nullable(t.time),
  next_at: nullable(t.time),
  paused: t.bool,
  ended: t.bool,
  created_at: t.time,
  skills: t.json<(SkillText & { id: string })[]>(),
}
export type RecurrenceRow = RowOf<typeof recurrenceRow>

const selectRecurrences = (viewer: Viewer, now: Date, which: Sql) => sql`
  select rc.id, rc.confidential, rc.sealed_context, rc.sealed_message, rc.per_round, rc.rounds_sent, rc.last_round_at,
    rc.next_at, rc.paused_at is not null as paused, rc.ended_at is not null as ended, rc.created_at, ${datesColumns},
    (select json_agg(json_build_object('id', k.id, 'catalogue_key', k.catalogue_key, 'names', k.names)
      order by rs.position)
      from recurrence_skills rs join skills k on k.company_id = rs.company_id and k.id = rs.skill_id
      where rs.company_id = rc.company_id and rs.recurrence_id = rc.id) as skills,
    ${poolOf(
      sql`(select * from recurrence_members rm where rm.company_id = rc.company_id and rm.recurrence_id = rc.id) m`,
      sql`rc.company_id`,
      sql`owner`,
      sql`${now}::timestamptz`,
    )} as pool
  from recurrences rc join users owner on owner.company_id = rc.company_id and owner.id = rc.owner_id
  where rc.company_id = ${viewer.companyId} and rc.owner_id = ${viewer.userId} and ${which}`

/**
 * One of the viewer's recurrences as it is stored.
 * @throws not_found also for another person's
 */
export async function findRecurrence(db: Queryable, viewer: Viewer, id: string, now: Date): Promise<RecurrenceRow> {
  const [row] = await rows(db, recurrenceRow, selectRecurrences(viewer, now, sql`rc.id = ${id}`))
  if (!row) throw notFound()
  return row
}

/** @throws not_found */
export const getRecurrence = async (db: Queryable, viewer: Viewer, id: string, now: Date): Promise<Recurrence> =>
  toRecurrence(await findRecurrence(db, viewer, id, now), viewer)

/** The viewer's recurring requests: active ones first, then ended ones, newest first. */
export async function listRecurrences({ db, clock }: Platform, viewer: Viewer, cursor: string | undefined) {
  const [state, id] = cursorAfter(cursor, 'text', 'id')
  const isEnded = sql`(rc.ended_at is not null)`
  const after = id
    ? sql`(${isEnded} > ${state === 'ended'}::boolean or ${isEnded} = ${state === 'ended'}::boolean and rc.id < ${id})`
    : sql`true`
  const found = await rows(
    db,
    recurrenceRow,
    sql`${selectRecurrences(viewer, clock(), after)} order by ${isEnded}, rc.id desc limit ${PAGE + 1}`,
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

/** External people who have unsubscribed have no turn, in no round. */
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
 * The time of a new plan's first round; null when its end is before.
 * @throws starts_in_past
 */
export function firstOf(dates: Dates, now: Date): Date | null {
  if (startsInPast(dates, now)) throw new Problem('starts_in_past')
  return firstRound(dates, now)
}

/** The time of the next round of a changed or resumed plan: one that is due already stays due, missed dates are skipped. */
export function nextOfChanged(row: Pick<RecurrenceRow, 'next_at' | 'rounds_sent'>, dates: Dates, now: Date): Date | null {
  const due = row.next_at !== null && new Date(row.next_at) <= now ? new Date(row.next_at) : null
  return due ?? nextRound(dates, now, row.rounds_sent)
}

/**
 * The viewer's time zone: rounds are sent at 9:00 there.
 * @throws not_found when their account was deleted meanwhile
 */
export async function timeZoneOf(db: Queryable, { companyId, userId }: Viewer): Promise<string> {
  const [row] = await rows(db, { time_zone: t.text }, sql`select time_zone from users where company_id = ${companyId} and id = ${userId}`)
  if (!row) throw notFound()
  return row.time_zone
}
