import { rows, sql } from '../../db/index.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import { lockViewer, type Viewer } from '../../platform/session.ts'
import { keepAsSuperior } from '../relations/relations.ts'

/**
 * Sets or clears the viewer's current manager, who is a contact with the relation `superior` from then on. Idempotent. A database trigger
 * revokes what was shared with the previous one
 * (`close_shared_answers`) in the same transaction.
 * @throws manager_is_yourself; not_found for a person who does not work here
 */
export async function setManager(platform: Platform, viewer: Viewer, userId: string | null): Promise<void> {
  const managerId = userId?.toLowerCase() ?? null
  if (managerId === viewer.userId) throw new Problem('manager_is_yourself')
  const { companyId } = viewer
  await platform.db.transaction(async (tx) => {
    // Lock order: before the viewer, see `lockViewer`.
    const [found] = await rows(
      tx,
      {},
      sql`select from users where company_id = ${companyId} and id = ${managerId}::uuid and deactivated_at is null for key share`,
    )
    if (managerId && !found) throw notFound()
    await lockViewer(tx, viewer)
    await tx.execute(sql`update users set manager_id = ${managerId}::uuid where company_id = ${companyId} and id = ${viewer.userId}`)
    if (managerId) await keepAsSuperior(tx, viewer, managerId, platform.clock())
  })
}
