import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, instant } from './columns.ts'

/** Bearer tokens of a company's directory. */
export const scimTokens = pgTable(
  'scim_tokens',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    token_hash: bytea('token_hash').notNull(),
    /** New people are invited by mail. */
    invite: boolean('invite').notNull().default(false),
    created_by: uuid('created_by'),
    created_at: instant('created_at').notNull(),
    used_at: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

/** Groups of the directory: stored for it, without another effect. */
export const scimGroups = pgTable(
  'scim_groups',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    display_name: text('display_name').notNull(),
    external_id: text('external_id'),
    created_at: instant('created_at').notNull(),
    changed_at: instant('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const scimGroupMembers = pgTable(
  'scim_group_members',
  {
    company_id: companyId(),
    group_id: uuid('group_id').notNull(),
    user_id: uuid('user_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.group_id, t.user_id] })],
)
