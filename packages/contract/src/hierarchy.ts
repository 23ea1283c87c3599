import { z } from 'zod'
import { Done, Email, fullPersonName, Id, Instant, Locale, Person, personName, text, UserParams } from './common.ts'
import { endpoints } from './endpoint.ts'
import { RELATIONS, Relation } from './groups.ts'

/** How many people one list may hold. */
export const MAX_HIERARCHY_LIST = 100
/** How long the manager's link works, in days. */
export const MANAGER_LINK_DAYS = 30

/** Who a person stands to; the names of the five lists come from the specification. */
export const HierarchyMember = z
  .object({
    user_id: Id.nullable().describe('null for somebody without an account'),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    job_title: z.string(),
    avatar_url: z.string().nullable(),
    relation: Relation,
  })
  .meta({ id: 'HierarchyMember' })
export type HierarchyMember = z.infer<typeof HierarchyMember>

export const HierarchyManager = z
  .object({
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    invited_at: Instant,
    reminded_at: Instant.nullable(),
    filled_at: Instant.nullable().describe('When they last saved the list'),
    expires_at: Instant.describe('Until when their link works'),
    can_remind: z.boolean(),
    mails_stopped: z.boolean().optional().describe('This address asked for no more mails of this company'),
  })
  .meta({ id: 'HierarchyManager' })

/** Names one state of the five lists, the same for the employee and their manager. */
const Version = z.string().max(64)

export const Hierarchy = z
  .object({ hierarchical: z.array(HierarchyMember), manager: HierarchyManager.nullable(), version: Version })
  .meta({ id: 'Hierarchy' })
export type Hierarchy = z.infer<typeof Hierarchy>

const PersonInput = z.union([
  z.strictObject({ user_id: Id }),
  z.strictObject({ email: Email, first_name: personName().optional(), last_name: personName().optional() }),
])
export type HierarchyPersonInput = z.infer<typeof PersonInput>
const list = z.array(PersonInput).max(MAX_HIERARCHY_LIST)

/** The five lists of the specification (§3). A list that is left out is empty. */
export const HierarchyLists = z.strictObject({
  superior_users: list.default([]),
  equal_users: list.default([]),
  lower_users: list.default([]),
  coworker_users: list.default([]),
  outside_users: list.default([]),
})
export type HierarchyLists = z.output<typeof HierarchyLists>

/** With the version that they were arranged from; without one whatever was saved meanwhile is replaced. */
export const HierarchySave = HierarchyLists.extend({ version: Version.optional() })
export type HierarchySave = z.output<typeof HierarchySave>

/** `superior` ↔ `superior_users`. */
export const listOf = (relation: Relation) => `${relation}_users` as const
export const HIERARCHY_LISTS = RELATIONS.map(listOf)

const LinkParams = z.object({ token: text(100).min(1) })

/** What the manager's page shows, without login. No e-mail address of a colleague stands in it. */
export const HierarchyLinkView = z
  .object({
    locale: Locale,
    company_name: z.string(),
    employee: Person,
    manager: z.object({ email: z.string(), first_name: z.string(), last_name: z.string() }),
    people: z
      .array(
        z.object({
          user_id: Id.nullable(),
          email: z.string().nullable().describe('Only of people that stand here by their address, the manager among them'),
          first_name: z.string(),
          last_name: z.string(),
          job_title: z.string(),
          avatar_url: z.string().nullable(),
          relation: Relation.nullable().describe('null: known to the employee, in no list yet'),
        }),
      )
      .describe('Those in the lists now, then the employee’s contacts'),
    version: Version,
    filled_at: Instant.nullable(),
    expires_at: Instant,
    mails_stopped: z.boolean(),
  })
  .meta({ id: 'HierarchyLinkView' })
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
    summary: 'Replace the five lists',
    body: HierarchySave,
    response: Hierarchy,
    errors: ['badges_inactive', 'hierarchy_changed', 'cannot_add_yourself', 'hierarchy_twice', 'hierarchy_cycle'],
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
    errors: ['badges_inactive', 'cannot_add_yourself', 'reminded_recently'],
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
    summary: 'The manager fills the five lists',
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
