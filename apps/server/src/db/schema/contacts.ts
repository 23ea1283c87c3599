import type { Locale } from '@reflet/contract/common'
import type { Relation } from '@reflet/contract/relations'
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, instant } from './columns.ts'

export const contacts = pgTable(
  'contacts',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    contact_user_id: uuid('contact_user_id'),
    email: text('email'),
    first_name: text('first_name').notNull().default(''),
    last_name: text('last_name').notNull().default(''),
    relation: text('relation').$type<Relation>().notNull(),
    position: integer('position'),
    origin: text('origin').$type<'named' | 'address' | 'manager'>().notNull().default('named'),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const contactGroups = pgTable(
  'contact_groups',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    name: text('name').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const contactGroupMembers = pgTable(
  'contact_group_members',
  { company_id: companyId(), group_id: uuid('group_id').notNull(), contact_id: uuid('contact_id').notNull() },
  (t) => [primaryKey({ columns: [t.company_id, t.group_id, t.contact_id] })],
)

export const hierarchyInvitations = pgTable(
  'hierarchy_invitations',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    email: text('email').notNull(),
    first_name: text('first_name').notNull(),
    last_name: text('last_name').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    token_hash: bytea('token_hash').notNull(),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    mailed_at: instant('mailed_at').notNull(),
    reminded_at: instant('reminded_at'),
    filled_at: instant('filled_at'),
    stopped_at: instant('stopped_at'),
    replaced_at: instant('replaced_at'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)
