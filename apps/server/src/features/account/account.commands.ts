import { codeOf, type Queryable, rows, sql, t } from '../../db/index.ts'
import { Problem } from '../../platform/errors.ts'
import { describe } from '../../platform/http-errors.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import type { Leave, Leaver } from '../account-deletion/account-deletion.ts'
import { type Actor, record } from '../audit/audit.ts'

/** SQLSTATE deadlock_detected: PostgreSQL aborted one of two transactions; a retry succeeds. */
const DEADLOCK = '40P01'
const ATTEMPTS = 5

type Person = Pick<Viewer, 'companyId' | 'userId'>

export interface Leaving extends Pick<Leaver, 'badgesToDelete'> {
  readonly actor: Actor
}

/**
 * Deletes the viewer's account (docs/PRODUCT.md, "Deleting an account"): each feature runs its step, then the person's row is deleted with
 * all rows that reference it. Nothing prevents it: the company's only administrator may leave, too; the server's operator then creates
 * another one.
 * @throws unauthenticated when it has just been deleted
 */
export async function deleteUser(
  platform: Platform,
  viewer: Person,
  { actor, badgesToDelete }: Leaving,
  leaves: readonly Leave[],
): Promise<void> {
  await again(() =>
    platform.db.transaction(async (tx) => {
      await leaveAndGo(tx, viewer, badgesToDelete, leaves)
      await record(tx, platform.clock(), { companyId: viewer.companyId, actor, action: 'account_deleted' })
    }),
  )
  // The ids identify no one any more, except in an older backup: after restoring one, the operator deletes these accounts again.
  platform.log.info({ company_id: viewer.companyId, user_id: viewer.userId }, 'account deleted')
  // Bytes left in the database's files cannot be reached by any call; the nightly job scrubs again.
  await platform.scrub().catch((error) => platform.log.warn(describe(error), 'not scrubbed'))
}

async function leaveAndGo(
  tx: Queryable,
  { companyId, userId }: Person,
  badgesToDelete: readonly string[],
  leaves: readonly Leave[],
): Promise<void> {
  const me = sql`company_id = ${companyId} and id = ${userId}`
  const [known] = await rows(tx, { email: t.text }, sql`select email from users where ${me}`)
  if (!known) throw new Problem('unauthenticated')
  for (const leave of leaves) await leave(tx, { companyId, userId, email: known.email, badgesToDelete })
  const gone = await tx.execute(sql`delete from users where ${me}`)
  if (gone === 0) throw new Problem('unauthenticated')
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
