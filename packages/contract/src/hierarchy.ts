import * as z from 'zod/mini'
import {
  Done,
  Email,
  fullPersonName,
  Id,
  Instant,
  Locale,
  localeIsChosen,
  outsiderFields,
  Person,
  personFields,
  text,
  UserParams,
} from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'
import { RELATIONS, Relation } from './relations.ts'

/** Maximum number of people in one list. */
export const MAX_HIERARCHY_LIST = 100
/** Lifetime of the manager's link, in days. */
export const MANAGER_LINK_DAYS = 30

/** Relations of the hierarchy; the names of the five lists come from the specification. */
export const HierarchyMember = named(
  z.object({
    user_id: described(z.nullable(Id), 'null for somebody without an account'),
    email: z.string(),
    ...personFields,
    relation: Relation,
  }),
  'HierarchyMember',
)
export type HierarchyMember = z.infer<typeof HierarchyMember>

export const HierarchyManager = named(
  z.object({
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    invited_at: Instant,
    reminded_at: z.nullable(Instant),
    filled_at: described(z.nullable(Instant), 'When they last saved the list'),
    expires_at: described(Instant, 'Until when their link works'),
    can_remind: z.boolean(),
    can_remind_from: described(z.nullable(Instant), 'A day after the last mail left; null when a reminder is possible now, or never'),
    mails_stopped: described(z.optional(z.boolean()), 'This address asked for no more mails of this company'),
  }),
  'HierarchyManager',
)

/** The version of the five lists, the same for the employee and their manager. */
const Version = text(64)

export const Hierarchy = named(
  z.object({ hierarchical: z.array(HierarchyMember), manager: z.nullable(HierarchyManager), version: Version }),
  'Hierarchy',
)
export type Hierarchy = z.infer<typeof Hierarchy>

const PersonInput = z.union([z.strictObject({ user_id: Id }), z.strictObject(outsiderFields)])
export type HierarchyPersonInput = z.infer<typeof PersonInput>
const list = z.array(PersonInput).check(z.maxLength(MAX_HIERARCHY_LIST))

/** The five lists of the customer’s interface. A list that is not sent stays as it is. */
export const HierarchyLists = z.partial(
  z.strictObject({ superior_users: list, equal_users: list, lower_users: list, coworker_users: list, outside_users: list }),
)
export type HierarchyLists = z.output<typeof HierarchyLists>

/** With the version that they are based on (optimistic locking); without one the lists that are sent are replaced in any case. */
export const HierarchySave = z.extend(HierarchyLists, { version: z.optional(Version) })
export type HierarchySave = z.output<typeof HierarchySave>

/** `superior` ↔ `superior_users`. */
export const listOf = (relation: Relation) => `${relation}_users` as const
export const HIERARCHY_LISTS = RELATIONS.map(listOf)

const LinkParams = z.object({ token: text(100).check(z.minLength(1)) })

/** The data of the manager's page, without login. It contains no e-mail address of a colleague. */
export const HierarchyLinkView = named(
  z.object({
    locale: Locale,
    locale_is_chosen: localeIsChosen,
    company_name: z.string(),
    employee: Person,
    manager: z.object({ email: z.string(), first_name: z.string(), last_name: z.string() }),
    people: described(
      z.array(
        z.object({
          user_id: z.nullable(Id),
          email: described(z.nullable(z.string()), 'Only of people that stand here by their address, the manager among them'),
          ...personFields,
          relation: described(z.nullable(Relation), 'null: known to the employee, in no list yet'),
        }),
      ),
      'Those in the lists now, then the employee’s contacts',
    ),
    version: Version,
    filled_at: z.nullable(Instant),
    expires_at: Instant,
    mails_stopped: z.boolean(),
  }),
  'HierarchyLinkView',
)
export type HierarchyLinkView = z.infer<typeof HierarchyLinkView>

export const hierarchy = endpoints({
  getHierarchy: {
    method: 'GET',
    path: '/api/users/:userId/hierarchical',
    access: 'employee',
    summary: 'Who is my superior, equal, lower, coworker or outside, and which manager was asked to say so',
    params: UserParams,
    response: Hierarchy,
    errors: ['badges_inactive'],
  },
  saveHierarchy: {
    method: 'PATCH',
    path: '/api/save/hierarchical/list',
    access: 'employee',
    summary: 'Replace the lists that are sent; the others stay as they are',
    body: HierarchySave,
    response: Hierarchy,
    errors: ['badges_inactive', 'hierarchy_changed', 'cannot_add_yourself', 'hierarchy_twice', 'hierarchy_cycle', 'too_many_contacts'],
  },
  addManager: {
    method: 'POST',
    path: '/api/users/add/manager',
    access: 'employee',
    form: true,
    limit: 'mail',
    summary: 'Ask a manager to fill the lists: they get an e-mail with a link that works without login',
    body: z.strictObject({ manager_email: Email, manager_firstName: fullPersonName(), manager_lastName: fullPersonName() }),
    response: Hierarchy,
    errors: ['badges_inactive', 'cannot_add_yourself', 'person_deactivated', 'reminded_recently'],
  },
  remindManager: {
    method: 'GET',
    path: '/api/remind/hierarchical/list',
    access: 'employee',
    limit: 'mail',
    changes: true,
    summary: 'Remind the manager, at most once a day',
    response: Hierarchy,
    errors: ['badges_inactive', 'manager_missing', 'hierarchy_filled', 'reminded_recently'],
  },
  getHierarchyLink: {
    method: 'GET',
    path: '/api/hierarchical-links/:token',
    access: 'guest',
    limit: 'guest',
    link: 'manager',
    summary: 'What the manager’s page shows; opening changes nothing',
    params: LinkParams,
    response: HierarchyLinkView,
    errors: ['gone'],
  },
  saveHierarchyLink: {
    method: 'PATCH',
    path: '/api/hierarchical-links/:token',
    access: 'guest',
    limit: 'guest',
    link: 'manager',
    summary: 'The manager fills the five lists; one that is not sent stays as it is',
    params: LinkParams,
    body: HierarchySave,
    response: HierarchyLinkView,
    errors: ['gone', 'hierarchy_changed', 'cannot_add_yourself', 'hierarchy_twice', 'hierarchy_cycle'],
  },
  stopHierarchyMails: {
    method: 'POST',
    path: '/api/hierarchical-links/:token/stop',
    access: 'guest',
    limit: 'guest',
    summary: 'Never e-mail this manager again: takes the token of a mail’s stop link, never the one of the manager’s link',
    params: LinkParams,
    response: Done,
  },
  resumeHierarchyMails: {
    method: 'DELETE',
    path: '/api/hierarchical-links/:token/stop',
    access: 'guest',
    limit: 'guest',
    summary: 'E-mail this manager again, with the same token',
    params: LinkParams,
    response: Done,
  },
})
