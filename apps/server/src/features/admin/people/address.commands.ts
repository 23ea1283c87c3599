import { DAY_MS } from '@reflet/contract/durations'
import { and, eq, sql } from 'drizzle-orm'
import { codeOf, type Queryable, rows, violates } from '../../../db/index.ts'
import { emailChanges, users } from '../../../db/schema/people.ts'
import { hashToken, type Vault } from '../../../platform/crypto.ts'
import { Problem } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { type Actor, personAt, record } from '../../audit/audit.ts'
import { notify } from '../../messages/notify.ts'
import { indexPerson } from '../../search-index/search-index.ts'
import { getAddressChange } from './address.queries.ts'

/** A change of address can be confirmed for so many days. */
const CHANGE_DAYS = 7

/**
 * Asks both mailboxes to confirm a new address; an earlier change that waits is replaced. The address may be free now and taken when it is
 * confirmed.
 * @throws email_taken
 */
export async function askForAddress(
  tx: Queryable,
  vault: Vault,
  { companyId, actor }: { companyId: string; actor: Actor },
  userId: string,
  email: string,
  now: Date,
): Promise<void> {
  const [taken] = await rows(tx, sql`select 1 from users where email = ${email}`)
  if (taken) throw new Problem('email_taken', { fields: { email: 'taken' } })
  await tx.execute(sql`delete from email_changes where company_id = ${companyId} and user_id = ${userId}`)
  const id = newId(now)
  const hashOf = (purpose: 'address_change_old' | 'address_change_new') => hashToken(vault.deriveToken(purpose, id))
  await tx.insert(emailChanges).values({
    company_id: companyId,
    id,
    user_id: userId,
    new_email: email,
    old_token_hash: hashOf('address_change_old'),
    new_token_hash: hashOf('address_change_new'),
    expires_at: new Date(now.getTime() + CHANGE_DAYS * DAY_MS),
    created_at: now,
  })
  const message = { company_id: companyId, user_id: userId, email_change_id: id, send_after: now }
  await notify(tx, now, {
    messages: [
      { ...message, kind: 'address_change_old' },
      { ...message, kind: 'address_change_new' },
    ],
  })
  await record(tx, now, { companyId, actor, action: 'address_change_asked', target: { kind: 'person', id: userId } })
}

/**
 * Confirms a change from one mailbox; with the second one the address changes. Idempotent until then.
 * @returns whether both have confirmed
 * @throws gone; email_taken when another account has taken the address meanwhile
 */
export async function confirmAddress(platform: Platform, token: string, ip: string): Promise<boolean> {
  const now = platform.clock()
  const hash = hashToken(token)
  try {
    return await platform.db.transaction(async (tx) => {
      const change = await getAddressChange(tx, token, now)
      const [confirmed] = await rows<{ is_done: boolean }>(
        tx,
        sql`update email_changes set
            old_confirmed_at = case when old_token_hash = ${hash} then coalesce(old_confirmed_at, ${now})
              else old_confirmed_at end,
            new_confirmed_at = case when new_token_hash = ${hash} then coalesce(new_confirmed_at, ${now})
              else new_confirmed_at end
          where company_id = ${change.company_id} and id = ${change.id}
          returning old_confirmed_at is not null and new_confirmed_at is not null as is_done`,
      )
      if (!confirmed?.is_done) return false
      await changeAddress(tx, change)
      const { company_id: companyId, user_id: id } = change
      await record(tx, now, { companyId, actor: personAt(id, ip), action: 'address_changed', target: { kind: 'person', id } })
      return true
    })
  } catch (error) {
    if (violates(error, 'users_email_key') && codeOf(error) === '23505') throw new Problem('email_taken')
    throw error
  }
}

async function changeAddress(tx: Queryable, change: { company_id: string; user_id: string; id: string; new_email: string }): Promise<void> {
  const mine = and(eq(users.company_id, change.company_id), eq(users.id, change.user_id))
  const [row] = await tx.update(users).set({ email: change.new_email }).where(mine).returning({ id: users.id })
  if (!row) throw new Problem('gone')
  await tx.execute(sql`delete from email_changes where company_id = ${change.company_id} and id = ${change.id}`)
  await indexPerson(tx, change.company_id, change.user_id)
}

/** Refuses a change from one mailbox: the address stays as it is. @throws gone */
export async function refuseAddress(platform: Platform, token: string, ip: string): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    const { company_id: companyId, user_id: userId, id } = await getAddressChange(tx, token, now)
    await tx.execute(sql`delete from email_changes where company_id = ${companyId} and id = ${id}`)
    await record(tx, now, {
      companyId,
      actor: personAt(userId, ip),
      action: 'address_change_refused',
      target: { kind: 'person', id: userId },
    })
  })
}

/** Deletes changes that were never confirmed; called by the cleanup job. */
export const forgetAddressChanges = (db: Queryable, now: Date) => db.execute(sql`delete from email_changes where expires_at < ${now}`)
