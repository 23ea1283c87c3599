import * as z from 'zod/mini'
import { Done, Email, opaque, text } from './common.ts'
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
  code_verifier: described(
    z.optional(z.string().check(z.regex(/^[\w.~-]{43,128}$/))),
    'PKCE (RFC 7636): of a single sign-on that a native app began',
  ),
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

/** A WebAuthn response, as the browser serialises it (PublicKeyCredential.toJSON); the server's library checks the rest. */
const PasskeyResponse = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(1400)),
  rawId: z.string().check(z.maxLength(1400)),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()),
})
export const PasskeyAnswer = described(PasskeyResponse, 'A WebAuthn response as JSON')
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** Options of a WebAuthn ceremony as JSON: for the browser, not for the app. */
export const PasskeyOptions = described(z.record(z.string(), z.unknown()), 'WebAuthn options as JSON')

/** Digits of an authenticator app, or a recovery code; spaces and dashes do not matter. */
export const FactorCode = z.string().check(z.trim(), z.minLength(6), z.maxLength(40))
const Challenge = z.string().check(z.regex(/^[\w-]{43}$/))

export const RECOVERY_CODES = 10

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
    errors: ['second_factor_required'],
  },
  loginSecondFactor: {
    method: 'POST',
    path: '/api/login/second-factor',
    access: 'public',
    limit: 'login',
    summary: 'The second step of a login: a code, a recovery code or a passkey; or the first code of a factor that is being set up',
    body: z.strictObject({ challenge: Challenge, code: z.optional(FactorCode), passkey: z.optional(PasskeyAnswer) }),
    response: z.extend(Opened, {
      recovery_codes: described(z.nullable(z.array(z.string())), 'Of a factor that was set up by this call: shown once'),
    }),
    errors: ['wrong_code', 'passkey_refused', 'gone'],
  },
  loginEnrolment: {
    method: 'POST',
    path: '/api/login/enrolment',
    access: 'public',
    limit: 'login',
    summary: 'The company demands a second factor and the person has none: begin to set one up',
    body: z.strictObject({ challenge: Challenge, factor: z.enum(['totp', 'passkey']) }),
    response: z.object({
      totp: z.nullable(z.object({ secret: z.string(), uri: z.string() })),
      passkey: z.nullable(PasskeyOptions),
    }),
    errors: ['gone', 'forbidden'],
  },
  loginPasskey: {
    method: 'POST',
    path: '/api/login/passkey',
    access: 'public',
    limit: 'login',
    summary: 'Log in with a passkey alone: without `passkey` the options for the browser, with it the session',
    body: z.strictObject({ passkey: z.optional(PasskeyAnswer) }),
    response: z.extend(z.partial(Opened), { options: z.optional(PasskeyOptions) }),
    errors: [],
  },
  checkSaml: {
    method: 'POST',
    path: '/api/check/saml',
    access: 'public',
    form: true,
    limit: 'login',
    summary: 'The single sign-on of the company of a registration number',
    body: z.strictObject({
      matricule: text(60).check(z.minLength(1)),
      company: described(z.optional(text(60)), 'The company’s code, where the number exists in several'),
    }),
    response: z.object({
      status: described(z.enum(['true', 'false', 'company']), 'company: send its code, too'),
      link: described(z.optional(z.string()), 'Where the sign-in begins; absolute'),
    }),
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
    errors: ['gone', 'password_too_weak'],
  },
})
