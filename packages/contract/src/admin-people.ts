import * as z from 'zod/mini'
import { Cursor, Done, Email, fullPersonName, Id, IdParams, Instant, Locale, matching, NextCursor, text } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'

export const PERSON_STATUSES = ['invited', 'active', 'deactivated'] as const
export const PersonStatus = z.enum(PERSON_STATUSES)
export type PersonStatus = z.infer<typeof PersonStatus>

export const ROLES = ['employee', 'admin'] as const
export const Role = z.enum(ROLES)

/** An invitation can be used for so many days; later, “forgotten password” mails a new one. */
export const INVITATION_DAYS = 14

export const AdminPerson = named(
  z.object({
    id: Id,
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    job_title: z.string(),
    department: z.string(),
    registration_number: z.nullable(z.string()),
    locale: Locale,
    role: Role,
    status: PersonStatus,
    manager: z.nullable(z.object({ id: Id, email: z.string(), first_name: z.string(), last_name: z.string() })),
    invited_at: described(z.nullable(Instant), 'When an invitation was last made; its mail may wait'),
    invitation_sent_at: described(z.optional(z.nullable(Instant)), 'When the mail of an invitation last left; null: none has'),
    invitation_leaves_at: described(
      z.optional(z.nullable(Instant)),
      'Of a person who has not signed in: the mail of an invitation waits until then, in quiet hours until their end',
    ),
    last_seen_at: z.nullable(Instant),
    new_email: described(z.nullable(z.string()), 'An address that waits for its mailbox to confirm it'),
    name_confirmed_from: described(
      z.optional(Instant),
      'The person changed their name themself: no badge shows it before then, unless an administrator writes it (the same one, to confirm it)',
    ),
    confirmed_name: described(z.optional(z.object({ first_name: z.string(), last_name: z.string() })), 'The one before that change'),
  }),
  'AdminPerson',
)
export type AdminPerson = z.infer<typeof AdminPerson>

/** Of a payroll system: no spaces at its ends; empty means none. */
export const RegistrationNumber = z.pipe(
  z.nullable(text(60)),
  z.transform((value) => value || null),
)

const fields = {
  email: Email,
  first_name: fullPersonName(),
  last_name: fullPersonName(),
  job_title: text(120),
  department: text(120),
  registration_number: RegistrationNumber,
  locale: Locale,
  role: Role,
  manager_id: z.nullable(Id),
}

export const AdminPersonBody = z.strictObject({
  email: fields.email,
  first_name: fields.first_name,
  last_name: fields.last_name,
  job_title: z._default(fields.job_title, ''),
  department: z._default(fields.department, ''),
  registration_number: z._default(fields.registration_number, null),
  locale: z.optional(fields.locale),
  role: z._default(fields.role, 'employee'),
  manager_id: z._default(fields.manager_id, null),
  invite: described(z._default(z.boolean(), true), 'Queue the invitation now'),
})
export type AdminPersonBody = z.output<typeof AdminPersonBody>

export const AdminPersonPatch = z.partial(z.strictObject(fields))
export type AdminPersonPatch = z.output<typeof AdminPersonPatch>

const filter = {
  query: z._default(text(100), ''),
  status: z.optional(PersonStatus),
  department: z.optional(text(120)),
}

const onPerson = <Path extends string>(path: Path, summary: string) =>
  ({ method: 'POST', path, access: 'admin', summary, params: IdParams, response: AdminPerson }) as const

export const adminPeople = endpoints({
  listPeople: {
    method: 'GET',
    path: '/api/admin/people',
    access: 'admin',
    summary: 'The people of the company by name: search, filter',
    query: z.strictObject({ ...filter, cursor: Cursor }),
    response: z.object({
      people: z.array(AdminPerson),
      total: described(z.int(), 'Of this search and filter'),
      next_cursor: NextCursor,
    }),
  },
  listDepartments: {
    method: 'GET',
    path: '/api/admin/departments',
    access: 'admin',
    summary: 'The departments that people have, and how many people',
    response: z.object({ departments: z.array(z.object({ name: z.string(), people: z.int() })) }),
  },
  exportPeople: {
    method: 'GET',
    path: '/api/admin/people.csv',
    access: 'admin',
    limit: 'upload',
    asked_again: 'always',
    summary: 'The people as CSV, in the columns of the import',
    query: z.strictObject(filter),
    binary: 'text/csv',
    response: z.unknown(),
  },
  getPerson: {
    method: 'GET',
    path: '/api/admin/people/:id',
    access: 'admin',
    summary: 'One person',
    params: IdParams,
    response: AdminPerson,
  },
  createPerson: {
    method: 'POST',
    path: '/api/admin/people',
    access: 'admin',
    asked_again: 'on_input',
    summary: 'Add a person, and queue their invitation',
    body: AdminPersonBody,
    response: AdminPerson,
    errors: ['email_taken', 'registration_number_taken', 'hierarchy_cycle'],
  },
  updatePerson: {
    method: 'PATCH',
    path: '/api/admin/people/:id',
    access: 'admin',
    asked_again: 'on_input',
    summary: 'Change a person. A new address of a person who has signed in waits until its mailbox has confirmed it',
    params: IdParams,
    body: AdminPersonPatch,
    response: AdminPerson,
    errors: ['email_taken', 'registration_number_taken', 'last_administrator', 'manager_is_yourself', 'hierarchy_cycle'],
  },
  invitePerson: {
    ...onPerson(
      '/api/admin/people/:id/invite',
      'Queue the invitation (again), at most once a minute. Its mail leaves within seconds, in quiet hours at their end',
    ),
    errors: ['already_active', 'person_deactivated', 'slow_down'],
  },
  deactivatePerson: {
    ...onPerson('/api/admin/people/:id/deactivate', 'Sessions end at once, and requests that wait for them are cancelled'),
    asked_again: 'on_input',
    errors: ['last_administrator'],
  },
  reactivatePerson: {
    ...onPerson('/api/admin/people/:id/reactivate', 'Let a deactivated person in again'),
    asked_again: 'on_input',
  },
  endSessions: onPerson('/api/admin/people/:id/end-sessions', 'End every session of a person'),
  getAddressChange: {
    method: 'GET',
    path: '/api/address-changes/:token',
    access: 'guest',
    limit: 'guest',
    summary: 'A change of address that waits for its new mailbox, or one that the mailbox of before may undo: the page of the link',
    params: z.object({ token: matching(/^[\w-]{43}$/, 43) }),
    response: z.object({
      email: z.string(),
      new_email: z.string(),
      company: z.string(),
      locale: Locale,
      confirmed: z.boolean(),
      done: z.boolean(),
      changed: described(z.boolean(), 'The address has changed: this mailbox may restore the one before'),
    }),
    errors: ['gone'],
  },
  confirmAddressChange: {
    method: 'POST',
    path: '/api/address-changes/:token',
    access: 'guest',
    limit: 'guest',
    summary: 'Confirm it from this mailbox; one that was made can then no longer be undone',
    params: z.object({ token: matching(/^[\w-]{43}$/, 43) }),
    response: z.object({ done: z.boolean() }),
    errors: ['gone', 'email_taken', 'address_in_use'],
  },
  refuseAddressChange: {
    method: 'DELETE',
    path: '/api/address-changes/:token',
    access: 'guest',
    limit: 'guest',
    summary: 'Refuse it from this mailbox: the address stays as it is, or becomes the one before again',
    params: z.object({ token: matching(/^[\w-]{43}$/, 43) }),
    response: Done,
    errors: ['gone'],
  },
})
