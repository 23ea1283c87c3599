import type { Award, AwardBody } from '@reflet/contract/awards'
import { type Queryable, rows, sql, t } from '../../db/index.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import { madeBefore, type Once, onceOf } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { lockViewer, type Viewer } from '../../platform/session.ts'
import { messageFrom, newsFrom } from '../messages/notify.ts'
import { awardsGivenBy, getAward, undoableSince } from './awards.queries.ts'
import { mayShareAwards } from './types.queries.ts'

/** @throws not_found when the company does not have this award type, or one is not an active colleague */
async function checkKnown(tx: Queryable, { companyId }: Viewer, { type_id, user_ids }: AwardBody): Promise<void> {
  const [known] = await rows(
    tx,
    { types: t.int, colleagues: t.int },
    sql`select
        (select count(*)::int from award_types
          where company_id = ${companyId} and id = ${type_id} and retired_at is null) as types,
        (select count(*)::int from users
          where company_id = ${companyId} and id = any(${user_ids}::uuid[])
            and deactivated_at is null) as colleagues`,
  )
  if (known?.types !== 1 || known.colleagues !== user_ids.length) throw notFound()
}

/** Whether this idempotency key was used before. @throws idempotency_key_reused when the content differs */
async function wasGiven(tx: Queryable, { companyId, userId }: Viewer, { key, hash }: Once): Promise<boolean> {
  const [given] = await rows(
    tx,
    { content_hash: t.bytes },
    sql`select content_hash from awards where company_id = ${companyId} and giver_id = ${userId} and idempotency_key = ${key} limit 1`,
  )
  return madeBefore(given, hash) !== undefined
}

/**
 * Gives each colleague an award and notifies them. Idempotent: the same key gives once and returns what was given.
 * @throws cannot_award_yourself; forbidden where only administrators thank on the company's feed; not_found for a type or colleague that is not of the company; idempotency_key_reused
 */
export async function giveAwards(platform: Platform, viewer: Viewer, body: AwardBody): Promise<Award[]> {
  const now = platform.clock()
  const once = onceOf(platform.vault, body)
  if (body.user_ids.includes(viewer.userId)) throw new Problem('cannot_award_yourself')
  if (body.visibility === 'company' && !(await mayShareAwards(platform.db, viewer))) throw new Problem('forbidden')
  const given = await platform.db.transaction(async (tx) => {
    // Race: of two concurrent calls with the same key, the second waits for the first and returns its result.
    await lockViewer(tx, viewer)
    if (!(await wasGiven(tx, viewer, once))) {
      await checkKnown(tx, viewer, body)
      await insertAwards(tx, viewer, body, once, now)
    }
    return awardsGivenBy(tx, viewer, now, once.key)
  })
  platform.wake(now)
  return given
}

/** Inserts the awards with their news items and mails, in one statement. */
async function insertAwards(tx: Queryable, { companyId, userId, seal }: Viewer, body: AwardBody, once: Once, now: Date) {
  const wanted = body.user_ids.map((user_id) => {
    const id = newId(now)
    const message = seal.seal(body.message, 'awards.sealed_message', id)?.toString('base64')
    return { id, user_id, message, news_id: newId(now), mail_id: newId(now) }
  })
  const about = { company_id: sql`${companyId}::uuid`, user_id: sql`user_id`, award_id: sql`id`, created_at: sql`${now}::timestamptz` }
  await tx.execute(sql`with wanted as (
      select * from json_to_recordset(${JSON.stringify(wanted)}::json)
        as x (id uuid, user_id uuid, message text, news_id uuid, mail_id uuid)
    ), award as (
      insert into awards (company_id, id, giver_id, receiver_id, type_id, sealed_message, visibility, idempotency_key,
        content_hash, created_at)
      select ${companyId}::uuid, id, ${userId}::uuid, user_id, ${body.type_id}::uuid, decode(message, 'base64'),
        ${body.visibility}, ${once.key}, ${once.hash}::bytea, ${now}::timestamptz
      from wanted
    ), news as (
      ${newsFrom(sql`wanted`, { ...about, id: sql`news_id`, kind: 'award_received', actor_id: sql`${userId}::uuid` })}
    )
    ${messageFrom(sql`wanted`, { ...about, id: sql`mail_id`, kind: 'award', send_after: sql`${now}::timestamptz` })}`)
}

/**
 * Removes an award that the viewer received from the company's feed. Idempotent.
 * @throws not_found also for the giver: only the receiver decides
 */
export async function hideAward(platform: Platform, viewer: Viewer, id: string): Promise<Award> {
  const hidden = await platform.db.execute(sql`update awards set visibility = 'private'
      where company_id = ${viewer.companyId} and id = ${id} and receiver_id = ${viewer.userId}`)
  if (hidden === 0) throw notFound()
  return getAward(platform.db, viewer, platform.clock(), id)
}

/**
 * Revokes an award that the viewer gave; its news item and its unsent mail are deleted.
 * @throws not_found; edit_window_closed
 */
export async function withdrawAward(platform: Platform, viewer: Viewer, id: string): Promise<void> {
  const own = sql`company_id = ${viewer.companyId} and id = ${id} and giver_id = ${viewer.userId}`
  const [award] = await rows(
    platform.db,
    { gone: t.bool },
    sql`with gone as (delete from awards where ${own} and created_at > ${undoableSince(platform.clock())} returning id)
      select exists (select from gone) as gone from awards where ${own}`,
  )
  if (!award) throw notFound()
  if (!award.gone) throw new Problem('edit_window_closed')
}
