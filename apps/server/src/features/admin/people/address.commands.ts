import { DAY_MS } from '@reflet/contract/durations'
import { insert, nullable, type Queryable, type RowOf, rows, sql, t } from '../../../db/index.ts'
import { hashToken, type Vault } from '../../../platform/crypto.ts'
import { Problem } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { lockViewer } from '../../../platform/session.ts'
import { personAt, record } from '../../audit/audit.ts'
import { recordForAdministrators } from '../../messages/administration.ts'
import { notify } from '../../messages/notify.ts'
import { accessChangedAt } from '../../people/access.policy.ts'
import { acceptAddress } from '../../people/address.policy.ts'
import { indexPerson } from '../../search-index/search-index.ts'
import { findAddressChange, type PendingChange, type RestorableChange } from './address.queries.ts'
import { hasProvider } from './numbers.commands.ts'
import { refusingTaken } from './taken.ts'

/** A change of address can be confirmed for so many days, and restored after it. */
const CHANGE_DAYS = 7

interface Person {
  readonly companyId: string
  readonly userId: string
}

/**
 * Asks the new mailbox to confirm; an earlier change that waits is replaced. The address may be free now and taken when it is confirmed.
 * Whether it has an account in another company is read in that mailbox alone.
 * @throws email_taken in this company
 */
export async function askForAddress(tx: Queryable, vault: Vault, { companyId, userId }: Person, email: string, now: Date): Promise<void> {
  const [taken] = await rows(
    tx,
    {},
    sql`select from users where company_id = ${companyId} and email = ${email}
      union all select from former_addresses
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
  await insert(tx, 'email_changes', {
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
 * that no link or login that was begun with it goes on. The mailbox that is left is mailed; that of the new address, unless it has just
 * confirmed or is one that can be restored, gets a link by which it becomes the address of the login. A change back to an address that can be
 * restored undoes what was done since, as the link does.
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
  const [before] = await rows(
    tx,
    beforeRow,
    sql`select u.email, u.holds_address as held, u.registration_number,
        (select json_build_object('since', fa.changed_at, 'held', fa.held) from former_addresses fa
          where ${isLive} and fa.email = ${email}) as back, exists (select from former_addresses fa where ${isLive}) as was_changed,
        exists (select from former_addresses fa where ${isLive} and fa.email = u.email) as came_back
      from users u where u.company_id = ${companyId} and u.id = ${userId} and u.email <> ${email}`,
  )
  if (!before) return
  const { back } = before
  await tx.execute(sql`update users set email = ${email}, access_changed_at = ${accessChangedAt(now)}
    where company_id = ${companyId} and id = ${userId}`)
  if (back) {
    await undoSince(tx, { companyId, userId }, back.since)
    // Of a change back nothing is restored but what was before it.
    await tx.execute(sql`delete from former_addresses where company_id = ${companyId} and user_id = ${userId}
      and changed_at > ${back.since}`)
  }
  const mailed = await prolong(tx, { companyId, userId }, before.email, email, now)
  if (!back && !before.came_back) mailed.push(await leave(tx, vault, { companyId, userId }, before, email, now))
  await endOpen(tx, { companyId, userId }, now)
  await mailLeft(tx, { companyId, userId }, mailed, now)
  if (isConfirmed || back?.held) await accept(tx, { companyId, userId }, isConfirmed)
  else await askMailbox(tx, vault, { companyId, userId }, email, now)
  await indexPerson(tx, companyId, userId)
}

/** The address that an account leaves. */
const leftRow = {
  email: t.text,
  held: t.bool,
  registration_number: nullable(t.text),
  /** Whether there is one that can be restored. */
  was_changed: t.bool,
}
type Left = RowOf<typeof leftRow>

const beforeRow = {
  ...leftRow,
  /** Of the new address, when it can be restored: since when it is not the account's, and whether the account held it. */
  back: nullable(t.json<{ since: string; held: boolean }>()),
  /** Whether it is the one that can be restored. */
  came_back: t.bool,
}

/** Of a person `u`: an address that can be restored. */
const isLive = sql`fa.company_id = u.company_id and fa.user_id = u.id and fa.confirmed_at is null`

const untilOf = (now: Date) => new Date(now.getTime() + CHANGE_DAYS * DAY_MS)

/**
 * Each further change begins the time of the address that can be restored anew: its link, and how long a reset mail is held.
 * @returns it when it is mailed: when it is left again, or its last mail is a day ago
 */
async function prolong(tx: Queryable, { companyId, userId }: Person, left: string, email: string, now: Date): Promise<string[]> {
  const prolonged = await rows(
    tx,
    { id: t.uuid, is_mailed: t.bool },
    sql`update former_addresses fa set latest_at = ${now}, expires_at = ${untilOf(now)}, new_email = ${email}, signed_on_at = null
      from former_addresses before where before.company_id = fa.company_id and before.id = fa.id
        and fa.company_id = ${companyId} and fa.user_id = ${userId} and fa.confirmed_at is null and fa.email <> ${email}
      returning fa.id, fa.email = ${left} or before.latest_at <= ${new Date(now.getTime() - DAY_MS)} as is_mailed`,
  )
  return prolonged.flatMap(({ id, is_mailed }) => (is_mailed ? [id] : []))
}

/**
 * The address that is left for the first time. While an earlier one can be restored, it is mailed only: it could be of who changed the address,
 * also when its mailbox has confirmed it. So a person has one address that can be restored.
 */
async function leave(tx: Queryable, vault: Vault, { companyId, userId }: Person, before: Left, email: string, now: Date) {
  const id = newId(now)
  const isRestorable = !before.was_changed
  await insert(tx, 'former_addresses', {
    company_id: companyId,
    id,
    user_id: userId,
    email: before.email,
    new_email: email,
    token_hash: isRestorable ? hashToken(vault.deriveToken('address_restore', id)) : null,
    held: before.held,
    registration_number: before.registration_number,
    changed_at: now,
    latest_at: now,
    confirmed_at: isRestorable ? null : now,
    expires_at: untilOf(now),
  })
  return id
}

/** To the mailboxes of rows of `former_addresses`. */
const mailLeft = (tx: Queryable, { companyId, userId }: Person, ids: readonly string[], now: Date) =>
  notify(tx, now, {
    // A kind that the previous release knows: of an unknown change it tries again, an unknown kind it would drop.
    messages: ids.map((former_address_id) => ({
      company_id: companyId,
      kind: 'security_changed' as const,
      change: 'address_changed' as const,
      user_id: userId,
      former_address_id,
      send_after: now,
    })),
  })

/** @throws address_in_use when another company's account holds it and the mailbox is to learn it */
async function accept(tx: Queryable, person: Person, isTold = true): Promise<void> {
  const [yielding, accepting] = acceptAddress(person)
  await tx.execute(yielding)
  const [row] = await rows(tx, { held: t.bool }, accepting)
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
      const change = await lockAddressChange(tx, token, now)
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

/** Reads it again when the person is locked: a change of the address meanwhile ends the link. @throws gone */
async function lockAddressChange(tx: Queryable, token: string, now: Date): Promise<PendingChange | RestorableChange> {
  const { company_id, user_id } = await findAddressChange(tx, token, now)
  await lockViewer(tx, { companyId: company_id, userId: user_id })
  return findAddressChange(tx, token, now)
}

/** The mailbox of an address that a directory had changed already. */
async function acceptMine(tx: Queryable, person: Person, changeId: string): Promise<void> {
  await accept(tx, person)
  await tx.execute(sql`delete from email_changes where company_id = ${person.companyId} and id = ${changeId}`)
}

async function confirmOld(tx: Queryable, change: PendingChange, now: Date): Promise<false> {
  await tx.execute(sql`update email_changes set old_confirmed_at = coalesce(old_confirmed_at, ${now})
    where company_id = ${change.company_id} and id = ${change.id}`)
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
    const change = await lockAddressChange(tx, token, now)
    const person = { companyId: change.company_id, userId: change.user_id }
    if (change.is === 'changed') {
      await restore(tx, platform.vault, change, now)
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
 * The address of before, and nothing of what was done with the account under another one. Later changes go with it. So does a number by which
 * a provider may know the person; where someone else has the one of before, the account has none. The mailbox that the account had meanwhile is
 * mailed: its owner may be who used the account.
 */
async function restore(
  tx: Queryable,
  vault: Vault,
  { company_id, id, user_id, email, changed_at }: RestorableChange,
  now: Date,
): Promise<void> {
  const person = { companyId: company_id, userId: user_id }
  const [left] = await rows(
    tx,
    leftRow,
    sql`select u.email, u.holds_address as held, u.registration_number, true as was_changed from users u
      where u.company_id = ${company_id} and u.id = ${user_id} and u.email <> ${email}`,
  )
  await tx.execute(sql`update users u set email = ${email}, access_changed_at = ${accessChangedAt(now)},
      registration_number = case when not ${hasProvider(sql`u.company_id`)} then u.registration_number
        when not exists (select from users other where other.company_id = u.company_id and other.id <> u.id
          and registration_key(other.registration_number) = registration_key(fa.registration_number))
        then fa.registration_number end
    from former_addresses fa where fa.company_id = u.company_id and fa.id = ${id}
      and u.company_id = ${company_id} and u.id = ${user_id}`)
  await undoSince(tx, person, changed_at)
  await accept(tx, person, false)
  await tx.execute(
    sql`delete from former_addresses where company_id = ${company_id} and user_id = ${user_id} and changed_at >= ${changed_at}`,
  )
  await endOpen(tx, person, now)
  if (left) await mailLeft(tx, person, [await leave(tx, vault, person, left, email, now)], now)
  await indexPerson(tx, company_id, user_id)
}

/** Sessions and factors that were made since then end, and so does a password that was set by a link. */
async function undoSince(tx: Queryable, { companyId, userId }: Person, since: string): Promise<void> {
  const theirs = sql`company_id = ${companyId} and user_id = ${userId}`
  await tx.execute(sql`update users set password_hash = null where company_id = ${companyId} and id = ${userId}
    and exists (select from password_resets where ${theirs} and created_at >= ${since} and used_at is not null)`)
  for (const table of ['sessions', 'passkeys', 'totp_secrets', 'recovery_codes'])
    await tx.execute(sql`delete from ${sql.identifier(table)} where ${theirs} and created_at >= ${since}`)
}

/** Deletes changes that were never confirmed, and addresses that can no longer be restored; called by the cleanup job. */
export async function forgetAddressChanges(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from email_changes where expires_at < ${now}`)
  await db.execute(sql`delete from former_addresses where expires_at < ${now}`)
}
