import { PASSWORD_MIN, RESET_HOURS } from '@reflet/contract/session'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { type Queryable, rows, statement } from '../../db/index.ts'
import { outbox } from '../../db/schema/messages.ts'
import { passwordResets, sessions, users } from '../../db/schema/people.ts'
import { hashToken, randomToken } from '../../platform/crypto.ts'
import { type Device, introduce, knows } from '../../platform/devices.ts'
import { Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { hashPassword, verifyPassword, whenThereIsRoom } from '../../platform/passwords.ts'
import { IDLE_DAYS, type Viewer } from '../../platform/session.ts'
import { countAttempt, forgetAttempt, forgetAttempts, type Origin } from './attempts.commands.ts'

/** The only client of the password grant; it is no secret. */
export const CLIENT_ID = 'reflet-app'
/** One mail a minute is enough for anybody, however often it is asked for. */
const RESET_EVERY_MS = 60_000
/** … and so many a day. A browser that the person signed in with before gets some more: others cannot use up all of them. */
const RESETS_A_DAY = 5
const RESETS_A_DAY_KNOWN = 10
/** Sessions of one person; a further login ends the one that was used least recently. */
const MAX_SESSIONS = 20
const SECONDS_PER_DAY = 86_400

interface LoginRow {
  company_id: string
  id: string
  password_hash: string | null
}

const selectLogin = statement<LoginRow, { email: string }>(
  'login_account',
  sql`select u.company_id, u.id, u.password_hash from users u where u.email = ${sql.placeholder('email')} and u.deactivated_at is null`,
)

/** A login: the address, the password, and where it comes from. */
interface Login {
  readonly username: string
  readonly password: string
}

/**
 * Checks a password and opens a session. An unknown address, a wrong password and a locked account fail alike and take
 * as long, so that nothing can be learnt by trying: each is looked up, counted and hashed.
 * @returns the access token, which is nowhere stored in clear, and the device that knows this person from now on
 * @throws unauthenticated; unavailable when too many passwords are being checked, before anything is counted
 */
export async function login(platform: Platform, input: Login, origin: Origin) {
  const { account, known } = await recognise(platform, input.username, origin.device)
  return whenThereIsRoom(() => checkAndOpen(platform, input, origin, account, known), { trusted: known !== null })
}

const emailOf = (username: string) => username.trim().toLowerCase()

/** The account of an address, and the device if this person signed in with it before. */
async function recognise(platform: Platform, username: string, device: Device | null) {
  const [account] = await selectLogin(platform.db, { email: emailOf(username) })
  return { account, known: account && knows(platform.vault, device, account.id) ? device : null }
}

/** By whom a login counts: by the person whose browser it comes from, else by the network. */
export async function callerOf(platform: Platform, { username }: Login, device: Device | null): Promise<{ userId: string } | null> {
  if (!device) return null
  const { account, known } = await recognise(platform, username, device)
  return account && known ? { userId: account.id } : null
}

async function checkAndOpen(
  platform: Platform,
  { username, password }: Login,
  { ip, device }: Origin,
  account: LoginRow | undefined,
  known: Device | null,
) {
  const email = emailOf(username)
  const attempt = await countAttempt(platform, email, { ip, device: known })
  const right = await verifyPassword(password, account?.password_hash ?? null)
  if (!account || attempt.refused || !right) throw new Problem('unauthenticated')
  const token = randomToken()
  await platform.db.transaction(async (tx) => {
    await lockUnchanged(tx, account)
    await forgetAttempt(platform, tx, attempt)
    await openSession(tx, account, token, platform.clock())
  })
  return {
    opened: { access_token: token, token_type: 'bearer' as const, expires_in: IDLE_DAYS * SECONDS_PER_DAY },
    device: introduce(platform.vault, device, account.id),
  }
}

/**
 * One login of a person at a time, and none with a password that was replaced while it was checked.
 * @throws unauthenticated
 */
async function lockUnchanged(tx: Queryable, account: LoginRow): Promise<void> {
  const found = await rows(
    tx,
    sql`select 1 from users where company_id = ${account.company_id} and id = ${account.id} and deactivated_at is null
      and password_hash = ${account.password_hash} for no key update`,
  )
  if (found.length === 0) throw new Problem('unauthenticated')
}

/** With the oldest sessions end the devices that they registered. */
async function openSession(tx: Queryable, { company_id, id: user_id }: LoginRow, token: string, now: Date): Promise<void> {
  const id = newId(now)
  await tx.insert(sessions).values({ company_id, id, user_id, token_hash: hashToken(token), created_at: now, used_at: now })
  await tx.execute(
    sql`delete from sessions where company_id = ${company_id} and id in (
      select s.id from sessions s where s.company_id = ${company_id} and s.user_id = ${user_id} and s.id <> ${id}
      order by s.used_at desc, s.id desc offset ${MAX_SESSIONS - 1})`,
  )
}

export async function logout(platform: Platform, viewer: Viewer): Promise<void> {
  await platform.db.delete(sessions).where(and(eq(sessions.company_id, viewer.companyId), eq(sessions.id, viewer.sessionId)))
}

/** Ends every session of the viewer, this one included; says how many. */
export async function revokeTokens(platform: Platform, viewer: Viewer): Promise<number> {
  const ended = await platform.db
    .delete(sessions)
    .where(and(eq(sessions.company_id, viewer.companyId), eq(sessions.user_id, viewer.userId)))
    .returning({ id: sessions.id })
  return ended.length
}

/** Mails a link to set a password to the holder of this address; for an unknown one nothing happens, and the caller cannot tell. */
export async function forgotPassword(platform: Platform, email: string, device: Device | null): Promise<void> {
  const now = platform.clock()
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const id = newId(now)
  const token = platform.vault.deriveToken('reset', id)
  await platform.db.transaction(async (tx) => {
    // The lock lets calls at the same moment count one another.
    const [user] = await rows<{ company_id: string; id: string }>(
      tx,
      sql`select company_id, id from users where email = ${email} and deactivated_at is null for no key update`,
    )
    if (!user) return
    const limit = knows(platform.vault, device, user.id) ? RESETS_A_DAY_KNOWN : RESETS_A_DAY
    const created = await rows(
      tx,
      sql`insert into password_resets (company_id, id, user_id, token_hash, created_at, expires_at)
        select ${user.company_id}, ${id}, ${user.id}, ${hashToken(token)}, ${now}, ${new Date(now.getTime() + RESET_HOURS * 3_600_000)}
        from password_resets p where p.company_id = ${user.company_id} and p.user_id = ${user.id} and p.created_at > ${ago(SECONDS_PER_DAY * 1000)}
        having count(*) < ${limit} and coalesce(max(p.created_at) <= ${ago(RESET_EVERY_MS)}, true)
        returning id`,
    )
    if (created.length === 0) return
    const mail = { kind: 'password_reset', user_id: user.id, reset_id: id, send_after: now, created_at: now } as const
    await tx.insert(outbox).values({ company_id: user.company_id, id: newId(now), ...mail })
  })
  platform.wake(now)
}

/**
 * Sets a password with the token from a mail, once, and ends every session of the user. The token is checked before the password
 * is hashed, and once more with the change: of two calls at the same moment one succeeds.
 * @returns the device that knows this person from now on: holding the mailbox is as good as a login
 * @throws password_too_weak, whatever the token is; gone when the token is unknown, used or too old; unavailable when too many
 *   passwords are being checked, and the token can then be used again
 */
export async function resetPassword(
  platform: Platform,
  input: { token: string; password: string },
  device: Device | null,
): Promise<Device> {
  if (input.password.length < PASSWORD_MIN) throw new Problem('password_too_weak')
  const now = platform.clock()
  const usable = and(
    eq(passwordResets.token_hash, hashToken(input.token)),
    isNull(passwordResets.used_at),
    gt(passwordResets.expires_at, now),
  )
  const [found] = await platform.db.select({ id: passwordResets.id }).from(passwordResets).where(usable)
  if (!found) throw new Problem('gone')
  const hash = await whenThereIsRoom(() => hashPassword(input.password), { trusted: true })
  const userId = await platform.db.transaction(async (tx) => {
    const [reset] = await tx
      .update(passwordResets)
      .set({ used_at: now })
      .where(usable)
      .returning({ company_id: passwordResets.company_id, user_id: passwordResets.user_id })
    if (!reset) throw new Problem('gone')
    const [user] = await tx
      .update(users)
      .set({ password_hash: hash })
      .where(and(eq(users.company_id, reset.company_id), eq(users.id, reset.user_id), isNull(users.deactivated_at)))
      .returning({ email: users.email })
    if (!user) throw new Problem('gone')
    await tx.delete(sessions).where(and(eq(sessions.company_id, reset.company_id), eq(sessions.user_id, reset.user_id)))
    await forgetAttempts(tx, user.email)
    await tx.execute(
      sql`update password_resets set used_at = ${now} where company_id = ${reset.company_id} and user_id = ${reset.user_id} and used_at is null`,
    )
    return reset.user_id
  })
  return introduce(platform.vault, device, userId)
}
