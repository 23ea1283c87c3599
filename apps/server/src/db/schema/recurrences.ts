import { boolean, date, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, instant } from './columns.ts'

export const recurrences = pgTable(
  'recurrences',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    owner_id: uuid('owner_id').notNull(),
    confidential: boolean('confidential').notNull(),
    sealed_context: bytea('sealed_context'),
    sealed_message: bytea('sealed_message'),
    every_count: smallint('every_count').notNull(),
    every_unit: text('every_unit').notNull(),
    per_round: smallint('per_round').notNull(),
    starts_on: date('starts_on').notNull(),
    ends_on: date('ends_on'),
    max_rounds: smallint('max_rounds'),
    rounds_sent: smallint('rounds_sent').notNull().default(0),
    last_round_at: instant('last_round_at'),
    next_at: instant('next_at'),
    paused_at: instant('paused_at'),
    ended_at: instant('ended_at'),
    idempotency_key: text('idempotency_key').notNull(),
    content_hash: bytea('content_hash').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const recurrenceSkills = pgTable(
  'recurrence_skills',
  {
    company_id: companyId(),
    recurrence_id: uuid('recurrence_id').notNull(),
    skill_id: uuid('skill_id').notNull(),
    position: smallint('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.recurrence_id, t.skill_id] })],
)

export const recurrenceMembers = pgTable(
  'recurrence_members',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    recurrence_id: uuid('recurrence_id').notNull(),
    user_id: uuid('user_id'),
    email: text('email'),
    first_name: text('first_name').notNull(),
    last_name: text('last_name').notNull(),
    locale: text('locale'),
    position: smallint('position').notNull(),
    asked_at: instant('asked_at'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)
