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
    // Before the viewer: see `lockViewer`.
    const [found] = await rows(
      tx,
      sql`select 1 from users where company_id = ${companyId} and id = ${managerId}::uuid and deactivated_at is null for key share`,
    )
    if (managerId && !found) throw notFound()
    await lockViewer(tx, viewer)
    await tx.execute(sql`update users set manager_id = ${managerId}::uuid where company_id = ${companyId} and id = ${viewer.userId}`)
  })
}
