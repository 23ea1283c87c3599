import type { EventBody, FeedbackEvent } from '@reflet/contract/events'
import { insert, nullable, type Queryable, type RowOf, rows, sql, t, violates } from '../../../db/index.ts'
import { hashToken } from '../../../platform/crypto.ts'
import { notFound } from '../../../platform/errors.ts'
import { madeBefore, type Once, onceOf } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Viewer } from '../../../platform/session.ts'
import { checkSkills } from '../../catalogue/catalogue.queries.ts'
import { isSettled, needsSettled } from '../feedback.policy.ts'
import { tooNew } from '../requests/asked.policy.ts'
import { checkEnd, requestExpiresAt } from './events.policy.ts'
import { getEvent } from './events.queries.ts'

/**
 * Creates an event and the request that its answers belong to. Idempotent by key.
 * @throws not_found for a skill that is not of the company; event_ends_in_past, event_ends_too_late; idempotency_key_reused when the key
 *   was used with other content; confidential_needs_more_people for a confidential event of an administrator in a company where too few
 *   accounts count
 */
export async function createEvent(platform: Platform, viewer: Viewer, body: EventBody): Promise<FeedbackEvent> {
  const once = onceOf(platform.vault, body)
  const made = madeBefore(await findMade(platform, viewer, once.key), once.hash)
  if (made) return getEvent(platform.db, platform, viewer, made.id)
  const now = platform.clock()
  checkEnd(body.takes_place_on, new Date(body.ends_at), now)
  try {
    return await platform.db.transaction(async (tx) => {
      await checkSkills(tx, viewer, body.skill_ids)
      if (body.confidential) await checkAccounts(tx, viewer, now)
      const id = await insertEvent(tx, platform, viewer, body, once)
      return getEvent(tx, platform, viewer, id)
    })
  } catch (error) {
    // Race: a concurrent call with the same key was first.
    if (violates(error, 'events_once')) return createEvent(platform, viewer, body)
    throw error
  }
}

/** No one is chosen at an event: the colleagues who could come must be enough. @throws confidential_needs_more_people */
async function checkAccounts(tx: Queryable, { companyId, userId, threshold }: Viewer, now: Date): Promise<void> {
  const at = sql`${now}::timestamptz`
  const [row] = await rows(
    tx,
    { too_new: t.bool },
    sql`select ${needsSettled(sql`asker`, at)} and (select count(*) from (
          select from users colleague where colleague.company_id = asker.company_id and colleague.id <> asker.id
            and colleague.deactivated_at is null and ${isSettled(sql`colleague`, at)} limit ${threshold}
        ) enough) < ${threshold} as too_new
      from users asker where asker.company_id = ${companyId} and asker.id = ${userId}`,
  )
  if (row?.too_new) throw tooNew('confidential')
}

async function findMade({ db }: Platform, { companyId, userId }: Viewer, key: string) {
  const [made] = await rows(
    db,
    { id: t.uuid, content_hash: t.bytes },
    sql`select id, content_hash from events where company_id = ${companyId} and organiser_id = ${userId} and idempotency_key = ${key}`,
  )
  return made
}

async function insertEvent(tx: Queryable, { vault, clock }: Platform, viewer: Viewer, body: EventBody, once: Once) {
  const now = clock()
  const id = newId(now)
  const request_id = newId(now)
  const ends_at = new Date(body.ends_at)
  const { companyId: company_id, userId } = viewer
  await insert(tx, 'requests', {
    company_id,
    id: request_id,
    requester_id: userId,
    kind: 'event',
    confidential: body.confidential,
    sealed_context: viewer.seal.seal(body.title, 'requests.sealed_context', request_id),
    expires_at: requestExpiresAt(ends_at),
    idempotency_key: `event:${id}`,
    content_hash: once.hash,
    created_at: now,
  })
  await insert(tx, 'events', {
    company_id,
    id,
    organiser_id: userId,
    request_id,
    takes_place_on: body.takes_place_on,
    ends_at,
    token_hash: hashToken(vault.deriveToken('event', id)),
    idempotency_key: once.key,
    content_hash: once.hash,
    created_at: now,
  })
  await insert(
    tx,
    'event_skills',
    body.skill_ids.map((skill_id, position) => ({ company_id, event_id: id, skill_id, position })),
  )
  return id
}

interface Change {
  title?: string | undefined
  ends_at?: string | undefined
  closed?: boolean | undefined
}

/**
 * Renames, moves the end, closes or reopens. Row lock: concurrent answers run before or after.
 * @throws not_found also for another person's event; event_ends_in_past, also for reopening after the end; event_ends_too_late
 */
export async function updateEvent(platform: Platform, viewer: Viewer, id: string, change: Change): Promise<FeedbackEvent> {
  const now = platform.clock()
  return platform.db.transaction(async (tx) => {
    const event = await lockOwn(tx, viewer, id)
    const endsAt = new Date(change.ends_at ?? event.ends_at)
    if (change.ends_at !== undefined || change.closed === false) checkEnd(event.takes_place_on, endsAt, now)
    const opened = (change.closed ?? event.closed_at !== null) ? sql`coalesce(closed_at, ${now}::timestamptz)` : sql`null`
    await tx.execute(sql`update events set ends_at = ${endsAt}, closed_at = ${opened} where ${ownEvent(viewer, id)}`)
    const sealedTitle = viewer.seal.seal(change.title ?? null, 'requests.sealed_context', event.request_id)
    await tx.execute(sql`update requests
      set sealed_context = coalesce(${sealedTitle}, sealed_context), expires_at = ${requestExpiresAt(endsAt)}
      where company_id = ${viewer.companyId} and id = ${event.request_id}`)
    return getEvent(tx, platform, viewer, id)
  })
}

const ownEvent = ({ companyId, userId }: Viewer, id: string) => sql`company_id = ${companyId} and organiser_id = ${userId} and id = ${id}`

const ownRow = { request_id: t.uuid, takes_place_on: t.text, ends_at: t.time, closed_at: nullable(t.time) }

async function lockOwn(tx: Queryable, viewer: Viewer, id: string): Promise<RowOf<typeof ownRow>> {
  const [found] = await rows(tx, { request_id: t.uuid }, sql`select request_id from events where ${ownEvent(viewer, id)}`)
  if (!found) throw notFound()
  await tx.execute(sql`select from requests where company_id = ${viewer.companyId} and id = ${found.request_id} for update`)
  const [event] = await rows(
    tx,
    ownRow,
    sql`select request_id, takes_place_on::text, ends_at, closed_at from events where ${ownEvent(viewer, id)}`,
  )
  if (!event) throw notFound()
  return event
}
