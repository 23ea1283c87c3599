import { AdminPersonBody } from '@reflet/contract/admin-people'
import { isStorable } from '@reflet/contract/common'
import { MINUTE_MS } from '@reflet/contract/durations'
import { withoutWebAddress } from '@reflet/contract/plain'
import { insert, nullable, type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import { hashToken, type Seal, sameText } from '../../platform/crypto.ts'
import { Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { type Actor, SYSTEM } from '../audit/audit.ts'
import { issueCode } from './codes.commands.ts'
import { Refused } from './refused.ts'
import type { PersonBy, Protocol } from './sign-in.policy.ts'

/** Time for the person at the provider's page, with a second factor there. */
const REQUEST_MS = 10 * MINUTE_MS

/** The company whose provider it is. */
export const signOnCompanyRow = { company_id: t.uuid, code: t.text, wrapped_key: t.bytes }
export type SignOnCompany = RowOf<typeof signOnCompanyRow>

/** What is stored of a sign-in that begins. */
export interface Beginning {
  readonly protocol: Protocol
  /** The AuthnRequest's ID, or the state. */
  readonly key: string
  /** The cookie's value. */
  readonly browser: string
  readonly appChallenge?: string | undefined
  readonly nonce?: string
  readonly codeVerifier?: string
  /** Of an administrator's test. */
  readonly test?: string | undefined
}

export const sealOf = (platform: Platform, { company_id, wrapped_key }: SignOnCompany): Seal =>
  platform.vault.sealOf(company_id, wrapped_key)

/** Stores a sign-in that begins now. @throws Refused for an unknown test */
export async function beginSignOn(platform: Platform, company: SignOnCompany, begun: Beginning): Promise<void> {
  const now = platform.clock()
  const id = begun.test ? testIdOf(platform, begun.test) : newId(now)
  const values = {
    request_hash: hashToken(begun.key),
    browser_hash: hashToken(begun.browser),
    app_challenge: begun.appChallenge ?? null,
    nonce: begun.nonce ?? null,
    sealed_code_verifier: sealOf(platform, company).seal(begun.codeVerifier ?? null, 'sign_in_requests.sealed_code_verifier', id),
  }
  if (!begun.test) {
    const expires_at = new Date(now.getTime() + REQUEST_MS)
    await insert(platform.db, 'sign_in_requests', {
      company_id: company.company_id,
      id,
      protocol: begun.protocol,
      ...values,
      created_at: now,
      expires_at,
    })
    return
  }
  const begunTests =
    await platform.db.execute(sql`update sign_in_requests set request_hash = ${values.request_hash}, browser_hash = ${values.browser_hash},
        nonce = ${values.nonce}, sealed_code_verifier = ${values.sealed_code_verifier}
      where company_id = ${company.company_id} and id = ${id} and protocol = ${begun.protocol}
        and tester_id is not null and used_at is null and outcome is null and expires_at > ${now}`)
  if (begunTests === 0) throw new Refused('test_unknown')
}

/** `id.token`: the token shows that this server made the link. */
export const testLinkOf = (platform: Platform, id: string) => `${id}.${platform.vault.deriveToken('sign_in_test', id)}`

function testIdOf(platform: Platform, test: string): string {
  const [id = '', token = ''] = test.split('.')
  if (!/^[\da-f-]{36}$/.test(id) || !sameText(token, platform.vault.deriveToken('sign_in_test', id))) throw new Refused('test_unknown')
  return id
}

/** An administrator's test that waits for its sign-in. @returns its id */
export async function insertTest(platform: Platform, companyId: string, testerId: string, protocol: Protocol): Promise<string> {
  const now = platform.clock()
  const id = newId(now)
  const unknown = hashToken(platform.vault.deriveToken('sign_in_test', id))
  await insert(platform.db, 'sign_in_requests', {
    company_id: companyId,
    id,
    protocol,
    request_hash: unknown,
    browser_hash: unknown,
    tester_id: testerId,
    created_at: now,
    expires_at: new Date(now.getTime() + REQUEST_MS),
  })
  return id
}

/** A sign-in that began here. */
const begunRow = {
  id: t.uuid,
  browser_hash: t.bytes,
  app_challenge: nullable(t.text),
  nonce: nullable(t.text),
  sealed_code_verifier: nullable(t.bytes),
  tester_id: nullable(t.uuid),
}
export type Begun = RowOf<typeof begunRow>

/** A test that has not yet gone to its provider. @throws Refused test_unknown */
export async function findTest(platform: Platform, { company_id }: SignOnCompany, test: string): Promise<Begun> {
  const [row] = await rows(
    platform.db,
    begunRow,
    sql`select id, browser_hash, app_challenge, nonce, sealed_code_verifier, tester_id from sign_in_requests
      where company_id = ${company_id} and id = ${testIdOf(platform, test)} and tester_id is not null
        and outcome is null and used_at is null and expires_at > ${platform.clock()}`,
  )
  if (!row) throw new Refused('test_unknown')
  return row
}

/**
 * The sign-in that an answer belongs to.
 * @throws Refused: request_unknown, replayed, request_expired, other_browser
 */
export async function findBegun(
  db: Queryable,
  { company_id }: SignOnCompany,
  protocol: Protocol,
  key: string,
  browser: string | null,
  now: Date,
): Promise<Begun> {
  const [row] = await rows(
    db,
    { ...begunRow, used: t.bool, expired: t.bool },
    sql`select id, browser_hash, app_challenge, nonce, sealed_code_verifier, tester_id, used_at is not null as used,
        expires_at <= ${now} as expired
      from sign_in_requests
      where company_id = ${company_id} and protocol = ${protocol} and request_hash = ${hashToken(key)}`,
  )
  if (!row) throw new Refused('request_unknown')
  if (row.used) throw new Refused('replayed')
  if (row.expired) throw new Refused('request_expired')
  if (browser === null || !hashToken(browser).equals(row.browser_hash)) throw new Refused('other_browser')
  return row
}

/** Uses it up: of two answers to one request one is accepted. @throws Refused replayed */
export async function useBegun(tx: Queryable, { company_id }: SignOnCompany, { id }: Begun, now: Date): Promise<void> {
  const used = await tx.execute(sql`update sign_in_requests set used_at = ${now} where company_id = ${company_id} and id = ${id}
      and used_at is null`)
  if (used === 0) throw new Refused('replayed')
}

/** A person of the company, as the provider names them. */
export interface Named {
  readonly by: PersonBy
  readonly value: string
}

const foundPersonRow = { id: t.uuid, email: t.text, name: t.text }
export type FoundPerson = RowOf<typeof foundPersonRow>

/**
 * A registration number is compared as `registration_key` does. Of several people, from before numbers were compared so, only who has exactly
 * this one is meant.
 * @throws Refused person_deactivated; person_unknown for several people
 * @returns null when there is none
 */
async function findPerson(db: Queryable, { company_id }: SignOnCompany, { by, value }: Named): Promise<FoundPerson | null> {
  // A claim is JSON and may have any character.
  if (!isStorable(value)) return null
  const is =
    by === 'email'
      ? sql`u.email = ${value.toLowerCase()}`
      : sql`u.registration_number is not null and registration_key(u.registration_number) = registration_key(${value})`
  const found = await rows(
    db,
    { ...foundPersonRow, deactivated: t.bool, exact: t.bool },
    sql`select u.id, u.email, u.first_name || ' ' || u.last_name as name, u.deactivated_at is not null as deactivated,
        coalesce(u.registration_number = ${value}, false) as exact
      from users u where u.company_id = ${company_id} and ${is}`,
  )
  const row = found.length > 1 ? found.find(({ exact }) => exact) : found[0]
  if (!row && found.length > 1) throw new Refused('person_unknown')
  if (row?.deactivated) throw new Refused('person_deactivated')
  return row ?? null
}

/** Adds a person whom the provider confirmed; of the administration, which this feature does not call itself. */
export type CreatePerson = (by: { companyId: string; actor: Actor }, body: AdminPersonBody) => Promise<string>

/** What the provider says of an unknown person. */
export interface NewPerson {
  readonly email: string | undefined
  readonly first_name: string | undefined
  readonly last_name: string | undefined
}

/** The person, who is created first where the company wants that. @throws Refused person_unknown, person_deactivated, cannot_create */
export async function findOrCreate(
  platform: Platform,
  company: SignOnCompany,
  named: Named,
  create: { readonly person: NewPerson; readonly run: CreatePerson } | null,
): Promise<FoundPerson> {
  const found = await findPerson(platform.db, company, named)
  if (found) return found
  if (!create) throw new Refused('person_unknown')
  const { first_name, last_name } = create.person
  // The address that recognises the person is the account's: another one could belong to someone else.
  const email = named.by === 'email' ? named.value : (create.person.email ?? '')
  const body = AdminPersonBody.safeParse({
    email,
    first_name: first_name || withoutWebAddress(email.split('@')[0] ?? ''),
    last_name: last_name || withoutWebAddress(email.split('@')[1] ?? ''),
    registration_number: named.by === 'registration_number' ? named.value : null,
    invite: false,
  })
  if (!body.success) throw new Refused('cannot_create', { fields: body.error.issues.map(({ path }) => path.join('.')).join(' ') })
  try {
    await create.run({ companyId: company.company_id, actor: SYSTEM }, body.data)
  } catch (error) {
    // Two first sign-ins at once: the other one created the person.
    if (!(error instanceof Problem)) throw error
  }
  const created = await findPerson(platform.db, company, named)
  if (!created) throw new Refused('cannot_create', { fields: 'email' })
  return created
}

/** Where the browser goes on. */
export interface Onward {
  readonly to: string
  /** The value of its cookie. */
  readonly browser?: string
  /** A sign-in of this browser, neither a native app's nor a test, begins or has its code. */
  readonly marks?: boolean
}

const REFUSED_PATH = '/login?sso=refused'
export const refusedAddress = (platform: Platform): string => `${platform.publicUrl()}${REFUSED_PATH}`

/** To the app, with the one-time code. */
export function appAddress(platform: Platform, email: string, code: string, isNative: boolean): string {
  const query = new URLSearchParams({ saml: 'true', email, token: code })
  return isNative ? `reflet://?${query}` : `${platform.publicUrl()}/?${query}`
}

/** Issues the code in the transaction that uses the answer up. @throws Refused replayed */
export async function issueFor(
  platform: Platform,
  tx: Queryable,
  company: SignOnCompany,
  person: FoundPerson,
  method: Protocol,
  holder: Parameters<typeof issueCode>[3],
): Promise<string> {
  const code = await issueCode(tx, { companyId: company.company_id, userId: person.id }, method, holder, platform.clock())
  return appAddress(platform, person.email, code, 'appChallenge' in holder)
}
