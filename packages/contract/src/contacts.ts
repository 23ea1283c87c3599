import { z } from 'zod'
import { Cursor, Done, distinct, Email, Id, Instant, NextCursor, name, personName, text, UserParams } from './common.ts'
import { endpoints } from './endpoint.ts'
import { Relation } from './groups.ts'

/** How many contacts a person may keep, and how many go in one call (a pasted list goes in several). */
export const MAX_CONTACTS = 2000
export const MAX_CONTACTS_PER_CALL = 200
export const MAX_GROUP_MEMBERS = 100
export const MAX_GROUPS = 100

/** Somebody I work with: a colleague, or an outsider whom only I see under this name. */
export const Contact = z
  .object({
    id: Id,
    user_id: Id.nullable().describe('null for an outsider'),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    job_title: z.string(),
    avatar_url: z.string().nullable(),
    relation: Relation,
    open_requests: z.int().describe('Requests that wait for this person’s answer, confidential ones until they expire; 0 for an outsider'),
    created_at: Instant,
    mails_stopped: z.boolean().optional().describe('Of an outsider: this address asked for no more mails of this company'),
  })
  .meta({ id: 'Contact' })
export type Contact = z.infer<typeof Contact>

/** An address that is a colleague's becomes that colleague. Without a relation: `coworker`, or `outside` for an outsider. */
export const ContactInput = z.union([
  z.strictObject({ user_id: Id, relation: Relation.optional() }),
  z.strictObject({
    email: Email,
    first_name: personName().optional(),
    last_name: personName().optional(),
    relation: Relation.optional(),
  }),
])
export type ContactInput = z.infer<typeof ContactInput>

export const ContactGroup = z
  .object({ id: Id, name: z.string(), contacts: z.array(Contact), created_at: Instant })
  .meta({ id: 'ContactGroup' })
export type ContactGroup = z.infer<typeof ContactGroup>

const members = z.array(Id).max(MAX_GROUP_MEMBERS).refine(distinct, { error: 'duplicate' })
const ItemParams = UserParams.extend({ id: Id })

export const contacts = endpoints({
  listContacts: {
    method: 'GET',
    path: '/api/users/:userId/contacts',
    access: 'employee',
    summary: 'My contacts by name',
    params: UserParams,
    query: z.strictObject({ query: text(100).default(''), cursor: Cursor }),
    response: z.object({ contacts: z.array(Contact), total: z.int(), next_cursor: NextCursor }),
  },
  addContacts: {
    method: 'POST',
    path: '/api/users/:userId/contacts',
    access: 'employee',
    summary: 'Add contacts; doubles are merged into what is there',
    params: UserParams,
    body: z.strictObject({ contacts: z.array(ContactInput).min(1).max(MAX_CONTACTS_PER_CALL) }),
    response: z.object({
      contacts: z.array(Contact).describe('Those that were named, as they stand now'),
      added: z.int(),
      merged: z.int().describe('Named ones that were contacts already, or stood twice in the list'),
    }),
    errors: ['cannot_add_yourself', 'too_many_contacts'],
  },
  updateContact: {
    method: 'PATCH',
    path: '/api/users/:userId/contacts/:id',
    access: 'employee',
    summary: 'Change the relation, or the names of an outsider',
    params: ItemParams,
    body: z.strictObject({ relation: Relation, first_name: personName(), last_name: personName() }).partial(),
    response: Contact,
    errors: ['contact_is_colleague'],
  },
  deleteContact: {
    method: 'DELETE',
    path: '/api/users/:userId/contacts/:id',
    access: 'employee',
    summary: 'Remove a contact, from my groups too',
    params: ItemParams,
    response: Done,
  },
  listGroups: {
    method: 'GET',
    path: '/api/users/:userId/groups',
    access: 'employee',
    summary: 'My groups of contacts by name',
    params: UserParams,
    query: z.strictObject({ cursor: Cursor }),
    response: z.object({ groups: z.array(ContactGroup), next_cursor: NextCursor }),
  },
  createGroup: {
    method: 'POST',
    path: '/api/users/:userId/groups',
    access: 'employee',
    summary: 'Make a group of contacts',
    params: UserParams,
    body: z.strictObject({ name: name(80), contact_ids: members }),
    response: ContactGroup,
    errors: ['group_exists', 'too_many_groups'],
  },
  updateGroup: {
    method: 'PATCH',
    path: '/api/users/:userId/groups/:id',
    access: 'employee',
    summary: 'Rename a group, or replace its members',
    params: ItemParams,
    body: z.strictObject({ name: name(80), contact_ids: members }).partial(),
    response: ContactGroup,
    errors: ['group_exists'],
  },
  deleteGroup: {
    method: 'DELETE',
    path: '/api/users/:userId/groups/:id',
    access: 'employee',
    summary: 'Remove a group; its contacts stay',
    params: ItemParams,
    response: Done,
  },
})
