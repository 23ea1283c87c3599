import * as z from 'zod/mini'
import { matching, text } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described } from './openapi.ts'
import { Opened } from './session.ts'

/** A WebAuthn response, as the browser serialises it (PublicKeyCredential.toJSON); the server's library checks the rest. */
const PasskeyResponse = z.looseObject({
  id: text(1400).check(z.minLength(1)),
  rawId: text(1400),
  type: z.literal('public-key'),
  response: z.looseObject({}),
  clientExtensionResults: z.looseObject({}),
})
export const PasskeyAnswer = described(PasskeyResponse, 'A WebAuthn response as JSON')
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** Options of a WebAuthn ceremony as JSON: for the browser, not for the app. */
export const PasskeyOptions = described(z.looseObject({}), 'WebAuthn options as JSON')

/** Digits of an authenticator app, or a recovery code; spaces and dashes do not matter. */
export const FactorCode = text(40).check(z.minLength(6))
const Challenge = matching(/^[\w-]{43}$/, 43)

export const RECOVERY_CODES = 10

/** Ways to log in beside the password, and what follows it. Apart from `session.ts`, which the app's first screen loads. */
export const loginSteps = endpoints({
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
    errors: ['unauthenticated', 'csrf_failed', 'wrong_code', 'passkey_refused', 'gone'],
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
    errors: ['unauthenticated', 'csrf_failed', 'gone', 'forbidden'],
  },
  loginPasskey: {
    method: 'POST',
    path: '/api/login/passkey',
    access: 'public',
    limit: 'login',
    summary: 'Log in with a passkey alone: without `passkey` the options for the browser, with it the session',
    body: z.strictObject({ passkey: z.optional(PasskeyAnswer) }),
    response: z.extend(z.partial(Opened), { options: z.optional(PasskeyOptions) }),
    errors: ['unauthenticated', 'csrf_failed'],
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
      status: described(z.string(), '`false`: none; `company`: send its code, too; any other with a link: single sign-on'),
      link: described(z.optional(z.string()), 'Where the sign-in begins; absolute'),
    }),
  },
})
