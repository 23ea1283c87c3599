import * as z from 'zod/mini'
import { Cursor, Done, Id, IdParams, Instant, NextCursor } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'

/** Upload limit, in bytes. */
export const MAX_IMPORT_BYTES = 20 * 1024 * 1024
export const MAX_IMPORT_LINES = 50_000

/** The columns of an import, recognised by their header in five languages and any order. */
export const IMPORT_FIELDS = [
  'email',
  'first_name',
  'last_name',
  'job_title',
  'department',
  'registration_number',
  'locale',
  'manager_email',
  'role',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** Why a whole file was refused. */
export const IMPORT_FAILURES = [
  'unreadable',
  'encoding_unknown',
  'too_many_lines',
  'line_too_long',
  'quotes_open',
  'no_email_column',
  'column_twice',
  'empty',
  'internal',
] as const
export type ImportFailure = (typeof IMPORT_FAILURES)[number]

/** What can be wrong with one field of a line. */
export const IMPORT_ERRORS = [
  'missing',
  'invalid',
  'too_long',
  'duplicate',
  'taken',
  'unknown',
  'unknown_person',
  'hierarchy_cycle',
  'manager_is_yourself',
  'cannot_demote_yourself',
  'last_administrator',
  'too_many_cells',
  'formula',
] as const
export type ImportError = (typeof IMPORT_ERRORS)[number]

const count = (what: string) => described(z.int(), what)

export const PeopleImport = named(
  z.object({
    id: Id,
    status: z.enum(['checking', 'checked', 'importing', 'done', 'failed']),
    failure: described(z.nullable(z.string()), `Why the whole file was refused: one of ${IMPORT_FAILURES.join(', ')}`),
    columns: described(z.array(z.string()), 'The fields that were recognised'),
    lines: count('Lines with a person'),
    done_lines: count('Lines that the step under way has done'),
    created: count('New people: expected, then done'),
    updated: count('Changed people'),
    unchanged: count('People as they are'),
    missing: count('Active people who are not in the file'),
    deactivated: count('People who were deactivated because they are not in the file'),
    errors_count: count('Lines that are wrong; they are left out'),
    deactivate_missing: z.boolean(),
    created_at: Instant,
    ended_at: z.nullable(Instant),
  }),
  'PeopleImport',
)
export type PeopleImport = z.infer<typeof PeopleImport>

export const PeopleImportError = z.object({
  line: described(z.int(), 'Of the file, the header being line 1'),
  field: z.string(),
  code: described(z.string(), `One of ${IMPORT_ERRORS.join(', ')}`),
  value: z.string(),
})
export type PeopleImportError = z.infer<typeof PeopleImportError>

export const adminImports = endpoints({
  listImports: {
    method: 'GET',
    path: '/api/admin/people/imports',
    access: 'admin',
    summary: 'Imports, newest first: at most one is under way',
    query: z.strictObject({ cursor: Cursor }),
    response: z.object({ imports: z.array(PeopleImport), next_cursor: NextCursor }),
  },
  uploadImport: {
    method: 'POST',
    path: '/api/admin/people/imports',
    access: 'admin',
    file: true,
    maxBytes: MAX_IMPORT_BYTES,
    limit: 'upload',
    summary: 'A CSV file of people, at most 20 MB and 50,000 lines: it is checked in the background, nothing changes yet',
    response: PeopleImport,
    errors: ['import_running', 'payload_too_large', 'unsupported_media_type'],
  },
  getImport: {
    method: 'GET',
    path: '/api/admin/people/imports/:id',
    access: 'admin',
    summary: 'An import and its progress',
    params: IdParams,
    response: PeopleImport,
  },
  listImportErrors: {
    method: 'GET',
    path: '/api/admin/people/imports/:id/errors',
    access: 'admin',
    summary: 'What is wrong, by line',
    params: IdParams,
    query: z.strictObject({ cursor: Cursor }),
    response: z.object({ errors: z.array(PeopleImportError), next_cursor: NextCursor }),
  },
  exportImportErrors: {
    method: 'GET',
    path: '/api/admin/people/imports/:id/errors.csv',
    access: 'admin',
    limit: 'upload',
    summary: 'The wrong lines as CSV, with what is wrong: put them right and import the file',
    params: IdParams,
    binary: 'text/csv',
    response: z.unknown(),
  },
  confirmImport: {
    method: 'POST',
    path: '/api/admin/people/imports/:id/confirm',
    access: 'admin',
    asked_again: 'on_input',
    summary: 'Import what was checked, in batches that go on after a crash',
    params: IdParams,
    body: z.strictObject({
      deactivate_missing: z._default(z.boolean(), false),
      invite: described(z._default(z.boolean(), true), 'Mail an invitation to each new person'),
    }),
    response: PeopleImport,
    errors: ['import_not_checked'],
  },
  deleteImport: {
    method: 'DELETE',
    path: '/api/admin/people/imports/:id',
    access: 'admin',
    summary: 'Discard an import that has not begun, or the report of one that has ended',
    params: IdParams,
    response: Done,
    errors: ['import_running'],
  },
})
