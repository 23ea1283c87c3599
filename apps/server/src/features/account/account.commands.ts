import { and, eq } from 'drizzle-orm'
import { codeOf, type Queryable } from '../../db/index.ts'
import { users } from '../../db/schema/people.ts'
import { Problem } from '../../platform/errors.ts'
import { describe } from '../../platform/http-errors.ts'
import type { Platform } from '../../platform/index.ts'
import type { Leave } from '../../platform/leaving.ts'
import type { Viewer } from '../../platform/session.ts'

/** The database ended one of two that waited for each other: the same again succeeds. */
const DEADLOCK = '40P01'
const ATTEMPTS = 5

/**
 * Deletes the viewer's account (product.md §3 "Leaving"): each feature takes leave, then the person's row goes, and with it
 * whatever hangs on it. Nobody may keep a person back: the company's only administrator may go, too; whoever runs the server
 * then makes another one.
 * @throws unauthenticated when it has just been deleted
 */
export async function deleteUser(platform: Platform, viewer: Viewer, leaves: readonly Leave[]): Promise<void> {
  await again(() => platform.db.transaction((tx) => leaveAndGo(tx, viewer, leaves)))
  // Of nobody any more, but of somebody in an older backup: whoever restores one deletes again by these ids.
  platform.log.info({ company_id: viewer.companyId, user_id: viewer.userId }, 'account deleted')
  // What stays in the database's files is not reachable by any call; the night scrubs once more.
  await platform.scrub().catch((error) => platform.log.warn(describe(error), 'not scrubbed'))
}

async function leaveAndGo(tx: Queryable, { companyId, userId }: Viewer, leaves: readonly Leave[]): Promise<void> {
  const me = and(eq(users.company_id, companyId), eq(users.id, userId))
  const [known] = await tx.select({ email: users.email }).from(users).where(me)
  if (!known) throw new Problem('unauthenticated')
  for (const leave of leaves) await leave(tx, { companyId, userId, email: known.email })
  const gone = await tx.delete(users).where(me).returning({ id: users.id })
  if (gone.length === 0) throw new Problem('unauthenticated')
}

async function again(run: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || attempt === ATTEMPTS) throw error
    }
  }
}
