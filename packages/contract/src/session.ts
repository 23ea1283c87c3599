import * as z from 'zod/mini'
import { Done, Email, matching, opaque } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'

/** Minimum length of a new password (NIST SP 800-63B: length, no composition rules). */
export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 200
/** Lifetime of a password reset link. */
export const RESET_HOURS = 2

export const LoginBody = z.strictObject({
  grant_type: z.literal('password'),
  client_id: opaque(100),
  username: described(opaque(254), 'The e-mail address'),
  password: described(opaque(PASSWORD_MAX), 'The password, or the one-time code of a single sign-on'),
  sign_on: described(z.optional(z.literal('true')), 'The password is the code of a single sign-on, never a password'),
  code_verifier: described(z.optional(matching(/^[\w.~-]{43,128}$/, 128)), 'PKCE (RFC 7636): of a single sign-on that a native app began'),
})

/** What a login returns. */
export const Opened = named(
  z.object({
    access_token: described(z.string(), '256 random bits, base64url; stored hashed'),
    token_type: z.literal('bearer'),
    expires_in: described(z.int(), 'Seconds until it expires when unused'),
  }),
  'Opened',
)
export type Opened = z.infer<typeof Opened>

export const ResetPasswordBody = z.strictObject({
  token: opaque(100),
  password: opaque(PASSWORD_MAX),
})

export const session = endpoints({
  getCredentials: {
    method: 'GET',
    path: '/api/getcredentials',
    access: 'public',
    summary: 'The client id that login expects',
    response: z.object({ clientId: z.string() }),
  },
  login: {
    method: 'POST',
    path: '/api/login',
    access: 'public',
    form: true,
    limit: 'login',
    summary: 'Log in with a password; browsers also get the session cookie',
    body: LoginBody,
    response: Opened,
    errors: ['unauthenticated', 'csrf_failed', 'second_factor_required'],
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    access: 'employee',
    summary: 'End this session',
    response: Done,
  },
  revokeTokens: {
    method: 'GET',
    path: '/api/revoke-tokens',
    access: 'employee',
    changes: true,
    summary: 'End every session of mine, this one included',
    response: z.object({ revoked: described(z.int(), 'How many sessions ended') }),
  },
  forgottenPassword: {
    method: 'POST',
    path: '/api/forgottenpassword',
    access: 'public',
    form: true,
    limit: 'reset',
    summary: 'Mail a link to set a new password; the answer never tells whether the address is known',
    body: z.strictObject({ email: Email }),
    response: Done,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/resetpassword',
    access: 'public',
    form: true,
    limit: 'reset',
    summary: 'Set a password with the token from a mail; ends every session of the user',
    body: ResetPasswordBody,
    response: z.extend(Done, { email: Email }),
    errors: ['gone', 'password_too_weak', 'address_in_use'],
  },
})
