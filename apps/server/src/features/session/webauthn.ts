import { MINUTE_MS } from '@reflet/contract/durations'
import type { PasskeyAnswer } from '@reflet/contract/login-steps'
import { insert, type Queryable, type RowOf, sql, t } from '../../db/index.ts'
import { hashToken } from '../../platform/crypto.ts'
import { Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'

/** A ceremony takes a person a moment; the browser's own limit is one minute. */
const CHALLENGE_MS = 5 * MINUTE_MS
const RP_NAME = 'Reflet'
/** The browser says them, and nothing signs them. */
const TRANSPORT = /^[a-z-]{1,20}$/

/** What a passkey is asked for. */
export type PasskeyPurpose = 'login' | 'second_factor' | 'enrolment' | 'reauthentication'

/** A person; a login by passkey alone has none before its end. */
export interface Person {
  readonly companyId: string
  readonly userId: string
}

export const storedPasskeyRow = { id: t.uuid, credential_id: t.text, public_key: t.bytes, counter: t.int, transports: t.texts }
export type StoredPasskey = RowOf<typeof storedPasskeyRow>

type Options = Record<string, unknown>

/** Loaded with the first passkey: certificates and CBOR, which other logins never need. */
const library = () => import('@simplewebauthn/server')

/** The relying party is the server's public address: a passkey made here works nowhere else. */
function relyingParty(platform: Platform) {
  const { hostname, origin } = new URL(platform.publicUrl())
  return { rpID: hostname, origin }
}

async function remember(platform: Platform, challenge: string, purpose: PasskeyPurpose, person: Person | null): Promise<void> {
  await insert(platform.db, 'passkey_challenges', {
    challenge_hash: hashToken(challenge),
    purpose,
    company_id: person?.companyId ?? null,
    user_id: person?.userId ?? null,
    expires_at: new Date(platform.clock().getTime() + CHALLENGE_MS),
  })
}

/** Uses a challenge up: it is accepted once, for the purpose and the person that it was made for. */
async function takeChallenge(
  on: Queryable,
  now: Date,
  challenge: string,
  purpose: PasskeyPurpose,
  person: Person | null,
): Promise<boolean> {
  const taken = await on.execute(sql`delete from passkey_challenges where challenge_hash = ${hashToken(challenge)} and purpose = ${purpose}
      and company_id is not distinct from ${person?.companyId ?? null}::uuid
      and user_id is not distinct from ${person?.userId ?? null}::uuid and expires_at > ${now}`)
  return taken === 1
}

/** Options for `navigator.credentials.get`. Without passkeys the authenticator offers those that it has for this server. */
export async function authenticationOptions(
  platform: Platform,
  purpose: PasskeyPurpose,
  person: Person | null,
  passkeys: readonly Pick<StoredPasskey, 'credential_id' | 'transports'>[] = [],
): Promise<Options> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(platform).rpID,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credential_id: id, transports }) => ({ id, transports: transports as 'internal'[] })),
  })
  await remember(platform, options.challenge, purpose, person)
  return { ...options }
}

/** Options for `navigator.credentials.create`: a discoverable passkey with user verification, which is a second factor by itself. */
export async function registrationOptions(
  platform: Platform,
  person: Person & { readonly email: string; readonly name: string },
  passkeys: readonly Pick<StoredPasskey, 'credential_id' | 'transports'>[],
): Promise<Options> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: relyingParty(platform).rpID,
    userID: new Uint8Array(Buffer.from(person.userId.replaceAll('-', ''), 'hex')),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credential_id: id, transports }) => ({ id, transports: transports as 'internal'[] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await remember(platform, options.challenge, 'enrolment', person)
  return { ...options }
}

export interface NewPasskey {
  readonly credential_id: string
  readonly public_key: Buffer
  readonly counter: number
  readonly transports: string[]
  readonly backed_up: boolean
}

const transportsOf = (given: unknown): string[] =>
  Array.isArray(given) ? given.filter((one) => typeof one === 'string' && TRANSPORT.test(one)).slice(0, 10) : []

/** @throws passkey_refused */
export async function verifyRegistration(platform: Platform, person: Person, answer: PasskeyAnswer): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await library()
  const { rpID, origin } = relyingParty(platform)
  const { verified, registrationInfo } = await orRefuse(
    (challenge) => takeChallenge(platform.db, platform.clock(), challenge, 'enrolment', person),
    (expectedChallenge) =>
      verifyRegistrationResponse({
        response: answer as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
      }),
  )
  if (!verified || !registrationInfo) throw new Problem('passkey_refused')
  const { credential, credentialBackedUp } = registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: transportsOf(credential.transports),
    backed_up: credentialBackedUp,
  }
}

/** @returns the new counter. @throws passkey_refused */
export async function verifyAuthentication(
  platform: Platform,
  answer: PasskeyAnswer,
  passkey: StoredPasskey,
  purpose: PasskeyPurpose,
  person: Person | null,
): Promise<{ counter: number; backed_up: boolean }> {
  const { verifyAuthenticationResponse } = await library()
  const { rpID, origin } = relyingParty(platform)
  const { verified, authenticationInfo } = await orRefuse(
    (challenge) => takeChallenge(platform.db, platform.clock(), challenge, purpose, person),
    (expectedChallenge) =>
      verifyAuthenticationResponse({
        response: answer as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
        requireUserVerification: true,
      }),
  )
  if (!verified) throw new Problem('passkey_refused')
  return { counter: authenticationInfo.newCounter, backed_up: authenticationInfo.credentialBackedUp }
}

type Take = (challenge: string) => Promise<boolean>

/**
 * The library throws for anything that is wrong with a response, and so for any input: an error of the database is not one.
 * @throws passkey_refused; what `take` throws
 */
async function orRefuse<T>(take: Take, verify: (take: Take) => Promise<T>): Promise<T> {
  let failure: unknown
  const taking: Take = (challenge) =>
    take(challenge).catch((error: unknown) => {
      failure = error
      throw error
    })
  try {
    return await verify(taking)
  } catch {
    throw failure ?? new Problem('passkey_refused')
  }
}
