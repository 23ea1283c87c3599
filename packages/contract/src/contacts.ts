import * as z from 'zod/mini'
import {
  Cursor,
  Done,
  distinct,
  Id,
  Instant,
  NextCursor,
  name,
  outsiderFields,
  personFields,
  personName,
  text,
  UserParams,
} from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'
import { Relation } from './relations.ts'

/** Maximum number of contacts, and of contacts in one call (a pasted list is sent in several). */
export const MAX_CONTACTS = 2000
export const MAX_CONTACTS_PER_CALL = 200
export const MAX_GROUP_MEMBERS = 100
export const MAX_GROUPS = 100

/** A contact: a colleague, or an external person under a name that only I see. */
export const Contact = named(
  z.object({
    id: Id,
    user_id: described(z.nullable(Id), 'null for an outsider'),
    email: z.string(),
    ...personFields,
    relation: Relation,
    open_requests: described(
      z.int(),
      'Requests that wait for this person’s answer, confidential ones until they expire; 0 for an outsider',
    ),
    created_at: Instant,
    mails_stopped: described(z.optional(z.boolean()), 'Of an outsider: this address asked for no more mails of this company'),
  }),
  'Contact',
)
export type Contact = z.infer<typeof Contact>

/** The address of a colleague is resolved to that colleague. The default relation is `coworker`, or `outside` for an external person. */
export const ContactInput = z.union([
  z.strictObject({ user_id: Id, relation: z.optional(Relation) }),
  z.strictObject({ ...outsiderFields, relation: z.optional(Relation) }),
])
export type ContactInput = z.infer<typeof ContactInput>

export const ContactGroup = named(z.object({ id: Id, name: z.string(), contacts: z.array(Contact), created_at: Instant }), 'ContactGroup')
export type ContactGroup = z.infer<typeof ContactGroup>

const members = z.array(Id).check(z.maxLength(MAX_GROUP_MEMBERS), z.refine(distinct, { error: 'duplicate' }))
const ItemParams = z.extend(UserParams, { id: Id })

export const contacts = endpoints({
  listContacts: {
    method: 'GET',
    path: '/api/users/:userId/contacts',
    access: 'employee',
    summary: 'My contacts by name',
    params: UserParams,
    query: z.strictObject({ query: z._default(text(100), ''), cursor: Cursor }),
    response: z.object({ contacts: z.array(Contact), total: z.int(), next_cursor: NextCursor }),
  },
  addContacts: {
    method: 'POST',
    path: '/api/users/:userId/contacts',
    access: 'employee',
    summary: 'Add contacts; doubles are merged into what is there. A relation places them in the list of that relation',
    params: UserParams,
    body: z.strictObject({ contacts: z.array(ContactInput).check(z.minLength(1), z.maxLength(MAX_CONTACTS_PER_CALL)) }),
    response: z.object({
      contacts: described(z.array(Contact), 'Those that were named, as they stand now'),
      added: z.int(),
      merged: described(z.int(), 'Named ones that were contacts already, or stood twice in the list'),
    }),
    errors: ['cannot_add_yourself', 'too_many_contacts', 'hierarchy_cycle'],
  },
  updateContact: {
    method: 'PATCH',
    path: '/api/users/:userId/contacts/:id',
    access: 'employee',
    summary: 'Change the relation and with it the list, or the names of an outsider',
    params: ItemParams,
    body: z.partial(z.strictObject({ relation: Relation, first_name: personName(), last_name: personName() })),
    response: Contact,
    errors: ['contact_is_colleague', 'hierarchy_cycle'],
  },
  deleteContact: {
    method: 'DELETE',
    path: '/api/users/:userId/contacts/:id',
    access: 'employee',
    summary: 'Remove a contact, from my lists and groups too',
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
    body: z.partial(z.strictObject({ name: name(80), contact_ids: members })),
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
