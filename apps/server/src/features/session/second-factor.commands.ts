import type { Locale } from '@reflet/contract/common'
import { MINUTE_MS } from '@reflet/contract/durations'
import type { SecondFactor } from '@reflet/contract/errors'
import type { PasskeyAnswer } from '@reflet/contract/login-steps'
import type { Opened } from '@reflet/contract/session'
import { insert, type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import { hashToken, randomToken, type Seal } from '../../platform/crypto.ts'
import { type Device, knows } from '../../platform/devices.ts'
import { Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { networkOf } from '../../platform/network.ts'
import { record } from '../audit/audit.ts'
import { countAttempt, forgetAttempt } from './attempts.commands.ts'
import type { ClientOrigin } from './client-origin.ts'
import {
  beginTotp,
  confirmTotpIn,
  countFactors,
  firstRecoveryCodes,
  lockFactors,
  securityChanged,
  takeRecoveryCode,
  takeTotp,
} from './factors.commands.ts'
import { checkPasskey, insertPasskey, passkeyOptions, refusingKnown, storedPasskeys } from './passkeys.commands.ts'
import { openSession } from './sessions.commands.ts'
import { factorsOf, isSecondFactorDemanded, mayUsePassword, rulesColumns, type SignInRules, signInRulesRow } from './sign-in.policy.ts'
import { authenticationOptions, type Person, verifyRegistration } from './webauthn.ts'

/** Time for the second step, with an enrolment in it. */
const CHALLENGE_MS = 10 * MINUTE_MS
/** Wrong codes of one challenge; the lockout of attempts counts across challenges. */
const MOST_FAILURES = 5
const TOTP_CODE = /^\d{6}$/

/** What is counted by the lockout: apart from passwords, whose counter a right password resets. */
export const secondFactorAccount = (userId: string) => `second-factor:${userId}`

/** A second factor that a login needs after the right password; null when there is none. */
export async function secondFactorDue(db: Queryable, person: Person, rules: SignInRules): Promise<SecondFactor['factors'] | null> {
  const factors = factorsOf(await countFactors(db, person))
  return factors.length > 0 || isSecondFactorDemanded(rules) ? factors : null
}

/** Begins the second step; call it in the transaction that checked the password. */
export async function challenge(platform: Platform, tx: Queryable, { companyId, userId }: Person): Promise<string> {
  const now = platform.clock()
  const token = randomToken()
  await insert(tx, 'login_challenges', {
    company_id: companyId,
    id: newId(now),
    user_id: userId,
    token_hash: hashToken(token),
    created_at: now,
    expires_at: new Date(now.getTime() + CHALLENGE_MS),
  })
  return token
}

/** What the caller of a login gets to go on. */
export async function secondFactorOf(
  platform: Platform,
  person: Person,
  token: string,
  factors: SecondFactor['factors'],
): Promise<SecondFactor> {
  const passkey = factors.includes('passkey')
    ? await authenticationOptions(platform, 'second_factor', person, await storedPasskeys(platform.db, person))
    : null
  return { challenge: token, factors, passkey }
}

const challengeRow = {
  ...signInRulesRow,
  company_id: t.uuid,
  id: t.uuid,
  user_id: t.uuid,
  session_days: t.int,
  wrapped_key: t.bytes,
  locale: t.oneOf<Locale>(),
}

/** @throws gone when it was used, is too old or has too many failures; unauthenticated when the person may no longer log in */
async function openChallenge(db: Queryable, token: string, now: Date): Promise<RowOf<typeof challengeRow>> {
  const [row] = await rows(
    db,
    challengeRow,
    sql`select l.company_id, l.id, l.user_id, c.session_days, c.wrapped_key, u.locale, ${rulesColumns}
      from login_challenges l join users u on u.company_id = l.company_id and u.id = l.user_id
        join companies c on c.company_id = l.company_id
      where l.token_hash = ${hashToken(token)} and l.used_at is null and l.expires_at > ${now}
        and l.failures < ${MOST_FAILURES} and u.deactivated_at is null and c.suspended_at is null`,
  )
  if (!row) throw new Problem('gone')
  if (!mayUsePassword(row, now)) throw new Problem('unauthenticated')
  return row
}

export interface SecondStep {
  readonly opened: Opened & { recovery_codes: string[] | null }
  readonly device: Device
}

/**
 * The second step of a login: checks the factor and opens the session. Where the person has none, it confirms the one that is being set up.
 * @throws gone, unauthenticated, wrong_code, passkey_refused, passkey_known
 */
export async function loginSecondFactor(
  platform: Platform,
  input: { readonly challenge: string; readonly code?: string | undefined; readonly passkey?: PasskeyAnswer | undefined },
  origin: ClientOrigin,
): Promise<SecondStep> {
  const now = platform.clock()
  const row = await openChallenge(platform.db, input.challenge, now)
  const person = { companyId: row.company_id, userId: row.user_id }
  if (input.code === undefined && !input.passkey) throw new Problem('invalid_input', { fields: { code: 'missing' } })
  // Anyone can invent a device: only one that this person logged in on has a counter of its own.
  const device = knows(platform.vault, origin.device, row.user_id) ? origin.device : null
  const attempt = await countAttempt(platform, secondFactorAccount(row.user_id), { ip: origin.ip, device })
  const isEnrolment = factorsOf(await countFactors(platform.db, person)).length === 0
  const check = await proofOf(platform, person, platform.vault.sealOf(row.company_id, row.wrapped_key), input, {
    isEnrolment,
    isLocked: attempt.refused,
    ip: origin.ip,
  })
  const outcome = await refusingKnown(() =>
    platform.db.transaction(async (tx) => {
      await lockFactors(tx, person)
      const taken =
        await tx.execute(sql`update login_challenges set used_at = ${now} where company_id = ${row.company_id} and id = ${row.id}
          and used_at is null and failures < ${MOST_FAILURES}`)
      // Also when the person's factors have changed since they were counted: that ends the challenge.
      if (taken === 0) throw new Problem('gone')
      const proof = await check(tx)
      if (!proof) {
        await tx.execute(sql`update login_challenges set used_at = null, failures = failures + 1
          where company_id = ${row.company_id} and id = ${row.id}`)
        if (!attempt.refused) await recordWrongFactor(tx, person, origin.ip, now)
        return null
      }
      await forgetAttempt(platform, tx, attempt)
      const recovery_codes = isEnrolment ? await firstRecoveryCodes(tx, platform, person) : null
      const account = { company_id: row.company_id, id: row.user_id, session_days: row.session_days }
      const session = await openSession(platform, tx, account, { method: 'password', second: proof }, origin)
      return { opened: { ...session.opened, recovery_codes }, device: session.device }
    }),
  )
  platform.wake(now)
  if (!outcome) throw new Problem(input.passkey ? 'passkey_refused' : 'wrong_code')
  return outcome
}

/** Of a locked account nothing is entered, as for passwords. */
const recordWrongFactor = (tx: Queryable, { companyId, userId }: Person, ip: string, now: Date) =>
  record(tx, now, {
    companyId,
    actor: { kind: 'person', id: null, network: networkOf(ip) },
    action: 'sign_in_refused',
    target: { kind: 'person', id: userId },
    details: { reason: 'second_factor' },
  })

type Checked = 'totp' | 'passkey' | 'recovery_code'

/** The check of what was given, to be run in the transaction; a passkey's signature is verified before it. */
async function proofOf(
  platform: Platform,
  person: Person,
  seal: Seal,
  { code, passkey }: { readonly code?: string | undefined; readonly passkey?: PasskeyAnswer | undefined },
  { isEnrolment, isLocked, ip }: { readonly isEnrolment: boolean; readonly isLocked: boolean; readonly ip: string },
): Promise<(tx: Queryable) => Promise<Checked | null>> {
  const now = platform.clock()
  if (isLocked) return async () => null
  if (passkey && isEnrolment) {
    const made = await verifyRegistration(platform, person, passkey)
    return async (tx) => {
      await insertPasskey(tx, person, made, 'Passkey', now)
      await securityChanged(platform, tx, person, 'passkey_added', ip)
      return 'passkey'
    }
  }
  if (passkey) {
    const checked = await checkPasskey(platform, passkey, 'second_factor', person).catch(orNothing)
    return async (tx) => (checked && (await checked.store(tx)) ? 'passkey' : null)
  }
  const digits = (code ?? '').replaceAll(/[\s-]/g, '')
  if (isEnrolment) {
    return async (tx) => {
      const right = await confirmTotpIn(tx, platform, person, seal, digits).then(() => true, orNothing)
      if (!right) return null
      await securityChanged(platform, tx, person, 'totp_added', ip)
      return 'totp'
    }
  }
  return async (tx) => {
    if (TOTP_CODE.test(digits)) return (await takeTotp(tx, person, seal, digits, now)) ? 'totp' : null
    return (await takeRecoveryCode(tx, platform, person, digits)) ? 'recovery_code' : null
  }
}

function orNothing(error: unknown): null {
  if (error instanceof Problem && (error.code === 'passkey_refused' || error.code === 'wrong_code')) return null
  throw error
}

/**
 * Begins to set up the factor that the company demands, before the person has a session.
 * @throws gone, unauthenticated, forbidden when the person has a factor: the password alone must not add another
 */
export async function beginEnrolment(platform: Platform, token: string, factor: 'totp' | 'passkey') {
  const row = await openChallenge(platform.db, token, platform.clock())
  const person = { companyId: row.company_id, userId: row.user_id }
  if (factorsOf(await countFactors(platform.db, person)).length > 0) throw new Problem('forbidden')
  if (factor === 'passkey') return { totp: null, passkey: await passkeyOptions(platform, person) }
  return { totp: await beginTotp(platform, person, platform.vault.sealOf(row.company_id, row.wrapped_key)), passkey: null }
}
