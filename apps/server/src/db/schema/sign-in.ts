import { bigint, boolean, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, instant } from './columns.ts'

export type Protocol = 'saml' | 'oidc'
export type PersonBy = 'registration_number' | 'email'

/** Our own key pair for a company's SAML provider: in our metadata, for encrypted assertions. */
export const signInKeys = pgTable('sign_in_keys', {
  company_id: uuid('company_id').primaryKey(),
  certificate: text('certificate').notNull(),
  sealed_private_key: bytea('sealed_private_key').notNull(),
  created_at: instant('created_at').notNull(),
})

/** A company's SAML identity provider. */
export const signInSaml = pgTable('sign_in_saml', {
  company_id: uuid('company_id').primaryKey(),
  idp_entity_id: text('idp_entity_id').notNull(),
  sso_url: text('sso_url').notNull(),
  /** PEM; several at once while the provider changes its key. */
  certificates: text('certificates').array().notNull(),
  person_by: text('person_by').$type<PersonBy>().notNull(),
  /** null: the NameID. */
  attribute: text('attribute'),
  idp_initiated: boolean('idp_initiated').notNull().default(false),
  create_people: boolean('create_people').notNull().default(false),
  updated_at: instant('updated_at').notNull(),
})

export const signInOidc = pgTable('sign_in_oidc', {
  company_id: uuid('company_id').primaryKey(),
  issuer: text('issuer').notNull(),
  client_id: text('client_id').notNull(),
  sealed_client_secret: bytea('sealed_client_secret').notNull(),
  claim: text('claim').notNull(),
  person_by: text('person_by').$type<PersonBy>().notNull(),
  /** Google: the issuer is the same for all of its customers. */
  hosted_domain: text('hosted_domain'),
  updated_at: instant('updated_at').notNull(),
})

/** A sign-in that began here and waits for the provider's answer. */
export const signInRequests = pgTable(
  'sign_in_requests',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    protocol: text('protocol').$type<Protocol>().notNull(),
    /** Of the AuthnRequest's ID, or of the state. */
    request_hash: bytea('request_hash').notNull(),
    browser_hash: bytea('browser_hash').notNull(),
    app_challenge: text('app_challenge'),
    nonce: text('nonce'),
    sealed_code_verifier: bytea('sealed_code_verifier'),
    /** An administrator who tests the settings. */
    tester_id: uuid('tester_id'),
    outcome: text('outcome'),
    sealed_result: bytea('sealed_result'),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    used_at: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

/** Assertions that were used, until they have expired by themselves. */
export const samlAssertions = pgTable(
  'saml_assertions',
  {
    company_id: companyId(),
    assertion_hash: bytea('assertion_hash').notNull(),
    expires_at: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.assertion_hash] })],
)

/** One-time codes between the provider's answer and the app's login. */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    code_hash: bytea('code_hash').notNull(),
    method: text('method').$type<Protocol>().notNull(),
    browser_hash: bytea('browser_hash'),
    app_challenge: text('app_challenge'),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    used_at: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const passkeys = pgTable(
  'passkeys',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    /** base64url, unique in the whole server: a login by passkey alone begins with it. */
    credential_id: text('credential_id').notNull(),
    public_key: bytea('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull().default([]),
    name: text('name').notNull(),
    backed_up: boolean('backed_up').notNull(),
    created_at: instant('created_at').notNull(),
    used_at: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const totpSecrets = pgTable(
  'totp_secrets',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    sealed_secret: bytea('sealed_secret').notNull(),
    confirmed_at: instant('confirmed_at'),
    /** The time step of the last accepted code. */
    last_step: bigint('last_step', { mode: 'number' }),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    code_hash: bytea('code_hash').notNull(),
    created_at: instant('created_at').notNull(),
    used_at: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

/** A login whose password was right and whose second factor is due. */
export const loginChallenges = pgTable(
  'login_challenges',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    token_hash: bytea('token_hash').notNull(),
    failures: smallint('failures').notNull().default(0),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    used_at: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export type PasskeyPurpose = 'login' | 'second_factor' | 'enrolment' | 'reauthentication'

/** WebAuthn challenges, each for one ceremony; without a user for a login by passkey alone. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  challenge_hash: bytea('challenge_hash').primaryKey(),
  purpose: text('purpose').$type<PasskeyPurpose>().notNull(),
  company_id: uuid('company_id'),
  user_id: uuid('user_id'),
  expires_at: instant('expires_at').notNull(),
})
