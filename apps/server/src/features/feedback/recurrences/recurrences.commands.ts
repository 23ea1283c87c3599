import { isDeepStrictEqual } from 'node:util'
import { MAX_RECURRENCES, type Recurrence, type RecurrenceBody, type RecurrencePatch } from '@reflet/contract/recurrences'
import { assignments, insert, type Queryable, rows, sql, t } from '../../../db/index.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import { madeBefore, onceOf } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { lockViewer, type Viewer } from '../../../platform/session.ts'
import { checkSkills } from '../../catalogue/catalogue.queries.ts'
import { checkEnough } from '../requests/asked.policy.ts'
import { findPool, type PoolRow, peopleOf } from './pool.queries.ts'
import { datesOf, findRecurrence, firstOf, getRecurrence, nextOfChanged, type RecurrenceRow, timeZoneOf } from './recurrences.queries.ts'
import { colleaguesOf } from './rotation.policy.ts'
import type { Dates } from './round-dates.ts'

/**
 * Creates a recurring request. Idempotent: the same key creates once and returns what was created.
 * @throws not_found for a skill or colleague that is not of the company; cannot_ask_yourself; per_round_exceeds_pool;
 *   confidential_needs_more_people; starts_in_past; ends_before_start; too_many_recurrences; idempotency_key_reused
 */
export async function createRecurrence(platform: Platform, viewer: Viewer, body: RecurrenceBody): Promise<Recurrence> {
  const now = platform.clock()
  const once = onceOf(platform.vault, body)
  return platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    const created = madeBefore(await findCreated(tx, viewer, once.key), once.hash)
    if (created) return getRecurrence(tx, viewer, created.id, now)

    await checkSkills(tx, viewer, body.skill_ids)
    const { pool } = await findPool(tx, viewer, body.pool, now)
    checkRound(viewer, body, pool)
    const next = firstOf({ ...body, time_zone: await timeZoneOf(tx, viewer) }, now)
    if (!next) throw new Problem('ends_before_start')
    await checkRoom(tx, viewer)

    const id = newId(now)
    await insert(tx, 'recurrences', {
      company_id: viewer.companyId,
      id,
      owner_id: viewer.userId,
      confidential: body.confidential,
      sealed_context: viewer.seal.seal(body.context, 'recurrences.sealed_context', id),
      sealed_message: viewer.seal.seal(body.message, 'recurrences.sealed_message', id),
      per_round: body.per_round,
      starts_on: body.starts_on,
      ...datesColumnsOf(body),
      next_at: next,
      idempotency_key: once.key,
      content_hash: once.hash,
      created_at: now,
    })
    await writeSkills(tx, viewer, id, body.skill_ids)
    await writePool(tx, viewer, id, pool, now)
    return getRecurrence(tx, viewer, id, now)
  })
}

async function findCreated(tx: Queryable, viewer: Viewer, key: string) {
  const [row] = await rows(
    tx,
    { id: t.uuid, content_hash: t.bytes },
    sql`select id, content_hash from recurrences
      where company_id = ${viewer.companyId} and owner_id = ${viewer.userId} and idempotency_key = ${key}`,
  )
  return row
}

/**
 * Changes, pauses or resumes; people who stay in the pool keep their turn. Resuming continues with the next date in the future.
 * @throws not_found; recurrence_ended; ends_before_start when no round would be left; and as `createRecurrence`
 */
export async function updateRecurrence(platform: Platform, viewer: Viewer, id: string, patch: RecurrencePatch): Promise<Recurrence> {
  const now = platform.clock()
  return platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    const before = await lockRecurrence(tx, viewer, id, now)
    if (before.ended) throw new Problem('recurrence_ended')
    const resumed = before.paused && patch.paused === false

    if (patch.skill_ids) await checkSkills(tx, viewer, patch.skill_ids)
    const pool = patch.pool ? (await findPool(tx, viewer, patch.pool, now, before.pool)).pool : peopleOf(before, viewer.userId)
    if (patch.pool || patch.per_round || resumed) {
      checkRound(viewer, { per_round: patch.per_round ?? before.per_round, confidential: before.confidential }, pool)
    }
    if (resumed) await checkRoom(tx, viewer)

    const dates = { ...datesOf(before), ...(patch.every && { every: patch.every }), ...(patch.ends && { ends: patch.ends }) }
    await tx.execute(
      sql`update recurrences set ${assignments({
        ...datesColumnsOf(dates),
        ...(patch.per_round && { per_round: patch.per_round }),
        ...(patch.context !== undefined && { sealed_context: viewer.seal.seal(patch.context, 'recurrences.sealed_context', id) }),
        ...(patch.message !== undefined && { sealed_message: viewer.seal.seal(patch.message, 'recurrences.sealed_message', id) }),
        ...stateColumnsOf(before, dates, patch, now),
      })} where company_id = ${viewer.companyId} and id = ${id}`,
    )
    if (patch.skill_ids) await writeSkills(tx, viewer, id, patch.skill_ids)
    if (patch.pool) await writePool(tx, viewer, id, pool, now)
    return getRecurrence(tx, viewer, id, now)
  })
}

/**
 * Stops for good; sent requests stay. Idempotent.
 * @throws not_found
 */
export async function stopRecurrence(platform: Platform, viewer: Viewer, id: string): Promise<void> {
  const stopped = await platform.db.execute(sql`update recurrences set ended_at = coalesce(ended_at, ${platform.clock()}), next_at = null
      where company_id = ${viewer.companyId} and owner_id = ${viewer.userId} and id = ${id}`)
  if (stopped === 0) throw notFound()
}

/** Row lock: no round is sent while it is being changed. */
async function lockRecurrence(tx: Queryable, viewer: Viewer, id: string, now: Date): Promise<RecurrenceRow> {
  await tx.execute(sql`select from recurrences where company_id = ${viewer.companyId} and id = ${id} for no key update`)
  return findRecurrence(tx, viewer, id, now)
}

const datesColumnsOf = ({ every, ends }: Pick<Dates, 'every' | 'ends'>) => ({
  every_count: every.count,
  every_unit: every.unit,
  ends_on: 'date' in ends ? ends.date : null,
  max_rounds: 'rounds' in ends ? ends.rounds : null,
})

/**
 * The status, paused or active, and the time of the next round.
 * @throws ends_before_start
 */
function stateColumnsOf(before: RecurrenceRow, dates: Dates, patch: RecurrencePatch, now: Date) {
  const paused = patch.paused ?? before.paused
  const resumed = before.paused && !paused
  const replanned = !isDeepStrictEqual(dates, datesOf(before))
  if (!replanned && paused === before.paused) return {}
  const next = nextOfChanged(before, dates, now)
  if (!next && (resumed || replanned)) throw new Problem('ends_before_start')
  return { next_at: paused ? null : next, paused_at: paused ? now : null }
}

/** @throws per_round_exceeds_pool; confidential_needs_more_people when no answer could ever be released */
function checkRound({ threshold }: Viewer, round: { per_round: number; confidential: boolean }, pool: readonly PoolRow[]): void {
  if (round.per_round > pool.length) throw new Problem('per_round_exceeds_pool')
  if (round.per_round < colleaguesOf(round.confidential, threshold)) throw new Problem('confidential_needs_more_people')
  if (round.confidential) checkEnough(pool, threshold, 'pool')
}

/** @throws too_many_recurrences at the limit of active ones */
async function checkRoom(tx: Queryable, { companyId, userId }: Viewer): Promise<void> {
  const going = await rows(
    tx,
    { id: t.uuid },
    sql`select id from recurrences where company_id = ${companyId} and owner_id = ${userId} and ended_at is null and paused_at is null`,
  )
  if (going.length >= MAX_RECURRENCES) throw new Problem('too_many_recurrences')
}

async function writeSkills(tx: Queryable, { companyId }: Viewer, id: string, skillIds: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from recurrence_skills where company_id = ${companyId} and recurrence_id = ${id}`)
  await insert(
    tx,
    'recurrence_skills',
    skillIds.map((skill_id, position) => ({ company_id: companyId, recurrence_id: id, skill_id, position })),
  )
}

/** Names of an external person are stored as the owner entered them; a colleague has their own name. */
async function writePool(tx: Queryable, viewer: Viewer, id: string, pool: readonly PoolRow[], now: Date): Promise<void> {
  await tx.execute(sql`delete from recurrence_members where company_id = ${viewer.companyId} and recurrence_id = ${id}`)
  await insert(
    tx,
    'recurrence_members',
    pool.map(({ user_id, email, first_name, last_name, locale, position, asked_at }) => ({
      company_id: viewer.companyId,
      id: newId(now),
      recurrence_id: id,
      user_id,
      email: user_id ? null : email,
      first_name: user_id ? '' : first_name,
      last_name: user_id ? '' : last_name,
      locale: user_id ? null : (locale ?? viewer.locale),
      position,
      asked_at: asked_at === null ? null : new Date(asked_at),
    })),
  )
}
