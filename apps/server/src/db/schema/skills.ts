import type { Locale } from '@reflet/contract/common'
import { jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, instant } from './columns.ts'

export type Translations = Partial<Record<Locale, string>>

export const skills = pgTable(
  'skills',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    catalogue_key: text('catalogue_key'),
    category: text('category').notNull(),
    names: jsonb('names').$type<Translations>(),
    descriptions: jsonb('descriptions').$type<Translations>(),
    retired_at: instant('retired_at'),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const userSkills = pgTable(
  'user_skills',
  {
    company_id: companyId(),
    user_id: uuid('user_id').notNull(),
    skill_id: uuid('skill_id').notNull(),
    position: smallint('position').notNull(),
    chosen_at: instant('chosen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.user_id, t.skill_id] })],
)

export const selfEvaluations = pgTable(
  'self_evaluations',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    skill_id: uuid('skill_id').notNull(),
    rating: smallint('rating').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const skillResets = pgTable(
  'skill_resets',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    skill_id: uuid('skill_id').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)
