import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, instant } from './columns.ts'

/** Random keys, each wrapped by the master key: what depends on them outlives its rotation. */
export const serverKeys = pgTable('server_keys', {
  purpose: text('purpose').primaryKey(),
  wrapped_key: bytea('wrapped_key').notNull(),
  created_at: instant('created_at').notNull(),
})

/** Append-only in the database; `purge_audit_log` alone deletes. */
export const auditLog = pgTable(
  'audit_log',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    actor_kind: text('actor_kind').$type<'person' | 'operator' | 'system' | 'scim'>().notNull(),
    actor_id: uuid('actor_id'),
    action: text('action').notNull(),
    target_kind: text('target_kind'),
    target_id: uuid('target_id'),
    network: text('network'),
    details: jsonb('details').notNull().default({}),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

/** What operators did; without personal data. It outlives the company. */
export const operatorLog = pgTable('operator_log', {
  id: uuid('id').primaryKey(),
  at: instant('at').notNull(),
  company_id: uuid('company_id'),
  code: text('code'),
  command: text('command').notNull(),
  details: jsonb('details').notNull().default({}),
})

/** Of the newest day only, for `reflet backup check`. */
export const rowCounts = pgTable(
  'row_counts',
  {
    day: date('day').notNull(),
    table_name: text('table_name').notNull(),
    row_count: bigint('row_count', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.table_name] })],
)

export const peopleImports = pgTable(
  'people_imports',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    created_by: uuid('created_by'),
    status: text('status').$type<'checking' | 'checked' | 'importing' | 'done' | 'failed'>().notNull(),
    /** Why the whole file was refused. */
    failure: text('failure'),
    /** The fields of the file, in its order. */
    columns: jsonb('columns').$type<string[]>().notNull().default([]),
    deactivate_missing: boolean('deactivate_missing').notNull().default(false),
    invite: boolean('invite').notNull().default(true),
    lines: integer('lines').notNull().default(0),
    done_lines: integer('done_lines').notNull().default(0),
    /** Active people who are not in the file. */
    missing: integer('missing').notNull().default(0),
    created: integer('created').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    unchanged: integer('unchanged').notNull().default(0),
    deactivated: integer('deactivated').notNull().default(0),
    errors_count: integer('errors_count').notNull().default(0),
    /** Claims a process that works on it; each claim increments `claims`. */
    claimed_until: instant('claimed_until'),
    claims: integer('claims').notNull().default(0),
    created_at: instant('created_at').notNull(),
    checked_at: instant('checked_at'),
    confirmed_at: instant('confirmed_at'),
    ended_at: instant('ended_at'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

/** The file, as it was uploaded. */
export const peopleImportParts = pgTable(
  'people_import_parts',
  {
    company_id: companyId(),
    import_id: uuid('import_id').notNull(),
    part: integer('part').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.import_id, t.part] })],
)

export const peopleImportLines = pgTable(
  'people_import_lines',
  {
    company_id: companyId(),
    import_id: uuid('import_id').notNull(),
    line: integer('line').notNull(),
    email: text('email').notNull(),
    fields: jsonb('fields').$type<Record<string, string>>().notNull(),
    plan: text('plan').$type<'create' | 'update' | 'unchanged' | 'refused'>().notNull().default('create'),
    user_id: uuid('user_id'),
    /** Of the person, when the file was checked: a role that changed since is not overwritten. */
    role_before: text('role_before'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.import_id, t.line] })],
)

export const peopleImportErrors = pgTable(
  'people_import_errors',
  {
    company_id: companyId(),
    import_id: uuid('import_id').notNull(),
    line: integer('line').notNull(),
    field: text('field').notNull(),
    code: text('code').notNull(),
    value: text('value').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.import_id, t.line, t.field, t.code] })],
)

/** What people did in the running month, until it has ended; without `user_id` of a deleted account. */
export const usagePeople = pgTable(
  'usage_people',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    month: date('month').notNull(),
    /** Random, the same in all rows of a person in the month. */
    person: uuid('person').notNull(),
    user_id: uuid('user_id'),
    /** Of the person, when they did it; '' for none. */
    department: text('department').notNull(),
    /** Of one of the rows of a person. */
    active: boolean('active').notNull(),
    asked: integer('asked').notNull(),
    answered: integer('answered').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

/** What fewer than five people did is null. */
const usageRest = {
  /** Feedbacks of requests that ended, and how many of them were answered. */
  received: integer('received'),
  received_answered: integer('received_answered'),
  /** Answers by full days from the request; the last place has the rest. */
  days: integer('days').array(),
  quality_sum: bigint('quality_sum', { mode: 'number' }),
  quality_count: integer('quality_count'),
}

/** How a company uses Reflet, up to `counted_until`: final when the month has ended by then. */
export const usageMonths = pgTable(
  'usage_months',
  {
    company_id: companyId(),
    month: date('month').notNull(),
    counted_until: instant('counted_until').notNull(),
    people: integer('people').notNull(),
    active: integer('active'),
    asked: integer('asked'),
    answered: integer('answered'),
    ...usageRest,
  },
  (t) => [primaryKey({ columns: [t.company_id, t.month] })],
)

/** Of a month that has ended; '' is the small departments together. */
export const usageDepartments = pgTable(
  'usage_departments',
  {
    company_id: companyId(),
    month: date('month').notNull(),
    department: text('department').notNull(),
    people: integer('people').notNull(),
    active: integer('active').notNull(),
    asked: integer('asked').notNull(),
    answered: integer('answered').notNull(),
    ...usageRest,
  },
  (t) => [primaryKey({ columns: [t.company_id, t.month, t.department] })],
)

/** How a company used Reflet, as the previous release counts it. */
export const usageTotals = pgTable(
  'usage_totals',
  {
    company_id: companyId(),
    month: date('month').notNull(),
    /** Of the people, when the month was counted; '' for none. */
    department: text('department').notNull(),
    people: integer('people').notNull(),
    active: integer('active').notNull(),
    /** People who answered. */
    answerers: integer('answerers').notNull(),
    asked: integer('asked').notNull(),
    answered: integer('answered').notNull(),
    /** Feedbacks that these people were asked for, and how many of them they have answered. */
    received: integer('received').notNull(),
    received_answered: integer('received_answered').notNull(),
    /** Answers by full days from the request; the last place has the rest. */
    days: integer('days').array().notNull(),
    quality_sum: bigint('quality_sum', { mode: 'number' }).notNull(),
    quality_count: integer('quality_count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.month, t.department] })],
)
