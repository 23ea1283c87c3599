import type { Person } from '@reflet/contract/common'
import type { Returned } from '@reflet/contract/endpoint'
import type { people } from '@reflet/contract/people'
import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../db/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { contactsOf } from '../contacts/contacts.queries.ts'
import { getHierarchy } from '../hierarchy/hierarchy.queries.ts'

const SUGGESTED = 10

/** The viewer's manager, how many answers they can read now, and, while there is none, who it might be. */
export async function getManager(db: Queryable, viewer: Viewer, now: Date): Promise<Returned<typeof people.getManager>> {
  const [row] = await rows<{ manager: Person; shared: number }>(
    db,
    sql`select json_build_object('id', m.id, 'first_name', m.first_name, 'last_name', m.last_name, 'job_title', m.job_title, 'avatar_url', m.avatar_url) as manager,
        (select count(*)::int from shared_answers h where h.company_id = u.company_id and h.owner_id = u.id and h.manager_id = m.id) as shared
      from users u join users m on m.company_id = u.company_id and m.id = u.manager_id and m.deactivated_at is null
      where u.company_id = ${viewer.companyId} and u.id = ${viewer.userId}`,
  )
  if (row) return { ...row, suggestions: [] }
  return { manager: null, shared: 0, suggestions: await suggestManagers(db, viewer, now) }
}

/** Colleagues whom the viewer placed above themselves: in the hierarchy where the company has one, then among the contacts. */
async function suggestManagers(db: Queryable, viewer: Viewer, now: Date): Promise<Person[]> {
  const placed = viewer.badgesActive ? (await getHierarchy(db, viewer, now)).hierarchical : []
  const above = [...placed, ...(await contactsOf(db, viewer))].filter(({ relation }) => relation === 'superior')
  const found = new Map(
    above.flatMap(({ user_id: id, first_name, last_name, job_title, avatar_url }): [string, Person][] =>
      id === null || id === viewer.userId ? [] : [[id, { id, first_name, last_name, job_title, avatar_url }]],
    ),
  )
  return [...found.values()].slice(0, SUGGESTED)
}
