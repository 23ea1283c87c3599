import type { GivenFeedback } from '@reflet/contract/answers'
import { nullable, type Queryable, type RowOf, rows, sql, t } from '../../../db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import { firstIdAt } from '../../../platform/ids.ts'
import type { Viewer } from '../../../platform/session.ts'
import { ownColumns, ownRow, toOwnFeedback } from '../answers/answers.queries.ts'

/**
 * A colleague's manager on record.
 * @throws not_found for a person who does not work here
 */
export async function managerOf(db: Queryable, { companyId }: Viewer, colleagueId: string): Promise<string | null> {
  const [colleague] = await rows(
    db,
    { manager_id: nullable(t.uuid) },
    sql`select manager_id from users where company_id = ${companyId} and id = ${colleagueId} and deactivated_at is null`,
  )
  if (!colleague) throw notFound()
  return colleague.manager_id
}

const offeredRow = { group_id: t.uuid, content_hash: t.text, is_same: t.bool, offered_at: t.time }

/** What the viewer gave since then, and what was given with this key to this colleague at any time. */
export function offeredSince(
  db: Queryable,
  viewer: Viewer,
  { since, to, key }: { since: Date; to: string; key: string },
): Promise<RowOf<typeof offeredRow>[]> {
  return rows(
    db,
    offeredRow,
    sql`select p.id as group_id, encode(r.content_hash, 'base64') as content_hash,
      r.idempotency_key = ${key} as is_same, p.created_at as offered_at
      from recipients p join requests r on r.company_id = p.company_id and r.id = p.request_id and r.kind = 'offered'
      where p.company_id = ${viewer.companyId} and p.user_id = ${viewer.userId}
        and (p.id >= ${firstIdAt(since)} or p.request_id in (
        select id from requests
        where company_id = ${viewer.companyId} and requester_id = ${to} and idempotency_key = ${key}))
      order by p.id`,
  )
}

/** Unrequested feedback as its giver sees it. */
export async function getOffered(
  db: Queryable,
  viewer: Viewer,
  groupId: string,
  now: Date,
): Promise<{ group_id: string; feedback: GivenFeedback }> {
  const [row] = await rows(
    db,
    ownRow,
    sql`select ${ownColumns} from feedbacks f
      join requests r on r.company_id = f.company_id and r.id = f.request_id
      join skills k on k.company_id = f.company_id and k.id = f.skill_id
      where f.company_id = ${viewer.companyId} and f.recipient_id = ${groupId} and f.giver_id = ${viewer.userId}`,
  )
  if (!row) throw notFound()
  return { group_id: groupId, feedback: toOwnFeedback(row, viewer, now) }
}
