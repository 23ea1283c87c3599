import type { Person } from '@reflet/contract/common'
import type { Returned } from '@reflet/contract/endpoint'
import type { sharing } from '@reflet/contract/sharing'
import { type Queryable, rows, sql, t } from '../../db/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { personJson } from '../people/person.queries.ts'

const SUGGESTED = 10

/** The viewer's manager, how many answers they can read now, and, while there is none, suggestions. */
export async function getManager(db: Queryable, viewer: Viewer): Promise<Returned<typeof sharing.getManager>> {
  const [row] = await rows(
    db,
    { manager: t.json<Person>(), shared: t.int },
    sql`select ${personJson(sql`manager`)} as manager,
        (select count(*)::int from shared_answers sa
          where sa.company_id = u.company_id and sa.owner_id = u.id and sa.manager_id = manager.id) as shared
      from users u join users manager on manager.company_id = u.company_id and manager.id = u.manager_id
        and manager.deactivated_at is null
      where u.company_id = ${viewer.companyId} and u.id = ${viewer.userId}`,
  )
  if (row) return { ...row, suggestions: [] }
  return { manager: null, shared: 0, suggestions: await suggestManagers(db, viewer) }
}

/**
 * The viewer's superiors, those in the list first; then the colleague whom the viewer asked to fill the lists. The viewer typed that
 * colleague's address, so that it reveals nothing.
 */
async function suggestManagers(db: Queryable, { companyId, userId, badgesActive }: Viewer): Promise<Person[]> {
  const found = await rows(
    db,
    { person: t.json<Person>() },
    sql`select ${personJson(sql`u`)} as person
      from (
        select distinct on (id) * from (
          select coalesce(ct.contact_user_id, (select colleague.id from users colleague
              where colleague.company_id = ct.company_id and colleague.email = ct.email)) as id,
            case when ct.position is null then 1 else 0 end as list,
            coalesce(ct.position, (ct.contact_user_id is null)::int) as place, ct.id as row_id
          from contacts ct where ct.company_id = ${companyId} and ct.user_id = ${userId} and ct.relation = 'superior'
          union all
          select asked.id, 2, 0, hi.id from hierarchy_invitations hi
          join users asked on asked.company_id = hi.company_id and asked.email = hi.email
          where hi.company_id = ${companyId} and hi.user_id = ${userId} and hi.replaced_at is null and ${badgesActive}
        ) a order by id, list, place, row_id
      ) a
      join users u on u.company_id = ${companyId} and u.id = a.id and u.deactivated_at is null and u.id <> ${userId}
      order by a.list, a.place, a.row_id limit ${SUGGESTED}`,
  )
  return found.map(({ person }) => person)
}
