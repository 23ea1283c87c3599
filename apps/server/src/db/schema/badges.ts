import type { Locale } from '@reflet/contract/common'
import { boolean, integer, jsonb, numeric, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, instant } from './columns.ts'
import type { Translations } from './skills.ts'

/** The codes under which a company issues, also earlier ones. */
export const badgeIssuers = pgTable(
  'badge_issuers',
  { company_id: companyId(), code: text('code').notNull(), created_at: instant('created_at').notNull() },
  (t) => [primaryKey({ columns: [t.company_id, t.code] })],
)

export const badgeKeys = pgTable(
  'badge_keys',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    public_key: text('public_key').notNull(),
    sealed_private_key: bytea('sealed_private_key'),
    created_at: instant('created_at').notNull(),
    retired_at: instant('retired_at'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const achievements = pgTable(
  'achievements',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    skill_id: uuid('skill_id').notNull(),
    category: text('category').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    names: jsonb('names').$type<Translations>().notNull(),
    descriptions: jsonb('descriptions').$type<Translations>().notNull(),
    ratings: smallint('ratings').notNull(),
    people: smallint('people').notNull(),
    relations: smallint('relations').notNull(),
    superior: boolean('superior').notNull(),
    mean: numeric('mean', { precision: 2, scale: 1 }).notNull(),
    /** False: by the rule of before, ratings from outside the company could count. */
    colleagues_only: boolean('colleagues_only').notNull().default(false),
    content_hash: bytea('content_hash').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const statusLists = pgTable(
  'status_lists',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    issuer_code: text('issuer_code').notNull(),
    revision: integer('revision').notNull().default(0),
    document: text('document'),
    document_revision: integer('document_revision'),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const badges = pgTable(
  'badges',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id'),
    skill_id: uuid('skill_id').notNull(),
    achievement_id: uuid('achievement_id').notNull(),
    status_list_id: uuid('status_list_id').notNull(),
    status_index: integer('status_index').notNull(),
    shown_name: text('shown_name'),
    credential: text('credential'),
    jwt: text('jwt'),
    issued_at: instant('issued_at').notNull(),
    revoked_at: instant('revoked_at'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)
