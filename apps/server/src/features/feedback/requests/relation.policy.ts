import { GIVER_RELATIONS, type GiverRelation, type Relation } from '@reflet/contract/relations'
import { type Sql, sql, type Value } from '../../../db/sql.ts'

/** The relation of a person to the owner of the contacts. The first one counts: by id, then by address. A colleague is never external. */
export const relationBy = (said: readonly Relation[], isColleague: boolean): Relation =>
  isColleague ? (said.find((relation) => relation !== 'outside') ?? 'coworker') : (said[0] ?? 'outside')

/** Who answers whom, with the receiver's manager on record. */
interface Between {
  readonly giverId: string
  readonly managerId: string | null
}

/** Where the receiver has a manager on record, only that person is their superior. */
const mayBeSuperior = ({ giverId, managerId }: Between) => managerId === null || managerId === giverId

/** The relations that a giver may choose from. */
export const relationsFor = (between: Between): GiverRelation[] =>
  GIVER_RELATIONS.filter((relation) => relation !== 'superior' || mayBeSuperior(between))

/**
 * What a giver reads as how they were asked, and what is stored where they say nothing: the relation of the request as it was sent, which a
 * later manager on record never raises.
 */
export const relationAsked = (sent: Relation, between: Between): GiverRelation =>
  sent === 'outside' || (sent === 'superior' && !mayBeSuperior(between)) ? 'coworker' : sent

/** The relation of a named answer that was not requested of its giver: as they say it, else coworker. */
export const relationGiven = (said: GiverRelation | undefined, between: Between) => ({
  relation: relationAsked(said ?? 'coworker', between),
  relation_confirmed: said !== undefined,
})

/**
 * The relation of an answer to a request, as assignments: as its giver says it, else `relationAsked`. Over named or confidential
 * `feedbacks f` of employees or guests, and `users receiver`.
 */
export const setRelationGiven = (given: Value) => {
  const said = sql`coalesce(${given}::text, f.relation)`
  return sql`
  relation = case when f.confidential or f.giver_id is null then f.relation
    when ${said} = 'superior' and receiver.manager_id <> f.giver_id then 'coworker' else ${said} end,
  relation_confirmed = not f.confidential and f.giver_id is not null and ${given}::text is not null`
}

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

/** `relationBy` as SQL, for the rows of a relation with company_id, owner_id, user_id and email. */
export const relationInLists = ({ of: x }: { of: Sql }) => sql`coalesce((select ct.relation from contacts ct
    where ct.company_id = ${x}.company_id and ct.user_id = ${x}.owner_id
      and (ct.contact_user_id = ${x}.user_id or ct.email = ${x}.email)
      and (${x}.user_id is null or ct.relation <> 'outside')
    order by (ct.contact_user_id = ${x}.user_id) is not true limit 1),
  case when ${x}.user_id is null then 'outside' else 'coworker' end)`
