import * as z from 'zod/mini'
import { Cursor, Id, Instant, NextCursor } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'

/** Everything that enters the audit log. The app shows unknown ones by their code: the server may be newer. */
export const AUDIT_ACTIONS = [
  'sign_in',
  'sign_in_refused',
  'sign_out',
  'sessions_ended',
  'password_set',
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'totp_added',
  'totp_removed',
  'recovery_codes_made',
  'factors_reset',
  'account_deleted',
  'data_exported',
  'name_changed',
  'person_created',
  'person_updated',
  'person_invited',
  'person_deactivated',
  'person_reactivated',
  'person_sessions_ended',
  'address_change_asked',
  'address_changed',
  'address_change_refused',
  'address_restored',
  'import_uploaded',
  'import_confirmed',
  'import_ended',
  'import_deleted',
  'import_errors_exported',
  'people_exported',
  'usage_exported',
  'audit_exported',
  'policies_changed',
  'sign_in_policy_changed',
  'saml_changed',
  'saml_removed',
  'oidc_changed',
  'oidc_removed',
  'sign_in_test_begun',
  'sign_in_tested',
  'emergency_sign_in',
  'skill_created',
  'skill_changed',
  'skill_retired',
  'award_type_created',
  'award_type_changed',
  'award_type_retired',
  'video_created',
  'video_changed',
  'video_retired',
  'learning_platform_changed',
  'learning_platform_removed',
  'learning_platform_tested',
  'retention_ran',
  'company_created',
  'company_changed',
  'company_suspended',
  'company_resumed',
  'company_exported',
  'address_erased',
  'badge_key_rotated',
  'scim_token_created',
  'scim_token_deleted',
  'scim_group_created',
  'scim_group_changed',
  'scim_group_deleted',
  'person_deleted',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AuditEntry = named(
  z.object({
    id: Id,
    at: Instant,
    actor: z.object({
      kind: described(z.string(), 'person, operator (the server’s), system (a job) or scim'),
      id: z.nullable(Id),
      name: described(z.nullable(z.string()), 'null when there is no account any more'),
    }),
    action: described(z.string(), `One of ${AUDIT_ACTIONS.join(', ')}`),
    target: z.nullable(
      z.object({
        kind: z.string(),
        id: z.nullable(Id),
        name: described(z.nullable(z.string()), 'Of a person who still has an account'),
      }),
    ),
    network: described(z.nullable(z.string()), 'Of the caller: IPv4 by /24, IPv6 by /64'),
    details: described(z.unknown(), 'An object of codes, counts and names of fields, and the values of policies'),
  }),
  'AuditEntry',
)
export type AuditEntry = z.infer<typeof AuditEntry>

const filter = { action: z.optional(z.enum(AUDIT_ACTIONS)), actor: z.optional(Id) }

export const adminAudit = endpoints({
  listAudit: {
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    summary: 'Actors, actions, targets and times, newest first',
    query: z.strictObject({ ...filter, cursor: Cursor }),
    response: z.object({ entries: z.array(AuditEntry), next_cursor: NextCursor }),
  },
  exportAudit: {
    method: 'GET',
    path: '/api/admin/audit.csv',
    access: 'admin',
    limit: 'upload',
    summary: 'The same as CSV',
    query: z.strictObject(filter),
    binary: 'text/csv',
    response: z.unknown(),
  },
})
