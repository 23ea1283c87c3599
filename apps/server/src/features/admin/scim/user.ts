import type { Locale } from '@reflet/contract/common'
import { instant, nullable, type RowOf, sql, t } from '../../../db/index.ts'
import { employeeRow } from '../../people/person.queries.ts'
import type { Attribute, Attributes } from './filter-sql.ts'
import { CORE_USER, ENTERPRISE, ENTERPRISE_USER } from './paths.ts'
import { type Resource, versionOf } from './resource.ts'

export const userRow = {
  ...employeeRow,
  locale: t.oneOf<Locale>(),
  external_id: nullable(t.text),
  active: t.bool,
  manager_id: nullable(t.uuid),
  manager_name: nullable(t.text),
  created_at: t.time,
  changed_at: t.time,
}
export type UserRow = RowOf<typeof userRow>

const fullName = sql`(u.first_name || ' ' || u.last_name)`
/** To the millisecond, as it is sent. */
const createdAt = sql`date_trunc('milliseconds', u.created_at)`
const changedAt = sql`date_trunc('milliseconds', coalesce(u.changed_at, u.created_at))`
const isActive = sql`(u.deactivated_at is null)`
const managerName = sql`(manager.first_name || ' ' || manager.last_name)`

/** The columns of `UserRow`, of `users u`, which is joined with `users manager`. */
export const userColumns = sql`u.id, u.email, u.first_name, u.last_name, u.job_title, u.department,
  u.registration_number, u.locale, u.external_id, ${isActive} as active, u.manager_id,
  ${managerName} as manager_name, u.created_at, coalesce(u.changed_at, u.created_at) as changed_at`

/** What a filter and a sort order may name. */
export const USER_ATTRIBUTES: Attributes = new Map<string, Attribute>([
  ['id', { type: 'id', column: sql`u.id` }],
  ['externalid', { type: 'exact', column: sql`u.external_id` }],
  ['username', { type: 'lower', column: sql`u.email` }],
  ['emails', { type: 'lower', column: sql`u.email` }],
  ['emails.value', { type: 'lower', column: sql`u.email` }],
  ['emails.type', { type: 'text', column: sql`'work'::text` }],
  ['emails.primary', { type: 'boolean', column: sql`'t'::boolean` }],
  ['name', { type: 'text', column: fullName }],
  ['name.formatted', { type: 'text', column: fullName }],
  ['name.givenname', { type: 'text', column: sql`u.first_name` }],
  ['name.familyname', { type: 'text', column: sql`u.last_name` }],
  ['displayname', { type: 'text', column: fullName }],
  ['title', { type: 'text', column: sql`u.job_title` }],
  ['active', { type: 'boolean', column: isActive }],
  ['locale', { type: 'text', column: sql`u.locale` }],
  ['preferredlanguage', { type: 'text', column: sql`u.locale` }],
  ['meta.resourcetype', { type: 'text', column: sql`'User'::text` }],
  ['meta.created', { type: 'instant', column: createdAt }],
  ['meta.lastmodified', { type: 'instant', column: changedAt }],
  [`${ENTERPRISE}employeenumber`, { type: 'number', column: sql`u.registration_number` }],
  [`${ENTERPRISE}department`, { type: 'text', column: sql`u.department` }],
  [`${ENTERPRISE}manager`, { type: 'id', column: sql`u.manager_id` }],
  [`${ENTERPRISE}manager.value`, { type: 'id', column: sql`u.manager_id` }],
  // Entra's name for it in some filters.
  ['manager', { type: 'id', column: sql`u.manager_id` }],
  ['manager.value', { type: 'id', column: sql`u.manager_id` }],
  [`${ENTERPRISE}manager.displayname`, { type: 'text', column: managerName }],
])

/** Of the columns of `users`: the name of the manager belongs to another resource. */
export const userVersion = (row: UserRow) =>
  versionOf([
    row.id,
    row.email,
    row.first_name,
    row.last_name,
    row.job_title,
    row.department,
    row.registration_number,
    row.locale,
    row.external_id,
    row.active,
    row.manager_id,
    instant(row.changed_at),
  ])

/** A user as it is sent; `base` is the address of SCIM on this server. Attributes without a value are absent. */
export function userOf(row: UserRow, base: string): Resource {
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ')
  const manager = row.manager_id && {
    value: row.manager_id,
    $ref: `${base}/Users/${row.manager_id}`,
    ...(row.manager_name && { displayName: row.manager_name.trim() }),
  }
  const content = {
    id: row.id,
    ...(row.external_id && { externalId: row.external_id }),
    userName: row.email,
    name: {
      formatted: name,
      ...(row.last_name && { familyName: row.last_name }),
      ...(row.first_name && { givenName: row.first_name }),
    },
    displayName: name,
    ...(row.job_title && { title: row.job_title }),
    active: row.active,
    emails: [{ value: row.email, type: 'work', primary: true }],
    preferredLanguage: row.locale,
    locale: row.locale,
    [ENTERPRISE_USER]: {
      ...(row.registration_number && { employeeNumber: row.registration_number }),
      ...(row.department && { department: row.department }),
      ...(manager && { manager }),
    },
  }
  const meta = {
    resourceType: 'User',
    created: instant(row.created_at),
    lastModified: instant(row.changed_at),
    location: `${base}/Users/${row.id}`,
  }
  return { schemas: [CORE_USER, ENTERPRISE_USER], ...content, meta: { ...meta, version: userVersion(row) } }
}
