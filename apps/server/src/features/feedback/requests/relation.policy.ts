import type { Relation } from '@reflet/contract/relations'
import { sql } from 'drizzle-orm'

/** The relation of a person to the owner of the contacts. The first one counts: by id, then by address. A colleague is never external. */
export const relationBy = (said: readonly Relation[], isColleague: boolean): Relation =>
  isColleague ? (said.find((relation) => relation !== 'outside') ?? 'coworker') : (said[0] ?? 'outside')

/** The requester's entry for a person, by id or by address. */
export interface Said {
  user_id: string | null
  email: string | null
  relation: Relation
}

/** The relation of a person to the requester, by the requester's contacts as far as they are about these people. */
export function relationTo(contacts: readonly Said[] | null, userId: string | null, email: string): Relation {
  const said = [
    ...(contacts ?? []).filter((one) => userId !== null && one.user_id === userId),
    ...(contacts ?? []).filter((one) => one.email === email),
  ].map(({ relation }) => relation)
  return relationBy(said, userId !== null)
}

/** `relationBy` as SQL, over rows `x` of company_id, owner_id, user_id and email. */
export const relationInLists = sql`coalesce((select ct.relation from contacts ct
    where ct.company_id = x.company_id and ct.user_id = x.owner_id
      and (ct.contact_user_id = x.user_id or ct.email = x.email)
      and (x.user_id is null or ct.relation <> 'outside')
    order by (ct.contact_user_id = x.user_id) is not true limit 1),
  case when x.user_id is null then 'outside' else 'coworker' end)`
