import { INVITATION_DAYS } from '@reflet/contract/admin-people'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@reflet/contract/durations'
import { RESET_HOURS } from '@reflet/contract/session'
import { nullable, type Params, type Queryable, query, type RowOf, rows, sql, t } from '../../db/index.ts'
import { hashToken } from '../../platform/crypto.ts'
import { type Device, introduce, isIssued, knows } from '../../platform/devices.ts'
import { Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { networkOf } from '../../platform/network.ts'
import { hashPassword, verifyPassword, whenThereIsRoom } from '../../platform/passwords.ts'
import { countCall } from '../../platform/rate-limit.ts'
import { lockViewer, type Viewer } from '../../platform/session.ts'
import { personAt, record } from '../audit/audit.ts'
import { notify } from '../messages/notify.ts'
import { acceptAddress } from '../people/address.policy.ts'
import { isInvited } from '../people/status.policy.ts'
import { countAttempt, forgetAttempt, forgetAttempts, type Origin } from './attempts.commands.ts'
import type { ClientOrigin } from './client-origin.ts'
import { loginWithCode } from './codes.commands.ts'
import { endChallenges } from './factors.commands.ts'
import { mailPasswordSet, passwordOwner } from './password.commands.ts'
import { checkNewPassword, isTooShort } from './password-rules.ts'
import { challenge, secondFactorDue, secondFactorOf } from './second-factor.commands.ts'
import { type OpenedSession, openSession } from './sessions.commands.ts'
import { mayUsePassword, passwordIsAllowed, rulesColumns, signInRulesRow } from './sign-in.policy.ts'

/** The only client of the password grant; it is not secret. */
export const CLIENT_ID = 'reflet-app'
/** Rate limit: one reset mail a minute per person, however often it is requested. */
const RESET_EVERY_MS = MINUTE_MS
/** … and this many a day. A browser with an earlier login of the person has its own limit: others cannot use it up. */
const RESETS_A_DAY = 5
const RESETS_A_DAY_KNOWN = 10

const loginRow = { ...signInRulesRow, company_id: t.uuid, id: t.uuid, password_hash: nullable(t.text), session_days: t.int }
type LoginRow = RowOf<typeof loginRow>

const selectLogin = query(
  'login_account',
  loginRow,
  (v: Params<{ email: string }>) => sql`select u.company_id, u.id, u.password_hash, c.session_days, ${rulesColumns} from users u
    join companies c on c.company_id = u.company_id
    where u.email = ${v.email} and u.holds_address and u.deactivated_at is null and c.suspended_at is null`,
)

/** A login: the address, the password or the one-time code of a single sign-on, and what proves whose code it is. */
interface Login {
  readonly username: string
  readonly password: string
  readonly code_verifier?: string | undefined
  readonly sign_on?: 'true' | undefined
}

/**
 * Opens a session with a password, or with the one-time code of a single sign-on. An unknown address, a wrong password, a locked account and
 * a password login that the company forbids fail alike and take the same time, so that nothing can be learnt by trying: each is looked up,
 * counted and hashed.
 * @throws unauthenticated; second_factor_required; slow_down; unavailable when too many passwords are being checked, before anything is counted
 */
export async function login(platform: Platform, input: Login, origin: ClientOrigin, browser: string | null): Promise<OpenedSession> {
  const email = emailOf(input.username)
  const proof = { browser, codeVerifier: input.code_verifier }
  const bySignOn = await loginWithCode(platform, { email, code: input.password }, proof, origin)
  if (bySignOn) return bySignOn
  // The app marks what came by the address: a password in a link must not log its reader in as the link's author.
  if (input.sign_on) throw new Problem('unauthenticated')
  const { account, known } = await recognise(platform, input.username, origin.device)
  // Counted by its browser before the body was read: the login of someone else in it counts for the network as well.
  if (!known && isIssued(platform.vault, origin.device)) await countCall(platform, 'login', { ip: origin.ip })
  return whenThereIsRoom(() => checkAndOpen(platform, input, origin, account, known), { trusted: known !== null })
}

const emailOf = (username: string) => username.trim().toLowerCase()

/** The account of an address, and the device if this person logged in with it before. */
async function recognise(platform: Platform, username: string, device: Device | null) {
  const [account] = await selectLogin(platform.db, { email: emailOf(username) })
  return { account, known: account && knows(platform.vault, device, account.id) ? device : null }
}

async function checkAndOpen(
  platform: Platform,
  { username, password }: Login,
  origin: ClientOrigin,
  account: LoginRow | undefined,
  known: Device | null,
): Promise<OpenedSession> {
  const email = emailOf(username)
  const attempt = await countAttempt(platform, email, { ip: origin.ip, device: known })
  const right = await verifyPassword(password, account?.password_hash ?? null)
  const now = platform.clock()
  const isAllowed = account !== undefined && mayUsePassword(account, now)
  if (!account || attempt.refused || !right || !isAllowed) {
    await recordRefusal(platform, email, origin.ip, { locked: attempt.refused, forbidden: right && !isAllowed })
    throw new Problem('unauthenticated')
  }
  const person = { companyId: account.company_id, userId: account.id }
  const due = await secondFactorDue(platform.db, person, account)
  const outcome = await platform.db.transaction(async (tx) => {
    await lockUnchanged(tx, account)
    await forgetAttempt(platform, tx, attempt)
    return due ? challenge(platform, tx, person) : openSession(platform, tx, account, { method: 'password' }, origin)
  })
  platform.wake(now)
  if (typeof outcome !== 'string') return outcome
  throw new Problem('second_factor_required', { secondFactor: await secondFactorOf(platform, person, outcome, due ?? []) })
}

/**
 * Row lock: one login of a person at a time, and none with a password that was replaced while it was checked.
 * @throws unauthenticated
 */
async function lockUnchanged(tx: Queryable, account: LoginRow): Promise<void> {
  const found = await rows(
    tx,
    {},
    sql`select from users
      where company_id = ${account.company_id} and id = ${account.id} and deactivated_at is null
        and password_hash = ${account.password_hash} for no key update`,
  )
  if (found.length === 0) throw new Problem('unauthenticated')
}

/**
 * Enters a refused login into the audit log of the company whose account holds the address; for an unknown one the same statement finds none. An
 * account that does not hold it has no entry, whether another company's does or not. Of a
 * locked account nothing is entered, so that trying on does not fill the log: the ten failures that locked it are there.
 */
async function recordRefusal(
  platform: Platform,
  email: string,
  ip: string,
  { locked, forbidden }: { readonly locked: boolean; readonly forbidden: boolean },
): Promise<void> {
  const now = platform.clock()
  await platform.db.execute(sql`insert into audit_log (company_id, id, at, actor_kind, actor_id, action, target_kind, target_id, network,
    details)
    select u.company_id, ${newId(now)}::uuid, ${now}, 'person', null, 'sign_in_refused', 'person', u.id, ${networkOf(ip)},
      case when c.suspended_at is not null then '{"reason": "company_suspended"}'
        when u.deactivated_at is not null then '{"reason": "deactivated"}'
        when ${forbidden}::boolean then '{"reason": "password_login_forbidden"}'
        when u.password_hash is null then '{"reason": "no_password"}' else '{"reason": "password"}' end::jsonb
    from users u join companies c on c.company_id = u.company_id
    where u.email = ${email} and u.holds_address and not ${locked}::boolean`)
}

export async function logout(platform: Platform, viewer: Viewer, ip: string): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await tx.execute(sql`delete from sessions where company_id = ${viewer.companyId} and id = ${viewer.sessionId}`)
    await record(tx, platform.clock(), entryOf(viewer, ip, 'sign_out'))
  })
}

/** Ends every session of the viewer, this one included; returns how many. */
export function revokeTokens(platform: Platform, viewer: Viewer, ip: string): Promise<number> {
  return platform.db.transaction(async (tx) => {
    const ended = await tx.execute(sql`delete from sessions where company_id = ${viewer.companyId} and user_id = ${viewer.userId}`)
    await record(tx, platform.clock(), { ...entryOf(viewer, ip, 'sessions_ended'), details: { sessions: ended } })
    return ended
  })
}

const entryOf = ({ companyId, userId }: Viewer, ip: string, action: 'sign_out' | 'sessions_ended') => ({
  companyId,
  actor: personAt(userId, ip),
  action,
  target: { kind: 'person', id: userId },
})

const MESSAGES = { reset: 'password_reset', invitation: 'invitation_asked' } as const

/** Of the accounts `u` of an address, in several companies: the one that its mailbox accepted, else all that wait for it. */
const ofAddress = sql`(u.holds_address or not exists (select from users holder
  where holder.email = u.email and holder.holds_address and holder.deactivated_at is null))`

/**
 * From when a reset mail may leave: a day after the last change of the address, until the mailbox of before or a single sign-on has confirmed the new one.
 * So who changes an address without its owner cannot be in before the owner has read the mail about it.
 */
const HELD_MS = DAY_MS
const unconfirmedSince = sql`(select max(fa.latest_at) from former_addresses fa where fa.company_id = u.company_id
  and fa.user_id = u.id and fa.email <> u.email and coalesce(fa.confirmed_at, fa.signed_on_at) is null)`

const forgetfulRow = { company_id: t.uuid, id: t.uuid, is_invited: t.bool, address_changed_at: nullable(t.time) }
type Forgetful = RowOf<typeof forgetfulRow>

/**
 * Mails a password reset link to the owner of this address. No user enumeration: for an unknown one nothing happens, and the response is
 * the same. Who was invited and has no password yet gets a new invitation: the old one may have expired. Where the company's identity
 * provider alone signs the person in, there is no password to set.
 */
export async function forgotPassword(platform: Platform, email: string, device: Device | null): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    // Row lock: concurrent calls count one another.
    const accounts = await rows(
      tx,
      forgetfulRow,
      sql`select u.company_id, u.id, ${isInvited} as is_invited, ${unconfirmedSince} as address_changed_at from users u
        join companies c on c.company_id = u.company_id and c.suspended_at is null
        where u.email = ${email} and ${ofAddress} and u.deactivated_at is null and ${passwordIsAllowed(now)}
        order by u.company_id for no key update of u`,
    )
    for (const account of accounts) await mailLink(tx, platform, account, knows(platform.vault, device, account.id), now)
  })
  platform.wake(now)
}

async function mailLink(tx: Queryable, { vault }: Platform, user: Forgetful, isKnown: boolean, now: Date): Promise<void> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const id = newId(now)
  const kind = user.is_invited ? 'invitation' : 'reset'
  const lifetime = user.is_invited ? INVITATION_DAYS * DAY_MS : RESET_HOURS * HOUR_MS
  const limit = isKnown ? RESETS_A_DAY_KNOWN : RESETS_A_DAY
  const heldUntil = user.address_changed_at === null ? 0 : Date.parse(user.address_changed_at) + HELD_MS
  const leavesAt = new Date(Math.max(now.getTime(), heldUntil))
  const created = await tx.execute(sql`insert into password_resets (company_id, id, user_id, token_hash, created_at, expires_at, kind)
      select ${user.company_id}, ${id}, ${user.id}, ${hashToken(vault.deriveToken('reset', id))}, ${now},
        ${new Date(leavesAt.getTime() + lifetime)}, ${kind}
      from password_resets pr
      where pr.company_id = ${user.company_id} and pr.user_id = ${user.id} and pr.created_at > ${ago(DAY_MS)}
      having count(*) < ${limit} and coalesce(max(pr.created_at) <= ${ago(RESET_EVERY_MS)}, true)`)
  if (created === 0) return
  const mail = { company_id: user.company_id, kind: MESSAGES[kind], user_id: user.id, reset_id: id, send_after: leavesAt } as const
  await notify(tx, now, { messages: [mail] })
}

/**
 * Sets a password with the token from a mail, once, and ends every session of the user. The token is checked before the password is hashed,
 * and again with the change: of two concurrent calls one succeeds.
 * @returns the person's address, and the device that is trusted for them from now on: access to the mailbox is equivalent to a login
 * @throws password_too_weak, whatever the token is; gone when the token is unknown, used or too old; address_in_use when the address has a used
 *   account in another company, which only its mailbox learns; unavailable when too many passwords
 *   are being checked, and the token can then be used again
 */
export async function resetPassword(
  platform: Platform,
  input: { token: string; password: string },
  { ip, device }: Origin,
): Promise<{ email: string; device: Device }> {
  if (isTooShort(input.password)) throw new Problem('password_too_weak', { fields: { password: 'too_short' } })
  const now = platform.clock()
  const usable = sql`token_hash = ${hashToken(input.token)} and used_at is null and expires_at > ${now}`
  const [found] = await rows(
    platform.db,
    { companyId: t.uuid, userId: t.uuid },
    sql`select company_id as "companyId", user_id as "userId" from password_resets where ${usable}`,
  )
  if (!found) throw new Problem('gone')
  await checkNewPassword(input.password, await passwordOwner(platform.db, found))
  const hash = await whenThereIsRoom(() => hashPassword(input.password), { trusted: true })
  const { userId, email } = await platform.db.transaction(async (tx) => {
    // First, as a change of the address does, which ends the link.
    await lockViewer(tx, found)
    const [reset] = await rows(
      tx,
      { company_id: t.uuid, user_id: t.uuid, kind: t.text },
      sql`update password_resets set used_at = ${now} where ${usable} returning company_id, user_id, kind`,
    )
    if (!reset) throw new Problem('gone')
    const [user] = await rows(
      tx,
      { email: t.text },
      sql`update users set password_hash = ${hash}, activated_at = coalesce(activated_at, ${now}) where company_id = ${reset.company_id} and id = ${reset.user_id} and deactivated_at is null returning email`,
    )
    if (!user) throw new Problem('gone')
    const [yielding, accepting] = acceptAddress({ companyId: reset.company_id, userId: reset.user_id })
    await tx.execute(yielding)
    const [accepted] = await rows(tx, { held: t.bool }, accepting)
    // No one could log in with it.
    if (!accepted?.held) throw new Problem('address_in_use')
    await tx.execute(sql`delete from sessions where company_id = ${reset.company_id} and user_id = ${reset.user_id}`)
    await endChallenges(tx, { companyId: reset.company_id, userId: reset.user_id })
    await forgetAttempts(tx, user.email)
    await tx.execute(sql`update password_resets set used_at = ${now}
      where company_id = ${reset.company_id} and user_id = ${reset.user_id} and used_at is null`)
    await record(tx, now, {
      companyId: reset.company_id,
      actor: personAt(reset.user_id, ip),
      action: 'password_set',
      target: { kind: 'person', id: reset.user_id },
      details: { kind: reset.kind },
    })
    // The first password of an invitation is no change.
    if (reset.kind === 'reset') await mailPasswordSet(tx, { companyId: reset.company_id, userId: reset.user_id }, now)
    return { userId: reset.user_id, email: user.email }
  })
  platform.wake(now)
  return { email, device: introduce(platform.vault, device, userId) }
}
