import * as z from 'zod/mini'
import { Done, Id, IdParams, Instant, name, opaque } from './common.ts'
import { endpoints } from './endpoint.ts'
import { FactorCode, PasskeyAnswer, PasskeyOptions, RECOVERY_CODES } from './login-steps.ts'
import { described, named } from './openapi.ts'
import { PASSWORD_MAX } from './session.ts'

/** Calls that are `asked_again` need a sign-in that is not older than this. */
export const STEP_UP_MINUTES = 10
export const MAX_PASSKEYS = 20

export const Passkey = named(
  z.object({
    id: Id,
    name: z.string(),
    synced: described(z.boolean(), 'Whether its provider keeps it on several devices'),
    created_at: Instant,
    used_at: z.nullable(Instant),
  }),
  'Passkey',
)
export type Passkey = z.infer<typeof Passkey>

export const Security = named(
  z.object({
    has_password: z.boolean(),
    password_allowed: described(z.boolean(), 'false: the company signs in through its identity provider only'),
    single_sign_on: described(z.nullable(z.string()), 'Where the company’s sign-in begins; null without'),
    totp: described(z.boolean(), 'Whether an authenticator app is set up'),
    passkeys: z.array(Passkey),
    recovery_codes: described(z.int(), 'Unused ones'),
    second_factor_demanded: described(z.boolean(), 'Whether the company demands a second factor'),
  }),
  'Security',
)
export type Security = z.infer<typeof Security>

export const Session = named(
  z.object({
    id: Id,
    current: z.boolean(),
    method: described(z.string(), 'password, passkey, saml or oidc'),
    browser: z.nullable(z.string()),
    system: z.nullable(z.string()),
    network: described(z.nullable(z.string()), 'IPv4 by /24, IPv6 by /64'),
    created_at: Instant,
    used_at: described(Instant, 'To the hour'),
  }),
  'Session',
)
export type Session = z.infer<typeof Session>

export const security = endpoints({
  getSecurity: {
    method: 'GET',
    path: '/api/user/security',
    access: 'employee',
    summary: 'How I sign in',
    response: Security,
  },
  listSessions: {
    method: 'GET',
    path: '/api/user/sessions',
    access: 'employee',
    summary: 'Where I am signed in, the latest first',
    response: z.object({ sessions: z.array(Session) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/user/sessions/:id',
    access: 'employee',
    summary: 'End one of my other sessions',
    params: IdParams,
    response: Done,
    asked_again: 'always',
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/user/sessions',
    access: 'employee',
    summary: 'End all of my sessions but this one',
    response: z.object({ ended: z.int() }),
    asked_again: 'always',
  },
  reauthenticate: {
    method: 'POST',
    path: '/api/user/reauthenticate',
    access: 'employee',
    limit: 'reauthenticate',
    summary: 'Prove who I am again: with the password, or a passkey; with neither, the options for a passkey',
    body: z.strictObject({ password: z.optional(opaque(PASSWORD_MAX)), passkey: z.optional(PasskeyAnswer) }),
    response: z.object({ options: z.nullable(PasskeyOptions) }),
    errors: ['wrong_password', 'passkey_refused', 'forbidden'],
  },
  changePassword: {
    method: 'POST',
    path: '/api/user/password',
    access: 'employee',
    limit: 'reauthenticate',
    summary: 'Change my password; my other sessions end',
    body: z.strictObject({ current: opaque(PASSWORD_MAX), new: opaque(PASSWORD_MAX) }),
    response: Done,
    errors: ['wrong_password', 'password_too_weak', 'forbidden'],
  },
  addPasskey: {
    method: 'POST',
    path: '/api/user/passkeys',
    access: 'employee',
    summary: 'Without `passkey` the options for the browser, with it the passkey is stored',
    body: z.strictObject({ name: z.optional(name(60)), passkey: z.optional(PasskeyAnswer) }),
    response: z.object({ options: z.nullable(PasskeyOptions), passkey: z.nullable(Passkey) }),
    asked_again: 'always',
    errors: ['passkey_refused', 'passkey_known', 'limit_reached', 'forbidden'],
  },
  deletePasskey: {
    method: 'DELETE',
    path: '/api/user/passkeys/:id',
    access: 'employee',
    summary: 'Remove a passkey',
    params: IdParams,
    response: Done,
    asked_again: 'always',
    errors: ['last_second_factor', 'last_way_in'],
  },
  beginTotp: {
    method: 'POST',
    path: '/api/user/totp',
    access: 'employee',
    summary: 'A new secret for an authenticator app; it replaces the one in use when its first code is confirmed',
    response: z.object({ secret: described(z.string(), 'Base32'), uri: described(z.string(), 'otpauth://, for a QR code') }),
    asked_again: 'always',
    errors: ['forbidden'],
  },
  confirmTotp: {
    method: 'POST',
    path: '/api/user/totp/confirm',
    access: 'employee',
    limit: 'reauthenticate',
    summary: 'The first code of the new secret',
    body: z.strictObject({ code: FactorCode }),
    response: z.object({
      recovery_codes: described(z.nullable(z.array(z.string())), 'With the first factor: shown once; null: there are some already'),
    }),
    asked_again: 'always',
    errors: ['wrong_code', 'gone'],
  },
  deleteTotp: {
    method: 'DELETE',
    path: '/api/user/totp',
    access: 'employee',
    summary: 'Remove the authenticator app',
    response: Done,
    asked_again: 'always',
    errors: ['last_second_factor'],
  },
  makeRecoveryCodes: {
    method: 'POST',
    path: '/api/user/recovery-codes',
    access: 'employee',
    summary: `${RECOVERY_CODES} new recovery codes, shown once; the old ones no longer work`,
    response: z.object({ recovery_codes: z.array(z.string()) }),
    asked_again: 'always',
    errors: ['forbidden'],
  },
})
