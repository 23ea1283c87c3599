import { sql } from 'drizzle-orm'
import { rows } from '../../db/index.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import { lockViewer, type Viewer } from '../../platform/session.ts'

/**
 * Says who the viewer's manager is now, or that there is none; the same again changes nothing. What was shared with the one
 * before is closed by the database with the change itself (`close_shared_answers`), whatever makes it.
 * @throws manager_is_yourself; not_found for somebody who does not work here
 */
export async function setManager(platform: Platform, viewer: Viewer, userId: string | null): Promise<void> {
  const managerId = userId?.toLowerCase() ?? null
  if (managerId === viewer.userId) throw new Problem('manager_is_yourself')
  const { companyId } = viewer
  await platform.db.transaction(async (tx) => {
    // Before the viewer: who leaves comes last to those whom they managed.
    const managers = await rows<{ id: string; is_active: boolean }>(
      tx,
      sql`select id, deactivated_at is null as is_active from users where company_id = ${companyId}
        and (id = ${managerId}::uuid or id = (select manager_id from users where company_id = ${companyId} and id = ${viewer.userId})) for key share`,
    )
    if (managerId && !managers.some(({ id, is_active }) => id === managerId && is_active)) throw notFound()
    await lockViewer(tx, viewer)
    await tx.execute(sql`update users set manager_id = ${managerId}::uuid where company_id = ${companyId} and id = ${viewer.userId}`)
  })
}
