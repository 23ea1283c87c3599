import { DAY_MS } from '@reflet/contract/durations'
import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../../db/index.ts'
import { emailChanges, formerAddresses } from '../../../db/schema/people.ts'
import { hashToken, type Vault } from '../../../platform/crypto.ts'
import { Problem } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { personAt, record } from '../../audit/audit.ts'
import { recordForAdministrators } from '../../messages/administration.ts'
import { notify } from '../../messages/notify.ts'
import { accessChangedAt } from '../../people/access.policy.ts'
import { acceptAddress } from '../../people/address.policy.ts'
import { indexPerson } from '../../search-index/search-index.ts'
import { findAddressChange, type PendingChange, type RestorableChange } from './address.queries.ts'
import { refusingTaken } from './taken.ts'

/** A change of address can be confirmed for so many days, and restored after it. */
const CHANGE_DAYS = 7

interface Person {
  readonly companyId: string
  readonly userId: string
}

/**
 * Asks the new mailbox to confirm; an earlier change that waits is replaced. The address may be free now and taken when it is confirmed.
 * Whether it has an account in another company is told to that mailbox alone.
 * @throws email_taken in this company
 */
export async function askForAddress(tx: Queryable, vault: Vault, { companyId, userId }: Person, email: string, now: Date): Promise<void> {
  const [taken] = await rows(
    tx,
    sql`select 1 from users where company_id = ${companyId} and email = ${email}
      union all select 1 from former_addresses
        where company_id = ${companyId} and email = ${email} and user_id <> ${userId} and confirmed_at is null`,
  )
  if (taken) throw new Problem('email_taken', { fields: { email: 'taken' } })
  await askMailbox(tx, vault, { companyId, userId }, email, now)
}

/** Mails a link by which the mailbox of an address confirms that it is this person's. */
async function askMailbox(tx: Queryable, vault: Vault, { companyId, userId }: Person, email: string, now: Date): Promise<void> {
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
  await notify(tx, now, { messages: [{ ...message, kind: 'address_change_new' }] })
}

/**
 * Gives a used account another address: the caller has locked its row and checked who may. What was open under the address before ends, so
 * that no link or login that was begun with it goes on. Its mailbox gets a link by which it restores the address; that of the new one, unless
 * it has just confirmed or was this person's lately, a link by which it becomes the address of the login.
 * @throws email_taken in this company; address_in_use when it has confirmed and another company's account holds it
 */
export async function replaceAddress(
  tx: Queryable,
  vault: Vault,
  { companyId, userId }: Person,
  email: string,
  now: Date,
  { isConfirmed = false } = {},
): Promise<void> {
  const id = newId(now)
  const [before] = await rows<{ email: string; held: boolean; left_at: string | null; is_between: boolean }>(
    tx,
    sql`select u.email, u.holds_address as held,
        (select min(fa.changed_at) from former_addresses fa
          where ${isLive} and fa.email = ${email} and fa.held) as left_at,
        not u.holds_address and exists (select from former_addresses fa where ${isLive}) as is_between
      from users u where u.company_id = ${companyId} and u.id = ${userId} and u.email <> ${email} for no key update`,
  )
  if (!before) return
  const isBack = before.left_at !== null
  await tx.execute(
    sql`update users set email = ${email}, access_changed_at = ${accessChangedAt(now)}
      where company_id = ${companyId} and id = ${userId}`,
  )
  // Of a change back nothing is restored but what was before it; nor is an address in between, which no mailbox confirmed.
  if (isBack)
    await tx.execute(
      sql`delete from former_addresses where company_id = ${companyId} and user_id = ${userId}
        and changed_at > ${before.left_at}`,
    )
  const isRestorable = !isBack && !before.is_between
  if (isRestorable)
    await tx.insert(formerAddresses).values({
      company_id: companyId,
      id,
      user_id: userId,
      email: before.email,
      new_email: email,
      token_hash: hashToken(vault.deriveToken('address_restore', id)),
      held: before.held,
      changed_at: now,
      expires_at: new Date(now.getTime() + CHANGE_DAYS * DAY_MS),
    })
  await endOpen(tx, { companyId, userId }, now)
  if (isRestorable)
    await notify(tx, now, {
      // A kind that the previous release knows: of an unknown change it tries again, an unknown kind it would drop.
      messages: [
        {
          company_id: companyId,
          kind: 'security_changed',
          change: 'address_changed',
          user_id: userId,
          former_address_id: id,
          send_after: now,
        },
      ],
    })
  if (isConfirmed || isBack) await accept(tx, { companyId, userId }, isConfirmed)
  else await askMailbox(tx, vault, { companyId, userId }, email, now)
  await indexPerson(tx, companyId, userId)
}

/** Of a person `u`: an address that can be restored. */
const isLive = sql`fa.company_id = u.company_id and fa.user_id = u.id and fa.confirmed_at is null`

/** @throws address_in_use when another company's account holds it and the mailbox is to learn it */
async function accept(tx: Queryable, person: Person, isTold = true): Promise<void> {
  const [yielding, accepting] = acceptAddress(person)
  await tx.execute(yielding)
  const [row] = await rows<{ held: boolean }>(tx, accepting)
  if (isTold && !row?.held) throw new Problem('address_in_use')
}

/** Links and logins that were begun and not completed: they were for another address. */
async function endOpen(tx: Queryable, { companyId, userId }: Person, now: Date): Promise<void> {
  const theirs = sql`company_id = ${companyId} and user_id = ${userId}`
  await tx.execute(sql`delete from email_changes where ${theirs}`)
  await tx.execute(sql`update password_resets set used_at = ${now} where ${theirs} and used_at is null`)
  await tx.execute(sql`update sign_in_codes set used_at = ${now} where ${theirs} and used_at is null`)
  await tx.execute(sql`delete from login_challenges where ${theirs}`)
  await tx.execute(sql`delete from passkey_challenges where ${theirs}`)
}

/**
 * Confirms a change from a mailbox: from the new one it changes the address; from the one before, after it changed, it ends the possibility to
 * restore. A person whose address the previous release asked about may still answer from both.
 * @returns whether the address has changed
 * @throws gone; email_taken when another account of the company has taken the address; address_in_use when one of another company has
 */
export async function confirmAddress(platform: Platform, token: string, ip: string): Promise<boolean> {
  const now = platform.clock()
  return refusingTaken(() =>
    platform.db.transaction(async (tx) => {
      const change = await findAddressChange(tx, token, now)
      if (change.is === 'changed') {
        await tx.execute(
          sql`update former_addresses set confirmed_at = ${now} where company_id = ${change.company_id} and id = ${change.id}`,
        )
        return true
      }
      if (change.mailbox === 'old') return confirmOld(tx, change, now)
      const person = { companyId: change.company_id, userId: change.user_id }
      if (change.email === change.new_email) await acceptMine(tx, person, change.id)
      else await replaceAddress(tx, platform.vault, person, change.new_email, now, { isConfirmed: true })
      if (change.email !== change.new_email) await record(tx, now, { ...entryOf(person, ip), action: 'address_changed' })
      return true
    }),
  ).then((done) => {
    platform.wake(now)
    return done
  })
}

/** The mailbox of an address that a directory had changed already. */
async function acceptMine(tx: Queryable, person: Person, changeId: string): Promise<void> {
  await accept(tx, person)
  await tx.execute(sql`delete from email_changes where company_id = ${person.companyId} and id = ${changeId}`)
}

async function confirmOld(tx: Queryable, change: PendingChange, now: Date): Promise<false> {
  await tx.execute(
    sql`update email_changes set old_confirmed_at = coalesce(old_confirmed_at, ${now})
      where company_id = ${change.company_id} and id = ${change.id}`,
  )
  return false
}

/**
 * Refuses a change from one mailbox. One that waits is forgotten: the address stays as it is. One that was made is undone from the mailbox of
 * the address before.
 * @throws gone
 */
export async function refuseAddress(platform: Platform, token: string, ip: string): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    const change = await findAddressChange(tx, token, now)
    const person = { companyId: change.company_id, userId: change.user_id }
    if (change.is === 'changed') {
      await restore(tx, change, now)
      await recordForAdministrators(tx, now, { ...entryOf(person, ip), action: 'address_restored' }, 'address_restored')
      return
    }
    await tx.execute(sql`delete from email_changes where company_id = ${change.company_id} and id = ${change.id}`)
    await record(tx, now, { ...entryOf(person, ip), action: 'address_change_refused' })
  })
  platform.wake(now)
}

const entryOf = ({ companyId, userId }: Person, ip: string) => ({
  companyId,
  actor: personAt(userId, ip),
  target: { kind: 'person', id: userId } as const,
})

/**
 * The address of before, and nothing of what was done with the account under another one: its sessions, links and factors end, and so does a
 * password that was set by a link to the other address. Later changes go with it.
 */
async function restore(tx: Queryable, change: RestorableChange, now: Date): Promise<void> {
  const { company_id, user_id, email, changed_at } = change
  const theirs = sql`company_id = ${company_id} and user_id = ${user_id}`
  await tx.execute(sql`select from users where company_id = ${company_id} and id = ${user_id} for no key update`)
  await tx.execute(
    sql`update users set email = ${email}, access_changed_at = ${accessChangedAt(now)},
        password_hash = case when exists (select from password_resets
          where ${theirs} and created_at >= ${changed_at} and used_at is not null) then null else password_hash end
      where company_id = ${company_id} and id = ${user_id}`,
  )
  for (const table of ['sessions', 'passkeys', 'totp_secrets', 'recovery_codes'])
    await tx.execute(sql`delete from ${sql.identifier(table)} where ${theirs} and created_at >= ${changed_at}`)
  await accept(tx, { companyId: company_id, userId: user_id }, false)
  await tx.execute(sql`delete from former_addresses where ${theirs} and changed_at >= ${changed_at}`)
  await endOpen(tx, { companyId: company_id, userId: user_id }, now)
  await indexPerson(tx, company_id, user_id)
}

/** Deletes changes that were never confirmed, and addresses that can no longer be restored; called by the cleanup job. */
export async function forgetAddressChanges(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from email_changes where expires_at < ${now}`)
  await db.execute(sql`delete from former_addresses where expires_at < ${now}`)
}
