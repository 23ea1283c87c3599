import { INVITATION_DAYS } from '@reflet/contract/admin-people'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECONDS_PER_DAY } from '@reflet/contract/durations'
import { PASSWORD_MIN, RESET_HOURS } from '@reflet/contract/session'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { type Queryable, rows, statement } from '../../db/index.ts'
import { passwordResets, sessions, users } from '../../db/schema/people.ts'
import { hashToken, randomToken } from '../../platform/crypto.ts'
import { type Device, introduce, knows } from '../../platform/devices.ts'
import { Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { networkOf } from '../../platform/network.ts'
import { hashPassword, verifyPassword, whenThereIsRoom } from '../../platform/passwords.ts'
import type { Viewer } from '../../platform/session.ts'
import { personAt, record } from '../audit/audit.ts'
import { notify } from '../messages/notify.ts'
import { isInvited } from '../people/status.policy.ts'
import { countAttempt, forgetAttempt, forgetAttempts, type Origin } from './attempts.commands.ts'

/** The only client of the password grant; it is not secret. */
export const CLIENT_ID = 'reflet-app'
/** Rate limit: one reset mail a minute per person, however often it is requested. */
const RESET_EVERY_MS = MINUTE_MS
/** … and this many a day. A browser with an earlier login of the person has its own limit: others cannot use it up. */
const RESETS_A_DAY = 5
const RESETS_A_DAY_KNOWN = 10
/** Sessions of one person; a further login ends the least recently used one. */
const MAX_SESSIONS = 20

interface LoginRow {
  company_id: string
  id: string
  password_hash: string | null
  session_days: number
}

const selectLogin = statement<LoginRow, { email: string }>(
  'login_account',
  { company_id: 'uuid', id: 'uuid', password_hash: 'text?', session_days: 'int2' },
  sql`select u.company_id, u.id, u.password_hash, c.session_days from users u
    join companies c on c.company_id = u.company_id
    where u.email = ${sql.placeholder('email')} and u.deactivated_at is null and c.suspended_at is null`,
)

/** A login: the address, the password, and the origin. */
interface Login {
  readonly username: string
  readonly password: string
}

/**
 * Checks a password and opens a session. An unknown address, a wrong password and a locked account fail alike and take the same time, so
 * that nothing can be learnt by trying: each is looked up, counted and hashed.
 * @returns the access token, which is never stored in clear text, and the device that is trusted for this person from now on
 * @throws unauthenticated; unavailable when too many passwords are being checked, before anything is counted
 */
export async function login(platform: Platform, input: Login, origin: Origin) {
  const { account, known } = await recognise(platform, input.username, origin.device)
  return whenThereIsRoom(() => checkAndOpen(platform, input, origin, account, known), { trusted: known !== null })
}

const emailOf = (username: string) => username.trim().toLowerCase()

/** The account of an address, and the device if this person logged in with it before. */
async function recognise(platform: Platform, username: string, device: Device | null) {
  const [account] = await selectLogin(platform.db, { email: emailOf(username) })
  return { account, known: account && knows(platform.vault, device, account.id) ? device : null }
}

/** The rate limit key of a login: the person if their browser is known, else the network. */
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
  if (!account || attempt.refused || !right) {
    await recordRefusal(platform, email, ip, attempt.refused)
    throw new Problem('unauthenticated')
  }
  const token = randomToken()
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    await lockUnchanged(tx, account, now)
    await forgetAttempt(platform, tx, attempt)
    await openSession(tx, account, token, now)
    const actor = personAt(account.id, ip)
    await record(tx, now, { companyId: account.company_id, actor, action: 'sign_in', target: { kind: 'person', id: account.id } })
  })
  return {
    opened: { access_token: token, token_type: 'bearer' as const, expires_in: account.session_days * SECONDS_PER_DAY },
    device: introduce(platform.vault, device, account.id),
  }
}

/**
 * Row lock: one login of a person at a time, and none with a password that was replaced while it was checked.
 * @throws unauthenticated
 */
async function lockUnchanged(tx: Queryable, account: LoginRow, now: Date): Promise<void> {
  const found = await rows(
    tx,
    sql`update users set activated_at = coalesce(activated_at, ${now}), last_seen_at = ${now}
      where company_id = ${account.company_id} and id = ${account.id} and deactivated_at is null
        and password_hash = ${account.password_hash} returning 1`,
  )
  if (found.length === 0) throw new Problem('unauthenticated')
}

/**
 * Enters a refused login into the audit log of the company whose address it is; for an unknown one the same statement finds none. Of a
 * locked account nothing is entered, so that trying on does not fill the log: the ten failures that locked it are there.
 */
async function recordRefusal(platform: Platform, email: string, ip: string, locked: boolean): Promise<void> {
  const now = platform.clock()
  await platform.db.execute(
    sql`insert into audit_log (company_id, id, at, actor_kind, actor_id, action, target_kind, target_id, network,
      details)
      select u.company_id, ${newId(now)}::uuid, ${now}, 'person', null, 'sign_in_refused', 'person', u.id,
        ${networkOf(ip)},
        case when c.suspended_at is not null then '{"reason": "company_suspended"}'
          when u.deactivated_at is not null then '{"reason": "deactivated"}'
          when u.password_hash is null then '{"reason": "no_password"}' else '{"reason": "password"}' end::jsonb
      from users u join companies c on c.company_id = u.company_id where u.email = ${email} and not ${locked}::boolean`,
  )
}

/** Devices registered by the oldest sessions are deleted with them. */
async function openSession(
  tx: Queryable,
  { company_id, id: user_id }: Pick<LoginRow, 'company_id' | 'id'>,
  token: string,
  now: Date,
): Promise<void> {
  const id = newId(now)
  await tx.insert(sessions).values({ company_id, id, user_id, token_hash: hashToken(token), created_at: now, used_at: now })
  await tx.execute(
    sql`delete from sessions where company_id = ${company_id} and id in (
      select s.id from sessions s where s.company_id = ${company_id} and s.user_id = ${user_id} and s.id <> ${id}
      order by s.used_at desc, s.id desc offset ${MAX_SESSIONS - 1})`,
  )
}

export async function logout(platform: Platform, viewer: Viewer, ip: string): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await tx.delete(sessions).where(and(eq(sessions.company_id, viewer.companyId), eq(sessions.id, viewer.sessionId)))
    await record(tx, platform.clock(), entryOf(viewer, ip, 'sign_out'))
  })
}

/** Ends every session of the viewer, this one included; returns how many. */
export function revokeTokens(platform: Platform, viewer: Viewer, ip: string): Promise<number> {
  return platform.db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.company_id, viewer.companyId), eq(sessions.user_id, viewer.userId)))
      .returning({ id: sessions.id })
    await record(tx, platform.clock(), { ...entryOf(viewer, ip, 'sessions_ended'), details: { sessions: ended.length } })
    return ended.length
  })
}

const entryOf = ({ companyId, userId }: Viewer, ip: string, action: 'sign_out' | 'sessions_ended') => ({
  companyId,
  actor: personAt(userId, ip),
  action,
  target: { kind: 'person', id: userId },
})

const MESSAGES = { reset: 'password_reset', invitation: 'invitation_asked' } as const

/**
 * Mails a password reset link to the owner of this address. No user enumeration: for an unknown one nothing happens, and the response is
 * the same. Who was invited and has no password yet gets a new invitation: the old one may have expired.
 */
export async function forgotPassword(platform: Platform, email: string, device: Device | null): Promise<void> {
  const now = platform.clock()
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const id = newId(now)
  const token = platform.vault.deriveToken('reset', id)
  await platform.db.transaction(async (tx) => {
    // Row lock: concurrent calls count one another.
    const [user] = await rows<{ company_id: string; id: string; is_invited: boolean }>(
      tx,
      sql`select u.company_id, u.id, ${isInvited} as is_invited from users u
        join companies c on c.company_id = u.company_id and c.suspended_at is null
        where u.email = ${email} and u.deactivated_at is null for no key update of u`,
    )
    if (!user) return
    const kind = user.is_invited ? 'invitation' : 'reset'
    const lifetime = user.is_invited ? INVITATION_DAYS * DAY_MS : RESET_HOURS * HOUR_MS
    const limit = knows(platform.vault, device, user.id) ? RESETS_A_DAY_KNOWN : RESETS_A_DAY
    const created = await rows(
      tx,
      sql`insert into password_resets (company_id, id, user_id, token_hash, created_at, expires_at, kind)
        select ${user.company_id}, ${id}, ${user.id}, ${hashToken(token)}, ${now},
          ${new Date(now.getTime() + lifetime)}, ${kind}
        from password_resets pr
        where pr.company_id = ${user.company_id} and pr.user_id = ${user.id} and pr.created_at > ${ago(DAY_MS)}
        having count(*) < ${limit} and coalesce(max(pr.created_at) <= ${ago(RESET_EVERY_MS)}, true)
        returning id`,
    )
    if (created.length === 0) return
    const mail = { company_id: user.company_id, kind: MESSAGES[kind], user_id: user.id, reset_id: id, send_after: now } as const
    await notify(tx, now, { messages: [mail] })
  })
  platform.wake(now)
}

/**
 * Sets a password with the token from a mail, once, and ends every session of the user. The token is checked before the password is hashed,
 * and again with the change: of two concurrent calls one succeeds.
 * @returns the person's address, and the device that is trusted for them from now on: access to the mailbox is equivalent to a login
 * @throws password_too_weak, whatever the token is; gone when the token is unknown, used or too old; unavailable when too many passwords
 *   are being checked, and the token can then be used again
 */
export async function resetPassword(
  platform: Platform,
  input: { token: string; password: string },
  { ip, device }: Origin,
): Promise<{ email: string; device: Device }> {
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
  const { userId, email } = await platform.db.transaction(async (tx) => {
    const [reset] = await tx
      .update(passwordResets)
      .set({ used_at: now })
      .where(usable)
      .returning({ company_id: passwordResets.company_id, user_id: passwordResets.user_id, kind: passwordResets.kind })
    if (!reset) throw new Problem('gone')
    const [user] = await tx
      .update(users)
      .set({ password_hash: hash, activated_at: sql`coalesce(activated_at, ${now})` })
      .where(and(eq(users.company_id, reset.company_id), eq(users.id, reset.user_id), isNull(users.deactivated_at)))
      .returning({ email: users.email })
    if (!user) throw new Problem('gone')
    await tx.delete(sessions).where(and(eq(sessions.company_id, reset.company_id), eq(sessions.user_id, reset.user_id)))
    await forgetAttempts(tx, user.email)
    await tx.execute(
      sql`update password_resets set used_at = ${now}
        where company_id = ${reset.company_id} and user_id = ${reset.user_id} and used_at is null`,
    )
    await record(tx, now, {
      companyId: reset.company_id,
      actor: personAt(reset.user_id, ip),
      action: 'password_set',
      target: { kind: 'person', id: reset.user_id },
      details: { kind: reset.kind },
    })
    return { userId: reset.user_id, email: user.email }
  })
  return { email, device: introduce(platform.vault, device, userId) }
}
