import * as z from 'zod/mini'
import { Done, Id, IdParams, Instant, matching, opaque, text } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'
import { WebUrl } from './web-url.ts'

/** An administrator sees it so many days before a certificate expires. */
export const CERTIFICATE_WARNING_DAYS = 30
/** Metadata of identity providers is at most so long; a federation's, which names thousands of providers, is not accepted. */
export const METADATA_MAX = 100_000

export const PASSWORD_LOGIN = ['everyone', 'admins', 'nobody'] as const
export const SECOND_FACTOR = ['off', 'admins', 'everyone'] as const
export const PERSON_BY = ['registration_number', 'email'] as const

export const Certificate = named(
  z.object({
    fingerprint: described(z.string(), 'SHA-256, hexadecimal'),
    subject: z.string(),
    not_before: Instant,
    not_after: Instant,
    status: z.enum(['valid', 'expiring', 'expired', 'not_yet_valid']),
  }),
  'Certificate',
)
export type Certificate = z.infer<typeof Certificate>

export const SamlSettings = named(
  z.object({
    idp_entity_id: z.string(),
    sso_url: z.string(),
    certificates: z.array(Certificate),
    person_by: z.enum(PERSON_BY),
    attribute: described(z.nullable(z.string()), 'null: the NameID'),
    idp_initiated: described(z.boolean(), 'Whether a sign-in may begin at the identity provider'),
    create_people: described(z.boolean(), 'Whether an unknown person gets an account'),
    updated_at: Instant,
  }),
  'SamlSettings',
)
export type SamlSettings = z.infer<typeof SamlSettings>

export const OidcSettings = named(
  z.object({
    issuer: z.string(),
    client_id: z.string(),
    claim: z.string(),
    person_by: z.enum(PERSON_BY),
    hosted_domain: z.nullable(z.string()),
    updated_at: Instant,
  }),
  'OidcSettings',
)
export type OidcSettings = z.infer<typeof OidcSettings>

export const SignInSettings = named(
  z.object({
    password_login: z.enum(PASSWORD_LOGIN),
    second_factor: z.enum(SECOND_FACTOR),
    emergency_until: described(z.nullable(Instant), 'Administrators may log in with a password until then: set by the operator'),
    saml: z.nullable(SamlSettings),
    oidc: z.nullable(OidcSettings),
    addresses: z.object({
      saml_metadata: described(z.string(), 'Also our entity id'),
      saml_acs: z.string(),
      saml_login: z.string(),
      oidc_callback: z.string(),
      oidc_login: z.string(),
      scim: z.string(),
    }),
  }),
  'SignInSettings',
)
export type SignInSettings = z.infer<typeof SignInSettings>

const samlChoices = {
  person_by: z._default(z.enum(PERSON_BY), 'registration_number'),
  attribute: z._default(
    z.pipe(
      z.nullable(text(300)),
      z.transform((value) => value || null),
    ),
    null,
  ),
  idp_initiated: z._default(z.boolean(), false),
  create_people: z._default(z.boolean(), false),
}

export const SamlBody = z.strictObject({
  metadata_xml: described(z.optional(opaque(METADATA_MAX)), 'Instead of the three fields below'),
  idp_entity_id: z.optional(text(1024).check(z.minLength(1))),
  sso_url: z.optional(WebUrl),
  certificates: z.optional(z.array(opaque(20_000)).check(z.minLength(1), z.maxLength(10))),
  keep_certificates: described(
    z._default(z.array(matching(/^[\da-f]{64}$/, 64)).check(z.maxLength(10)), []),
    'Fingerprints of stored certificates that stay beside the new ones, while the provider changes its key',
  ),
  ...samlChoices,
})
export type SamlBody = z.output<typeof SamlBody>

export const OidcBody = z.strictObject({
  issuer: WebUrl,
  client_id: text(300).check(z.minLength(1)),
  client_secret: described(z.optional(opaque(1000)), 'Without it the stored one stays, for the same issuer and client only'),
  claim: text(100).check(z.minLength(1)),
  person_by: z._default(z.enum(PERSON_BY), 'email'),
  hosted_domain: described(
    z._default(
      z.pipe(
        z.nullable(text(253).check(z.toLowerCase())),
        z.transform((value) => value || null),
      ),
      null,
    ),
    'Google Workspace: the company’s domain; required for Google’s issuer',
  ),
})
export type OidcBody = z.output<typeof OidcBody>

/** What a test sign-in brought: what came, and why it was refused. */
export const SignInTest = named(
  z.object({
    status: described(z.enum(['waiting', 'ok', 'refused']), 'waiting: no answer has come yet'),
    reason: described(z.nullable(z.string()), 'A code'),
    details: described(z.catchall(z.object({}), z.string()), 'What explains it: the audience or the status that came, …'),
    person: described(z.nullable(z.object({ id: Id, name: z.string() })), 'Who would have been signed in'),
    received: described(z.array(z.object({ name: z.string(), values: z.array(z.string()) })), 'NameID and attributes, or claims'),
  }),
  'SignInTest',
)
export type SignInTest = z.infer<typeof SignInTest>

const settings = { access: 'admin', response: SignInSettings } as const

export const adminSignIn = endpoints({
  getSignIn: { method: 'GET', path: '/api/admin/sign-in', ...settings, summary: 'How the company signs in' },
  updateSignIn: {
    method: 'PATCH',
    path: '/api/admin/sign-in',
    ...settings,
    asked_again: 'always',
    summary: 'Who may log in with a password, and who needs a second factor',
    body: z.partial(z.strictObject({ password_login: z.enum(PASSWORD_LOGIN), second_factor: z.enum(SECOND_FACTOR) })),
    errors: ['single_sign_on_missing', 'sign_in_not_tested'],
  },
  setSaml: {
    method: 'PUT',
    path: '/api/admin/sign-in/saml',
    ...settings,
    asked_again: 'always',
    summary: 'The company’s SAML identity provider; without its facts the stored ones stay',
    body: SamlBody,
    maxBytes: 4 * METADATA_MAX,
    errors: ['metadata_refused', 'certificate_refused', 'host_not_allowed', 'sign_in_not_tested'],
  },
  deleteSaml: {
    method: 'DELETE',
    path: '/api/admin/sign-in/saml',
    ...settings,
    asked_again: 'always',
    summary: 'Remove it',
    errors: ['single_sign_on_missing', 'sign_in_not_tested'],
  },
  setOidc: {
    method: 'PUT',
    path: '/api/admin/sign-in/oidc',
    ...settings,
    asked_again: 'always',
    summary: 'The company’s OpenID provider; its configuration is read now',
    body: OidcBody,
    errors: ['issuer_refused', 'host_not_allowed', 'token_missing', 'sign_in_not_tested'],
  },
  deleteOidc: {
    method: 'DELETE',
    path: '/api/admin/sign-in/oidc',
    ...settings,
    asked_again: 'always',
    summary: 'Remove it with its secret',
    errors: ['single_sign_on_missing', 'sign_in_not_tested'],
  },
  beginSignInTest: {
    method: 'POST',
    path: '/api/admin/sign-in/tests',
    access: 'admin',
    limit: 'mail',
    asked_again: 'always',
    summary: 'A link for a sign-in that signs no one in: what came is shown afterwards',
    body: z.strictObject({ protocol: z.enum(['saml', 'oidc']) }),
    response: z.object({ id: Id, link: z.string() }),
    errors: ['single_sign_on_missing'],
  },
  getSignInTest: {
    method: 'GET',
    path: '/api/admin/sign-in/tests/:id',
    access: 'admin',
    summary: 'The result of my test',
    params: IdParams,
    response: SignInTest,
  },
  resetFactors: {
    method: 'POST',
    path: '/api/admin/people/:id/reset-factors',
    access: 'admin',
    asked_again: 'always',
    summary: 'Another person has lost their second factor: remove all of theirs, and tell them by mail',
    params: IdParams,
    response: Done,
    errors: ['forbidden'],
  },
})
