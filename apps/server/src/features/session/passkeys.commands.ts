import type { PasskeyAnswer } from '@reflet/contract/login-steps'
import { MAX_PASSKEYS, type Passkey } from '@reflet/contract/security'
import { insert, type Queryable, rows, sql, t, violates } from '../../db/index.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { checkStillSafe, lockFactors, requireOwnSignIn, securityChanged } from './factors.commands.ts'
import { toPasskey } from './security.queries.ts'
import {
  authenticationOptions,
  type Person,
  registrationOptions,
  type StoredPasskey,
  storedPasskeyRow,
  verifyAuthentication,
  verifyRegistration,
} from './webauthn.ts'

export const storedPasskeys = (db: Queryable, { companyId, userId }: Person): Promise<StoredPasskey[]> =>
  rows(
    db,
    storedPasskeyRow,
    sql`select id, credential_id, public_key, counter::int as counter, transports from passkeys
      where company_id = ${companyId} and user_id = ${userId} order by created_at`,
  )

/** The name that the browser shows for a passkey. */
async function nameOf(db: Queryable, { companyId, userId }: Person): Promise<{ email: string; name: string }> {
  const [row] = await rows(
    db,
    { email: t.text, name: t.text },
    sql`select email, first_name || ' ' || last_name as name from users where company_id = ${companyId} and id = ${userId}`,
  )
  if (!row) throw new Problem('unauthenticated')
  return row
}

/** Options for a new passkey of a person. @throws limit_reached */
export async function passkeyOptions(platform: Platform, person: Person): Promise<Record<string, unknown>> {
  const own = await storedPasskeys(platform.db, person)
  if (own.length >= MAX_PASSKEYS) throw new Problem('limit_reached')
  return registrationOptions(platform, { ...person, ...(await nameOf(platform.db, person)) }, own)
}

/** Stores a new passkey, whose response was checked. @throws passkey_known when this server has it already, limit_reached */
export async function insertPasskey(
  tx: Queryable,
  { companyId: company_id, userId: user_id }: Person,
  made: Awaited<ReturnType<typeof verifyRegistration>>,
  name: string,
  now: Date,
): Promise<Passkey> {
  const own = await storedPasskeys(tx, { companyId: company_id, userId: user_id })
  if (own.length >= MAX_PASSKEYS) throw new Problem('limit_reached')
  const row = { company_id, id: newId(now), user_id, ...made, name, created_at: now, used_at: null }
  await insert(tx, 'passkeys', row)
  return toPasskey({ ...row, created_at: now.toISOString() })
}

export async function refusingKnown<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (violates(error, 'passkeys_by_credential')) throw new Problem('passkey_known')
    throw error
  }
}

/** @throws forbidden, limit_reached */
export async function beginPasskey(platform: Platform, viewer: Viewer): Promise<Record<string, unknown>> {
  await requireOwnSignIn(platform, viewer)
  return passkeyOptions(platform, viewer)
}

/** @throws forbidden, passkey_refused, passkey_known, limit_reached */
export async function addPasskey(
  platform: Platform,
  viewer: Viewer,
  { answer, name }: { readonly answer: PasskeyAnswer; readonly name: string },
  ip: string,
): Promise<Passkey> {
  const now = platform.clock()
  await requireOwnSignIn(platform, viewer)
  const made = await verifyRegistration(platform, viewer, answer)
  const added = await refusingKnown(() =>
    platform.db.transaction(async (tx) => {
      await lockFactors(tx, viewer)
      const passkey = await insertPasskey(tx, viewer, made, name, now)
      await securityChanged(platform, tx, viewer, 'passkey_added', ip)
      return passkey
    }),
  )
  platform.wake(now)
  return added
}

/** @throws not_found, last_second_factor, last_way_in */
export async function deletePasskey(platform: Platform, viewer: Viewer, id: string, ip: string): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    await lockFactors(tx, viewer)
    const deleted = await tx.execute(
      sql`delete from passkeys where company_id = ${viewer.companyId} and user_id = ${viewer.userId} and id = ${id}`,
    )
    if (deleted === 0) throw notFound()
    await checkStillSafe(platform, tx, viewer)
    await securityChanged(platform, tx, viewer, 'passkey_removed', ip)
  })
  platform.wake(now)
}

/** Whose passkey this is; a credential that is not known has no one. */
export async function findPasskey(db: Queryable, credentialId: string) {
  const [row] = await rows(
    db,
    { ...storedPasskeyRow, company_id: t.uuid, user_id: t.uuid },
    sql`select company_id, user_id, id, credential_id, public_key, counter::int as counter, transports
      from passkeys where credential_id = ${credentialId}`,
  )
  return row
}

/** A passkey whose response was right. */
export interface CheckedPasskey {
  readonly owner: Person
  /** Stores that it was used, with what the response opens; false when it was removed meanwhile. */
  store(on: Queryable): Promise<boolean>
}

/**
 * Checks a response of one of a person's passkeys.
 * @throws passkey_refused
 */
export async function checkPasskey(
  platform: Platform,
  answer: PasskeyAnswer,
  purpose: 'login' | 'second_factor' | 'reauthentication',
  person: Person | null,
): Promise<CheckedPasskey> {
  const found = await findPasskey(platform.db, answer.id)
  if (!found) throw new Problem('passkey_refused')
  const owner = { companyId: found.company_id, userId: found.user_id }
  if (person && (person.companyId !== owner.companyId || person.userId !== owner.userId)) throw new Problem('passkey_refused')
  const { counter, backed_up } = await verifyAuthentication(platform, answer, found, purpose, person)
  const store = async (on: Queryable) => {
    const stored = await on.execute(
      sql`update passkeys set counter = ${counter}, backed_up = ${backed_up}, used_at = ${platform.clock()} where company_id = ${owner.companyId} and id = ${found.id}`,
    )
    return stored === 1
  }
  return { owner, store }
}

export const passkeyLoginOptions = (platform: Platform) => authenticationOptions(platform, 'login', null)
