import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@reflet/contract/login-steps'
import { insert, nullable, type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import type { Seal } from '../../platform/crypto.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { type Actor, personAt, record } from '../audit/audit.ts'
import { recordForAdministrators } from '../messages/administration.ts'
import type { SecurityChange } from '../messages/kinds.ts'
import { notify } from '../messages/notify.ts'
import { accessChangedAt } from '../people/access.policy.ts'
import { isSecondFactorDemanded, mayUsePassword, rulesColumns, type SignInRules, signInRulesRow } from './sign-in.policy.ts'
import { hasSingleSignOn } from './single-sign-on.queries.ts'
import type { Person } from './webauthn.ts'

/** RFC 6238 as authenticator apps know it: SHA-1, six digits, 30 seconds. */
const TOTP = { issuer: 'Reflet', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** One step before and after: clocks of phones differ. */
const WINDOW = 1
/** Without letters and digits that look alike. 50 bits in ten characters. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const RECOVERY_LENGTH = 10

const library = () => import('otpauth')

/** Row lock on the person: changes of their factors run one after the other. */
export async function lockFactors(tx: Queryable, { companyId, userId }: Person): Promise<void> {
  await tx.execute(sql`select from users where company_id = ${companyId} and id = ${userId} for no key update`)
}

export async function rulesOf(db: Queryable, { companyId, userId }: Person): Promise<SignInRules & { has_password: boolean }> {
  const [row] = await rows(
    db,
    { ...signInRulesRow, has_password: t.bool },
    sql`select ${rulesColumns}, u.password_hash is not null as has_password
      from users u join companies c on c.company_id = u.company_id
      where u.company_id = ${companyId} and u.id = ${userId}`,
  )
  if (!row) throw new Problem('unauthenticated')
  return row
}

/** Factors of ours belong to logins of ours. @throws forbidden when the company's provider alone signs this person in */
export async function requireOwnSignIn(platform: Platform, person: Person): Promise<void> {
  if (!mayUsePassword(await rulesOf(platform.db, person), platform.clock())) throw new Problem('forbidden')
}

const factorCountsRow = { totp: t.bool, passkeys: t.int, recovery_codes: t.int }
export type FactorCounts = RowOf<typeof factorCountsRow>

export async function countFactors(db: Queryable, { companyId, userId }: Person): Promise<FactorCounts> {
  const [row] = await rows(
    db,
    factorCountsRow,
    sql`select exists (select from totp_secrets where company_id = ${companyId} and user_id = ${userId}
          and confirmed_at is not null) as totp,
        (select count(*)::int from passkeys where company_id = ${companyId} and user_id = ${userId}) as passkeys,
        (select count(*)::int from recovery_codes where company_id = ${companyId} and user_id = ${userId}
          and used_at is null) as recovery_codes`,
  )
  return row ?? { totp: false, passkeys: 0, recovery_codes: 0 }
}

/**
 * After a factor was removed, in the same transaction. Recovery codes without a factor are of no use and go with the last one.
 * @throws last_way_in when neither password, passkey nor provider is left; last_second_factor when the company demands one
 */
export async function checkStillSafe(platform: Platform, tx: Queryable, person: Person): Promise<void> {
  const rules = await rulesOf(tx, person)
  const { totp, passkeys } = await countFactors(tx, person)
  if (passkeys === 0 && !rules.has_password && !(await hasSingleSignOn(tx, person.companyId))) throw new Problem('last_way_in')
  if (totp || passkeys > 0) return
  if (isSecondFactorDemanded(rules) && mayUsePassword(rules, platform.clock())) throw new Problem('last_second_factor')
  await tx.execute(sql`delete from recovery_codes where company_id = ${person.companyId} and user_id = ${person.userId}`)
}

/** Ends the logins whose second step is due: none goes on after what it was asked for has changed. */
export const endChallenges = (tx: Queryable, { companyId, userId }: Person) =>
  tx.execute(sql`delete from login_challenges where company_id = ${companyId} and user_id = ${userId}`)

/** Changes after which someone else may be able to sign in. Recovery codes open nothing without the password of who made them. */
const LETS_IN: ReadonlySet<SecurityChange> = new Set<SecurityChange>(['passkey_added', 'totp_added'])

/**
 * Enters a change into the audit log and mails the person: who did not do it must learn of it. Ends the logins that wait for their second
 * step; call it under `lockFactors` when a factor changes.
 */
export async function securityChanged(
  platform: Platform,
  tx: Queryable,
  { companyId, userId }: Person,
  change: Exclude<SecurityChange, 'recovery_code_used' | 'factors_reset' | 'number_changed' | 'address_changed'>,
  ip: string,
): Promise<void> {
  const now = platform.clock()
  await endChallenges(tx, { companyId, userId })
  if (LETS_IN.has(change))
    await tx.execute(sql`update users set access_changed_at = ${accessChangedAt(now)} where company_id = ${companyId} and id = ${userId}`)
  await record(tx, now, { companyId, actor: personAt(userId, ip), action: change, target: { kind: 'person', id: userId } })
  await mailChange(tx, { companyId, userId }, change, now)
}

export const mailChange = (tx: Queryable, { companyId, userId }: Person, change: SecurityChange, now: Date) =>
  notify(tx, now, { messages: [{ company_id: companyId, kind: 'security_changed', user_id: userId, change, send_after: now }] })

/**
 * A new TOTP secret, not in use before `confirmTotp`: an abandoned enrolment changes nothing.
 * @returns the secret as Base32, and the address for a QR code
 */
export async function beginTotp(platform: Platform, person: Person, seal: Seal): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP: Totp } = await library()
  const secret = new Secret({ size: 20 })
  const now = platform.clock()
  const id = newId(now)
  const [owner] = await rows(
    platform.db,
    { email: t.text },
    sql`select email from users where company_id = ${person.companyId} and id = ${person.userId}`,
  )
  if (!owner) throw new Problem('unauthenticated')
  await platform.db.transaction(async (tx) => {
    await lockFactors(tx, person)
    await tx.execute(sql`delete from totp_secrets where company_id = ${person.companyId} and user_id = ${person.userId}
      and confirmed_at is null`)
    await insert(tx, 'totp_secrets', {
      company_id: person.companyId,
      id,
      user_id: person.userId,
      sealed_secret: seal.seal(secret.base32, 'totp_secrets.sealed_secret', id),
      created_at: now,
    })
  })
  const uri = new Totp({ ...TOTP, label: owner.email, secret }).toString()
  return { secret: secret.base32, uri }
}

const secretRow = { id: t.uuid, sealed_secret: t.bytes, last_step: nullable(t.text) }

/** The time step that a code belongs to; null when it is wrong or of a step that was used. */
async function stepOf(seal: Seal, row: RowOf<typeof secretRow>, code: string, now: Date): Promise<number | null> {
  const { Secret, TOTP: Totp } = await library()
  const secret = Secret.fromBase32(seal.open(row.sealed_secret, 'totp_secrets.sealed_secret', row.id))
  const totp = new Totp({ ...TOTP, secret })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  if (delta === null) return null
  const step = Math.floor(now.getTime() / (TOTP.period * 1000)) + delta
  return row.last_step !== null && step <= Number(row.last_step) ? null : step
}

/** Checks a code of the confirmed secret; each is accepted once. Call it under `lockFactors`. */
export async function takeTotp(tx: Queryable, person: Person, seal: Seal, code: string, now: Date): Promise<boolean> {
  const [row] = await secretOf(tx, person, sql`confirmed_at is not null`)
  const step = row && (await stepOf(seal, row, code, now))
  if (!row || step === null || step === undefined) return false
  await tx.execute(sql`update totp_secrets set last_step = ${step} where ${secretIs(person, row.id)}`)
  return true
}

const secretIs = ({ companyId }: Person, id: string) => sql`company_id = ${companyId} and id = ${id}`
const secretOf = (tx: Queryable, { companyId, userId }: Person, which: ReturnType<typeof sql>) =>
  rows(
    tx,
    secretRow,
    sql`select id, sealed_secret, last_step::text as last_step from totp_secrets
      where company_id = ${companyId} and user_id = ${userId} and ${which}`,
  )

/**
 * Takes the first code of a new secret, which then replaces the one in use. Call it under `lockFactors`.
 * @returns recovery codes when the person has none; null otherwise
 * @throws gone without a new secret; wrong_code
 */
export async function confirmTotpIn(tx: Queryable, platform: Platform, person: Person, seal: Seal, code: string) {
  const now = platform.clock()
  const [row] = await secretOf(tx, person, sql`confirmed_at is null`)
  if (!row) throw new Problem('gone')
  const step = await stepOf(seal, row, code, now)
  if (step === null) throw new Problem('wrong_code')
  await tx.execute(sql`delete from totp_secrets where company_id = ${person.companyId} and user_id = ${person.userId} and id <> ${row.id}`)
  await tx.execute(sql`update totp_secrets set confirmed_at = ${now}, last_step = ${step} where ${secretIs(person, row.id)}`)
}

/** @throws forbidden */
export async function beginOwnTotp(platform: Platform, viewer: Viewer): Promise<{ secret: string; uri: string }> {
  await requireOwnSignIn(platform, viewer)
  return beginTotp(platform, viewer, viewer.seal)
}

/** @throws gone, wrong_code */
export async function confirmTotp(platform: Platform, viewer: Viewer, code: string, ip: string): Promise<string[] | null> {
  const now = platform.clock()
  const codes = await platform.db.transaction(async (tx) => {
    await lockFactors(tx, viewer)
    await confirmTotpIn(tx, platform, viewer, viewer.seal, code)
    await securityChanged(platform, tx, viewer, 'totp_added', ip)
    return firstRecoveryCodes(tx, platform, viewer)
  })
  platform.wake(now)
  return codes
}

/** @throws not_found, last_second_factor */
export async function deleteTotp(platform: Platform, viewer: Viewer, ip: string): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    await lockFactors(tx, viewer)
    const deleted = await rows(
      tx,
      { confirmed_at: nullable(t.time) },
      sql`delete from totp_secrets where company_id = ${viewer.companyId} and user_id = ${viewer.userId} returning confirmed_at`,
    )
    if (!deleted.some(({ confirmed_at }) => confirmed_at)) throw notFound()
    await checkStillSafe(platform, tx, viewer)
    await securityChanged(platform, tx, viewer, 'totp_removed', ip)
  })
  platform.wake(now)
}

const newRecoveryCode = () => Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('')
/** As it is shown: two groups of five. */
const shown = (code: string) => `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`
const typed = (code: string) => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
const hashOf = (platform: Platform, { userId }: Person, code: string) => platform.vault.fingerprint(`recovery:${userId}:${typed(code)}`)

/** New recovery codes instead of all earlier ones; call it under `lockFactors`. */
export async function replaceRecoveryCodes(tx: Queryable, platform: Platform, person: Person): Promise<string[]> {
  const now = platform.clock()
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const { companyId: company_id, userId: user_id } = person
  await tx.execute(sql`delete from recovery_codes where company_id = ${company_id} and user_id = ${user_id}`)
  await insert(
    tx,
    'recovery_codes',
    codes.map((code) => ({ company_id, id: newId(now), user_id, code_hash: hashOf(platform, person, code), created_at: now })),
  )
  return codes.map(shown)
}

/** With the first factor: who loses it must have a way in. null when there are codes already. */
export async function firstRecoveryCodes(tx: Queryable, platform: Platform, person: Person): Promise<string[] | null> {
  const { recovery_codes } = await countFactors(tx, person)
  return recovery_codes > 0 ? null : replaceRecoveryCodes(tx, platform, person)
}

/** Uses a recovery code up; call it under `lockFactors`. The person is mailed, because it may be someone else who found the list. */
export async function takeRecoveryCode(tx: Queryable, platform: Platform, person: Person, code: string): Promise<boolean> {
  const now = platform.clock()
  const taken =
    await tx.execute(sql`update recovery_codes set used_at = ${now} where company_id = ${person.companyId} and user_id = ${person.userId}
      and code_hash = ${hashOf(platform, person, code)} and used_at is null`)
  if (taken === 0) return false
  await mailChange(tx, person, 'recovery_code_used', now)
  return true
}

/** @throws forbidden without a factor */
export async function makeRecoveryCodes(platform: Platform, viewer: Viewer, ip: string): Promise<string[]> {
  const now = platform.clock()
  const codes = await platform.db.transaction(async (tx) => {
    await lockFactors(tx, viewer)
    const { totp, passkeys } = await countFactors(tx, viewer)
    if (!totp && passkeys === 0) throw new Problem('forbidden')
    await securityChanged(platform, tx, viewer, 'recovery_codes_made', ip)
    return replaceRecoveryCodes(tx, platform, viewer)
  })
  platform.wake(now)
  return codes
}

/**
 * An administrator removes every factor of a person who has lost theirs; the person's sessions end, and they and the other administrators are
 * mailed.
 * @throws not_found, forbidden for oneself
 */
export async function resetFactors(
  platform: Platform,
  { companyId, actor }: { companyId: string; actor: Actor },
  id: string,
): Promise<void> {
  // One's own factors go with a recent sign-in only.
  if (actor.id === id) throw new Problem('forbidden')
  const now = platform.clock()
  const person = { companyId, userId: id }
  await platform.db.transaction(async (tx) => {
    const found = await tx.execute(
      sql`update users set access_changed_at = ${accessChangedAt(now)} where company_id = ${companyId} and id = ${id}`,
    )
    if (found === 0) throw notFound()
    for (const table of ['passkeys', 'totp_secrets', 'recovery_codes', 'sessions'])
      await tx.execute(sql`delete from ${sql.identifier(table)} where company_id = ${companyId} and user_id = ${id}`)
    await endChallenges(tx, person)
    const entry = { companyId, actor, action: 'factors_reset', target: { kind: 'person', id } } as const
    await recordForAdministrators(tx, now, entry, 'others_factors_reset')
    await mailChange(tx, person, 'factors_reset', now)
  })
  platform.wake(now)
}
