import { date, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, instant } from './columns.ts'

export const events = pgTable(
  'events',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    organiser_id: uuid('organiser_id').notNull(),
    request_id: uuid('request_id').notNull(),
    takes_place_on: date('takes_place_on').notNull(),
    ends_at: instant('ends_at').notNull(),
    closed_at: instant('closed_at'),
    token_hash: bytea('token_hash').notNull(),
    idempotency_key: text('idempotency_key').notNull(),
    content_hash: bytea('content_hash').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const eventSkills = pgTable(
  'event_skills',
  {
    company_id: companyId(),
    event_id: uuid('event_id').notNull(),
    skill_id: uuid('skill_id').notNull(),
    position: smallint('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.event_id, t.skill_id] })],
)
