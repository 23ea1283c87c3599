import type { Colleague } from '@reflet/contract/people'
import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../db/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { wordsOf } from './fold.ts'

export { nameKey } from './fold.ts'

/** More words than this say no more about whom somebody looks for. */
const WORDS = 6

/**
 * Load: how many requests wait for a colleague's answer. A confidential one counts until it expires, answered or not, in everyone's view:
 * a falling count would tell who has answered.
 */
export const openRequests = (companyId: SQL, colleagueId: SQL, now: SQL) => sql`(
  (select count(distinct p.recipient_id)::int from feedbacks p
    where p.company_id = ${companyId} and p.giver_id = ${colleagueId} and p.status = 'pending' and not p.confidential)
  + (select count(*)::int from recipients q where q.company_id = ${companyId} and q.user_id = ${colleagueId} and q.counts_until > ${now}))`

/** The same for several colleagues at once. */
export async function openRequestsOf(
  db: Queryable,
  { companyId }: Viewer,
  userIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map()
  const found = await rows<{ id: string; open_requests: number }>(
    db,
    sql`select u.id, ${openRequests(sql`${companyId}`, sql`u.id`, sql`${now}::timestamptz`)} as open_requests
      from unnest(${sql.param(userIds)}::uuid[]) as u (id)`,
  )
  return new Map(found.map((row) => [row.id, row.open_requests]))
}

/** The directory's rule for a list in memory: each typed word begins some word of the texts. */
export function matcher(query: string): (...texts: string[]) => boolean {
  const typed = wordsOf(query).slice(0, WORDS)
  return (...texts) => {
    const words = typed.length > 0 ? wordsOf(...texts) : []
    return typed.every((beginning) => words.some((word) => word.startsWith(beginning)))
  }
}

/**
 * Colleagues of whom each typed word begins some word of name, e-mail or job, by name; without words, all of them.
 * Never the viewer, never someone deactivated. Everybody of a beginning stands in the order of names (`searchWords`): several
 * beginnings are read side by side, as far as the first `limit` people need.
 */
export async function searchColleagues(
  db: Queryable,
  viewer: Viewer,
  { query, limit }: { query: string; limit: number },
  now: Date,
): Promise<{ colleagues: Colleague[] }> {
  // The longest finds the fewest people: it leads.
  const [lead = '', ...others] = wordsOf(query)
    .sort((a, b) => b.length - a.length)
    .slice(0, WORDS)
  const also = others.map(
    (word) => sql`and exists (select from user_words x
      where x.company_id = w.company_id and x.word = ${word} and x.name = w.name and x.user_id = w.user_id)`,
  )
  const colleagues = await rows<Colleague>(
    db,
    sql`select u.id as user_id, u.email, u.first_name, u.last_name, u.job_title, u.avatar_url,
        ${openRequests(sql`u.company_id`, sql`u.id`, sql`${now}::timestamptz`)} as open_requests
      from user_words w join users u on u.company_id = w.company_id and u.id = w.user_id
      where w.company_id = ${viewer.companyId} and w.word = ${lead} and u.deactivated_at is null and u.id <> ${viewer.userId}
        ${sql.join(also, sql` `)}
      order by w.name, w.user_id limit ${limit}`,
  )
  return { colleagues }
}
