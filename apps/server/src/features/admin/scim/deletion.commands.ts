import { DAY_MS } from '@reflet/contract/durations'
import { rows, sql, t } from '../../../db/index.ts'
import type { Seal } from '../../../platform/crypto.ts'
import { describe } from '../../../platform/http-errors.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Leave } from '../../account-deletion/account-deletion.ts'

/** From the deletion by the directory until the account is erased: until then it can be revived. */
const ERASE_AFTER_DAYS = 30
const BATCH = 100

interface Person {
  readonly companyId: string
  readonly userId: string
  readonly seal: Seal
}

/** The deletion of an account, with a last step before the row is deleted. */
export type Erase = (person: Person, last: Leave) => Promise<void>

/** The directory or an administrator has let the person in again meanwhile. */
class Revived extends Error {}

/**
 * Erases the accounts that directories deleted 30 days ago, as their owners delete them; called by a job. A failure concerns one account,
 * which is tried again the next day.
 * @returns how many
 */
export async function eraseDeleted(platform: Platform, erase: Erase): Promise<number> {
  const { db, clock, vault, log, closing } = platform
  const due = new Date(clock().getTime() - ERASE_AFTER_DAYS * DAY_MS)
  let erased = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const batch = await rows(
      db,
      { company_id: t.uuid, id: t.uuid, wrapped_key: t.bytes },
      sql`select u.company_id, u.id, c.wrapped_key from users u join companies c on c.company_id = u.company_id
        where u.scim_deleted_at <= ${due} and u.id > ${after} order by u.id limit ${BATCH}`,
    )
    for (const { company_id: companyId, id: userId, wrapped_key } of batch) {
      if (closing.aborted) return erased
      try {
        await erase({ companyId, userId, seal: vault.sealOf(companyId, wrapped_key) }, stillDue(due))
        erased++
      } catch (error) {
        if (!(error instanceof Revived)) log.error({ company_id: companyId, user_id: userId, ...describe(error) }, 'not erased')
      }
    }
    const last = batch.at(-1)
    if (!last || batch.length < BATCH) return erased
    after = last.id
  }
}

/** Race: under the lock of the deletion, the person must still be deleted. */
const stillDue =
  (due: Date): Leave =>
  async (tx, { companyId, userId }) => {
    const [row] = await rows(
      tx,
      { one: t.int },
      sql`select 1 as one from users where company_id = ${companyId} and id = ${userId} and scim_deleted_at <= ${due} for update`,
    )
    if (!row) throw new Revived()
  }
