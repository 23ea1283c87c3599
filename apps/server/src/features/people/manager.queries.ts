import type { Person } from '@reflet/contract/common'
import type { Returned } from '@reflet/contract/endpoint'
import type { myManager } from '@reflet/contract/manager'
import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../db/index.ts'
import { personJson } from '../../platform/person.ts'
import type { Viewer } from '../../platform/session.ts'

const SUGGESTED = 10

/** The viewer's manager, how many answers they can read now, and, while there is none, who it might be. */
export async function getManager(db: Queryable, viewer: Viewer): Promise<Returned<typeof myManager.getManager>> {
  const [row] = await rows<{ manager: Person; shared: number }>(
    db,
    sql`select ${personJson(sql`m`)} as manager,
        (select count(*)::int from shared_answers h where h.company_id = u.company_id and h.owner_id = u.id and h.manager_id = m.id) as shared
      from users u join users m on m.company_id = u.company_id and m.id = u.manager_id and m.deactivated_at is null
      where u.company_id = ${viewer.companyId} and u.id = ${viewer.userId}`,
  )
  if (row) return { ...row, suggestions: [] }
  return { manager: null, shared: 0, suggestions: await suggestManagers(db, viewer) }
}

/** Colleagues whom the viewer placed above themselves: in the hierarchy where the company has one, then among the contacts. */
async function suggestManagers(db: Queryable, { companyId, userId, badgesActive }: Viewer): Promise<Person[]> {
  const above = sql`company_id = ${companyId} and user_id = ${userId} and relation = 'superior'`
  const found = await rows<{ person: Person }>(
    db,
    sql`select ${personJson(sql`u`)} as person
      from (
        select distinct on (id) * from (
          select member_user_id as id, 0 as list, position as place, id as row_id from hierarchy_members where ${above} and ${badgesActive}
          union all
          select coalesce(contact_user_id, (select o.id from users o where o.company_id = k.company_id and o.email = k.email)), 1,
            (contact_user_id is null)::int, id from contacts k where ${above}
        ) a order by id, list, place, row_id
      ) a
      join users u on u.company_id = ${companyId} and u.id = a.id and u.deactivated_at is null and u.id <> ${userId}
      order by a.list, a.place, a.row_id limit ${SUGGESTED}`,
  )
  return found.map(({ person }) => person)
}
