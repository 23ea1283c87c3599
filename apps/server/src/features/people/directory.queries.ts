import type { Colleague } from '@reflet/contract/people'
import { type Queryable, rows, type Sql, sql, t, type Value } from '../../db/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { wordsOf } from '../search-index/search-words.ts'
import { refuseThese } from './people.policy.ts'
import { listedRow } from './person.queries.ts'

/** Limit of search words: more do not narrow the result. */
const WORDS = 6

/**
 * Load: how many pending requests a colleague has. A confidential one counts until it expires, answered or not, for every viewer: a
 * decreasing count would reveal who has answered.
 */
export const openRequests = (companyId: Value, colleagueId: Sql, now: Value) => sql`(
  (select count(distinct f.recipient_id)::int from feedbacks f
    where f.company_id = ${companyId} and f.giver_id = ${colleagueId} and f.status = 'pending' and not f.confidential)
  + (select count(*)::int from recipients p
    where p.company_id = ${companyId} and p.user_id = ${colleagueId} and p.counts_until > ${now}))`

/** The same for several colleagues at once. */
export async function openRequestsOf(
  db: Queryable,
  { companyId }: Viewer,
  userIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map()
  const found = await rows(
    db,
    { id: t.uuid, open_requests: t.int },
    sql`select u.id, ${openRequests(companyId, sql`u.id`, sql`${now}::timestamptz`)} as open_requests
      from unnest(${userIds}::uuid[]) as u (id)`,
  )
  return new Map(found.map((row) => [row.id, row.open_requests]))
}

/**
 * A former colleague is not asked as an external person: the address is that of an account, which is deactivated.
 * @throws person_deactivated with the fields of these addresses
 */
export async function refuseFormer(
  db: Queryable,
  companyId: string,
  named: readonly { readonly field: string; readonly email: string }[],
): Promise<void> {
  if (named.length === 0) return
  const former = await rows(
    db,
    { email: t.text },
    sql`select email from users where company_id = ${companyId} and deactivated_at is not null
      and email = any(${named.map(({ email }) => email)}::text[])`,
  )
  const gone = new Set(former.map(({ email }) => email))
  refuseThese(named.filter(({ email }) => gone.has(email)))
}

/** The words of a query, the longest first: it is the most selective, so it drives the search. Empty: the word of everyone. */
export function searchTerms(query: string): readonly [string, ...string[]] {
  const [lead = '', ...others] = wordsOf(query)
    .sort((a, b) => b.length - a.length)
    .slice(0, WORDS)
  return [lead, ...others]
}

/** The directory's search rule for a list in memory: each typed word is a prefix of a word of the texts. */
export function matcher(query: string): (...texts: string[]) => boolean {
  const typed = wordsOf(query).slice(0, WORDS)
  return (...texts) => {
    const words = typed.length > 0 ? wordsOf(...texts) : []
    return typed.every((beginning) => words.some((word) => word.startsWith(beginning)))
  }
}

/**
 * Colleagues for whom each typed word is a prefix of a word of name, e-mail or job, by name; without words, all of them. Never the viewer
 * or deactivated people. The people of a prefix are indexed in the order of names (`indexPeople`): several prefixes are merged, only as far
 * as the first `limit` people need.
 */
export async function searchColleagues(
  db: Queryable,
  viewer: Viewer,
  { query, limit }: { query: string; limit: number },
  now: Date,
): Promise<{ colleagues: Colleague[] }> {
  const [lead, ...others] = searchTerms(query)
  const also = others.map(
    (word) => sql`and exists (select from user_words another
      where another.company_id = uw.company_id and another.word = ${word} and another.name = uw.name
        and another.user_id = uw.user_id)`,
  )
  const colleagues = await rows(
    db,
    { ...listedRow, user_id: t.uuid, open_requests: t.int },
    sql`select u.id as user_id, u.email, u.first_name, u.last_name, u.job_title, u.avatar_url,
        ${openRequests(sql`u.company_id`, sql`u.id`, sql`${now}::timestamptz`)} as open_requests
      from user_words uw join users u on u.company_id = uw.company_id and u.id = uw.user_id
      where uw.company_id = ${viewer.companyId} and uw.word = ${lead} and u.deactivated_at is null
        and u.id <> ${viewer.userId}
        ${sql.join(also, ' ')}
      order by uw.name, uw.user_id limit ${limit}`,
  )
  return { colleagues }
}
