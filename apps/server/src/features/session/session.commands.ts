import { PASSWORD_MIN, RESET_HOURS } from '@reflet/contract/session'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { rows, statement } from '../../db/index.ts'
import { outbox } from '../../db/schema/messages.ts'
import { loginFailures, passwordResets, sessions, users } from '../../db/schema/people.ts'
import { hashToken, randomToken } from '../../platform/crypto.ts'
import { Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { hashPassword, verifyPassword } from '../../platform/passwords.ts'
import { IDLE_DAYS, type Viewer } from '../../platform/session.ts'

/** The only client of the password grant; it is no secret. */
export const CLIENT_ID = 'reflet-app'
/** So many wrong passwords lock the account for a minute … */
const FAILURES_BEFORE_LOCK = 10
/** … each further one doubles that, up to a quarter of an hour. */
const MAX_LOCK_MINUTES = 15
/** Failures older than this are forgotten. */
const FAILURE_MEMORY_HOURS = 24
/** One mail a minute is enough for anybody, however often it is asked for. */
const RESET_EVERY_MS = 60_000
const SECONDS_PER_DAY = 86_400

const selectLogin = statement<{ company_id: string; id: string; password_hash: string | null }, { email: string }>(
  'login_account',
  sql`select u.company_id, u.id, u.password_hash from users u where u.email = ${sql.placeholder('email')} and u.deactivated_at is null`,
)

/**
 * Checks a password and opens a session. An unknown address, a wrong password and a locked account fail alike and take
 * as long, so that nothing can be learnt by trying.
 * @returns the access token, which is nowhere stored in clear
 * @throws unauthenticated
 */
export async function login(platform: Platform, input: { username: string; password: string }) {
  const now = platform.clock()
  const email = input.username.trim().toLowerCase()
  const accountHash = hashToken(email)
  const locked = await countAttempt(platform, accountHash)
  const [account] = await selectLogin(platform.db, { email })
  const right = await verifyPassword(input.password, account?.password_hash ?? null)
  if (!account || locked || !right) throw new Problem('unauthenticated')
  const token = randomToken()
  await platform.db.transaction(async (tx) => {
    await tx.delete(loginFailures).where(eq(loginFailures.account_hash, accountHash))
    await tx.insert(sessions).values({
      company_id: account.company_id,
      id: newId(now),
      user_id: account.id,
      token_hash: hashToken(token),
      created_at: now,
      used_at: now,
    })
  })
  return { access_token: token, token_type: 'bearer' as const, expires_in: IDLE_DAYS * SECONDS_PER_DAY }
}

/**
 * Counts an attempt before the password is looked at, so that many at once cannot slip past the lock; the right password
 * forgets the count. Known and unknown addresses are counted alike.
 * @returns whether the account was locked already
 */
async function countAttempt(platform: Platform, accountHash: Buffer): Promise<boolean> {
  const now = platform.clock()
  const locked = sql`coalesce(l.locked_until > ${now}::timestamptz, false)`
  const forgotten = sql`l.failed_at < ${now}::timestamptz - interval '${sql.raw(String(FAILURE_MEMORY_HOURS))} hours'`
  const [row] = await rows<{ refused: boolean }>(
    platform.db,
    sql`insert into login_failures as l (account_hash, failures, failed_at) values (${accountHash}, 1, ${now})
      on conflict (account_hash) do update set
        refused = ${locked},
        failures = case when ${locked} then l.failures when ${forgotten} then 1 else l.failures + 1 end,
        failed_at = case when ${locked} then l.failed_at else excluded.failed_at end,
        locked_until = case
          when ${locked} then l.locked_until
          when ${forgotten} then null
          when l.failures + 1 >= ${FAILURES_BEFORE_LOCK} then ${now}::timestamptz
            + least(power(2, least(l.failures + 1 - ${FAILURES_BEFORE_LOCK}, 10)), ${MAX_LOCK_MINUTES}) * interval '1 minute'
          end
      returning refused`,
  )
  return row?.refused ?? false
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

/** Mails a link to whoever has this address; for an unknown one nothing happens, and the caller cannot tell. */
export async function forgotPassword(platform: Platform, email: string): Promise<void> {
  const now = platform.clock()
  const id = newId(now)
  const token = platform.vault.deriveToken('reset', id)
  await platform.db.transaction(async (tx) => {
    const created = await rows<{ company_id: string; user_id: string }>(
      tx,
      sql`insert into password_resets (company_id, id, user_id, token_hash, created_at, expires_at)
        select u.company_id, ${id}, u.id, ${hashToken(token)}, ${now}, ${new Date(now.getTime() + RESET_HOURS * 3_600_000)}
        from users u where u.email = ${email} and u.deactivated_at is null
          and not exists (select from password_resets p where p.company_id = u.company_id and p.user_id = u.id and p.created_at > ${new Date(now.getTime() - RESET_EVERY_MS)})
        returning company_id, user_id`,
    )
    for (const { company_id, user_id } of created) {
      await tx
        .insert(outbox)
        .values({ company_id, id: newId(now), kind: 'password_reset', user_id, reset_id: id, send_after: now, created_at: now })
    }
  })
  platform.wake(now)
}

/**
 * Sets a password with the token from a mail, once, and ends every session of the user.
 * @throws password_too_weak; gone when the token is unknown, used or too old
 */
export async function resetPassword(platform: Platform, input: { token: string; password: string }): Promise<void> {
  if (input.password.length < PASSWORD_MIN) throw new Problem('password_too_weak')
  const now = platform.clock()
  const hash = await hashPassword(input.password)
  await platform.db.transaction(async (tx) => {
    const [reset] = await tx
      .update(passwordResets)
      .set({ used_at: now })
      .where(and(eq(passwordResets.token_hash, hashToken(input.token)), isNull(passwordResets.used_at), gt(passwordResets.expires_at, now)))
      .returning({ company_id: passwordResets.company_id, user_id: passwordResets.user_id })
    if (!reset) throw new Problem('gone')
    const [user] = await tx
      .update(users)
      .set({ password_hash: hash })
      .where(and(eq(users.company_id, reset.company_id), eq(users.id, reset.user_id), isNull(users.deactivated_at)))
      .returning({ email: users.email })
    if (!user) throw new Problem('gone')
    await tx.delete(sessions).where(and(eq(sessions.company_id, reset.company_id), eq(sessions.user_id, reset.user_id)))
    await tx.delete(loginFailures).where(eq(loginFailures.account_hash, hashToken(user.email)))
    await tx.execute(
      sql`update password_resets set used_at = ${now} where company_id = ${reset.company_id} and user_id = ${reset.user_id} and used_at is null`,
    )
  })
}
