import type { Award, AwardBody } from '@reflet/contract/awards'
import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../db/index.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { lockViewer, type Viewer } from '../../platform/session.ts'
import { awardsGivenBy, getAward, undoableSince } from './awards.queries.ts'

/** @throws not_found when the type is not among what the company thanks for, or one is not a colleague of now */
async function checkKnown(tx: Queryable, { companyId }: Viewer, { type_id, user_ids }: AwardBody): Promise<void> {
  const [known] = await rows<{ types: number; colleagues: number }>(
    tx,
    sql`select (select count(*)::int from award_types where company_id = ${companyId} and id = ${type_id} and retired_at is null) as types,
      (select count(*)::int from users where company_id = ${companyId} and id = any(${sql.param(user_ids)}::uuid[]) and deactivated_at is null) as colleagues`,
  )
  if (known?.types !== 1 || known.colleagues !== user_ids.length) throw notFound()
}

/** Whether the key gave before. @throws idempotency_key_reused when it gave something else */
async function wasGiven(tx: Queryable, { companyId, userId }: Viewer, key: string, contentHash: Buffer): Promise<boolean> {
  const [given] = await rows<{ content_hash: Buffer }>(
    tx,
    sql`select content_hash from awards where company_id = ${companyId} and giver_id = ${userId} and idempotency_key = ${key} limit 1`,
  )
  if (given && !given.content_hash.equals(contentHash)) throw new Problem('idempotency_key_reused')
  return given !== undefined
}

/**
 * Thanks colleagues, each with an award of their own, and tells them. The same idempotency key gives once and answers with
 * what was given.
 * @throws cannot_award_yourself; not_found for a type or colleague that is not of the company; idempotency_key_reused
 */
export async function giveAwards(platform: Platform, viewer: Viewer, body: AwardBody): Promise<Award[]> {
  const now = platform.clock()
  const { idempotency_key: key, ...content } = body
  const contentHash = platform.vault.fingerprint(JSON.stringify(content))
  if (body.user_ids.includes(viewer.userId)) throw new Problem('cannot_award_yourself')
  const given = await platform.db.transaction(async (tx) => {
    // The same key, posted twice at once: the second waits for the first, and finds what it gave.
    await lockViewer(tx, viewer)
    if (!(await wasGiven(tx, viewer, key, contentHash))) {
      await checkKnown(tx, viewer, body)
      await insertAwards(tx, viewer, body, contentHash, now)
    }
    return awardsGivenBy(tx, viewer, now, key)
  })
  platform.wake(now)
  return given
}

/** The awards with their news and mails, in one statement. */
async function insertAwards(tx: Queryable, { companyId, userId, seal }: Viewer, body: AwardBody, contentHash: Buffer, now: Date) {
  const wanted = body.user_ids.map((user_id) => {
    const id = newId(now)
    const message = seal.seal(body.message, 'awards.sealed_message', id)?.toString('base64')
    return { id, user_id, message, news_id: newId(now), mail_id: newId(now) }
  })
  await tx.execute(
    sql`with wanted as (
        select * from json_to_recordset(${JSON.stringify(wanted)}::json) as x (id uuid, user_id uuid, message text, news_id uuid, mail_id uuid)
      ), award as (
        insert into awards (company_id, id, giver_id, receiver_id, type_id, sealed_message, visibility, idempotency_key, content_hash, created_at)
        select ${companyId}::uuid, id, ${userId}::uuid, user_id, ${body.type_id}::uuid, decode(message, 'base64'), ${body.visibility},
          ${body.idempotency_key}, ${contentHash}::bytea, ${now}::timestamptz from wanted
      ), news as (
        insert into newsfeed (company_id, id, user_id, kind, actor_id, award_id, created_at)
        select ${companyId}::uuid, news_id, user_id, 'award_received', ${userId}::uuid, id, ${now}::timestamptz from wanted
      )
      insert into outbox (company_id, id, kind, user_id, award_id, send_after, created_at)
      select ${companyId}::uuid, mail_id, 'award', user_id, id, ${now}::timestamptz, ${now}::timestamptz from wanted`,
  )
}

/**
 * Takes an award that the viewer received off the company's feed; doing it again changes nothing.
 * @throws not_found also for the giver: it is the receiver's to show
 */
export async function hideAward(platform: Platform, viewer: Viewer, id: string): Promise<Award> {
  const hidden = await rows(
    platform.db,
    sql`update awards set visibility = 'private' where company_id = ${viewer.companyId} and id = ${id} and receiver_id = ${viewer.userId} returning id`,
  )
  if (hidden.length === 0) throw notFound()
  return getAward(platform.db, viewer, platform.clock(), id)
}

/**
 * Takes back an award that the viewer gave; its news and its unsent mail go with it.
 * @throws not_found; edit_window_closed
 */
export async function withdrawAward(platform: Platform, viewer: Viewer, id: string): Promise<void> {
  const own = sql`company_id = ${viewer.companyId} and id = ${id} and giver_id = ${viewer.userId}`
  const [award] = await rows<{ gone: boolean }>(
    platform.db,
    sql`with gone as (delete from awards where ${own} and created_at > ${undoableSince(platform.clock())} returning id)
      select exists (select from gone) as gone from awards where ${own}`,
  )
  if (!award) throw notFound()
  if (!award.gone) throw new Problem('edit_window_closed')
}
