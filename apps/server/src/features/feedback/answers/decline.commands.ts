import type { GivenFeedback } from '@reflet/contract/answers'
import { type Queryable, rows, type Sql, sql, t } from '../../../db/index.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { type Giver, isReopenable } from '../feedback.policy.ts'
import { type Acting, closed, type TargetRow, targetOf, targetRow } from './answers.commands.ts'
import { toOwnFeedback } from './answers.queries.ts'
import { declineNews, readRequest } from './notify.commands.ts'

/** Feedbacks of one group; `group` restricts them to this one. */
interface Which {
  readonly ids: readonly string[]
  readonly group?: string
}

/** Restricts `feedbacks f` to these of the giver's. */
const own = ({ companyId, userId, recipientId }: Giver, { ids, group }: Which): Sql => sql`f.company_id = ${companyId}
  and f.id = any(${ids}::uuid[]) and (f.giver_id = ${userId}::uuid or f.recipient_id = ${recipientId}::uuid)
  ${group ? sql`and f.recipient_id = ${group}` : sql.empty}`

/**
 * Row lock on the request and the recipient, in the order of account deletion: a cancellation or a deletion comes before or after.
 * @throws not_found unless all of them exist, in one group, and its recipient can still be reached
 */
async function lockGroup(tx: Queryable, giver: Giver, which: Which): Promise<void> {
  const found = await rows(
    tx,
    { request_id: t.uuid, recipient_id: t.uuid },
    sql`select f.request_id, f.recipient_id from feedbacks f where ${own(giver, which)}`,
  )
  const [first] = found
  if (!first || found.length !== which.ids.length || found.some(({ recipient_id }) => recipient_id !== first.recipient_id)) throw notFound()
  await tx.execute(sql`select from requests where company_id = ${giver.companyId} and id = ${first.request_id} for update`)
  const [reached] = await rows(
    tx,
    { id: t.uuid },
    sql`select id from recipients where company_id = ${giver.companyId} and id = ${first.recipient_id}
      and (user_id is not null or guest_id is not null) for no key update`,
  )
  if (!reached) throw notFound()
}

/**
 * Declines these feedbacks. The requester of a named request is notified of each, with the reason; on a confidential one no one is.
 * Idempotent. What is no longer pending stays as it is.
 * @throws not_found; already_answered, feedback_expired, feedback_cancelled when none is declined
 */
export async function declineFeedbacks(platform: Platform, giver: Acting, which: Which, reason: string | null): Promise<GivenFeedback[]> {
  const now = platform.clock()
  const said = which.ids.map((id) => ({
    id,
    reason: giver.seal.seal(reason, 'feedbacks.sealed_reason', id)?.toString('base64') ?? null,
    news_id: newId(now),
  }))
  const found = await platform.db.transaction(async (tx) => {
    await lockGroup(tx, giver, which)
    return rows(
      tx,
      targetRow,
      sql`with changed as (
          update feedbacks f set status = 'declined', withdrawn_at = null, sealed_reason = decode(said.reason, 'base64')
          from json_to_recordset(${JSON.stringify(said)}::json) as said (id uuid, reason text, news_id uuid), requests r
          where ${own(giver, which)} and said.id = f.id and r.company_id = f.company_id and r.id = f.request_id
            and f.status = 'pending' and r.expires_at > ${now}
          returning f.id, f.company_id, f.receiver_id, f.skill_id, f.request_id, f.confidential, said.news_id
        ), news as (${declineNews(sql`changed where not confidential`, giver, now)}),
        known as (${readRequest(sql`changed`, sql`${giver.userId}::uuid`, sql`${now}::timestamptz`)})
        ${targetOf(own(giver, which), { changed: sql`f.id in (select id from changed)` })} order by f.id`,
    )
  })
  const declined = found.map((row) => (row.changed ? { ...row, status: 'declined' as const } : row))
  if (!declined.some(({ status }) => status === 'declined')) throw closed(declined[0] as TargetRow)
  return declined.map((row) => toOwnFeedback(row, giver, now))
}

/**
 * Takes back that these feedbacks were declined, while their request is open: they are pending again, and the requester's news of it is
 * deleted. Idempotent.
 * @throws not_found; already_answered, feedback_expired, feedback_cancelled when none is pending
 */
export async function reopenFeedbacks(platform: Platform, giver: Acting, which: Which): Promise<GivenFeedback[]> {
  const now = platform.clock()
  const found = await platform.db.transaction(async (tx) => {
    await lockGroup(tx, giver, which)
    return rows(
      tx,
      targetRow,
      sql`with changed as (
          update feedbacks f set status = 'pending', sealed_reason = null, withdrawn_at = null from requests r
          where ${own(giver, which)} and r.company_id = f.company_id and r.id = f.request_id
            and f.status = 'declined' and ${isReopenable} and r.expires_at > ${now}
          returning f.id, f.company_id, f.receiver_id, f.skill_id, f.request_id
        ), gone as (
          delete from newsfeed n using changed c
          where n.company_id = c.company_id and n.user_id = c.receiver_id and n.kind = 'request_declined'
            and n.request_id = c.request_id and n.skill_id = c.skill_id
            and n.actor_id is not distinct from ${giver.userId}::uuid
            and n.guest_id is not distinct from ${giver.guestId}::uuid
        )
        ${targetOf(own(giver, which), { changed: sql`f.id in (select id from changed)` })} order by f.id`,
    )
  })
  const pending = found.map((row) => (row.changed ? { ...row, status: 'pending' as const } : row))
  if (!pending.some(({ status }) => status === 'pending')) throw notReopened(pending[0] as TargetRow, now)
  return pending.map((row) => toOwnFeedback(row, giver, now))
}

/** Why a feedback cannot be answered again: declined ones are cancelled or expired with their request. */
const notReopened = (row: TargetRow, now: Date): Problem =>
  row.status === 'declined' ? new Problem(new Date(row.expires_at) > now ? 'feedback_cancelled' : 'feedback_expired') : closed(row)
