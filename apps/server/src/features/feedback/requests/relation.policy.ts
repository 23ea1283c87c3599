import type { Relation } from '@reflet/contract/relations'
import { sql } from 'drizzle-orm'

/**
 * The relation of a person to the owner of the lists. The first match counts: the hierarchy, then the contacts; in each by id, then by
 * address. A colleague is never external.
 */
export const relationBy = (said: readonly Relation[], isColleague: boolean): Relation =>
  isColleague ? (said.find((relation) => relation !== 'outside') ?? 'coworker') : (said[0] ?? 'outside')

/** The requester's entry for a person, by id or by address. */
export interface Said {
  user_id: string | null
  email: string | null
  relation: Relation
}

/** The requester's own lists, as far as they are about these people. */
export type Lists = Record<'hierarchy' | 'contacts', Said[] | null>

/** The relation of a person to the requester, by the requester's lists. */
export function relationTo({ hierarchy, contacts }: Lists, userId: string | null, email: string): Relation {
  const about = (list: Said[] | null) => [
    ...(list ?? []).filter((one) => userId !== null && one.user_id === userId),
    ...(list ?? []).filter((one) => one.email === email),
  ]
  const said = [...about(hierarchy), ...about(contacts)].map(({ relation }) => relation)
  return relationBy(said, userId !== null)
}

const saidIn = (table: 'hierarchy_members' | 'contacts', member: 'member_user_id' | 'contact_user_id') => {
  const memberId = sql.raw(`s.${member}`)
  return sql`(select s.relation from ${sql.raw(table)} s
    where s.company_id = x.company_id and s.user_id = x.owner_id and (${memberId} = x.user_id or s.email = x.email)
      and (x.user_id is null or s.relation <> 'outside')
    order by ${memberId} is null limit 1)`
}

/** `relationBy` as SQL, over rows `x` of company_id, owner_id, user_id and email. */
export const relationInLists = sql`coalesce(${saidIn('hierarchy_members', 'member_user_id')},
  ${saidIn('contacts', 'contact_user_id')},
  case when x.user_id is null then 'outside' else 'coworker' end)`
