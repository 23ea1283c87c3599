import { date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { companyId } from './columns.ts'

export const skillTotals = pgTable(
  'skill_totals',
  {
    company_id: companyId(),
    user_id: uuid('user_id').notNull(),
    skill_id: uuid('skill_id').notNull(),
    month: date('month').notNull(),
    voice: text('voice').notNull(),
    rated_1: integer('rated_1').notNull().default(0),
    rated_2: integer('rated_2').notNull().default(0),
    rated_3: integer('rated_3').notNull().default(0),
    rated_4: integer('rated_4').notNull().default(0),
    rated_5: integer('rated_5').notNull().default(0),
    not_observed: integer('not_observed').notNull().default(0),
    /** The ratings of the row that count for badges. */
    badge_1: integer('badge_1').notNull().default(0),
    badge_2: integer('badge_2').notNull().default(0),
    badge_3: integer('badge_3').notNull().default(0),
    badge_4: integer('badge_4').notNull().default(0),
    badge_5: integer('badge_5').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.user_id, t.skill_id, t.month, t.voice] })],
)

export const confidentialReleases = pgTable(
  'confidential_releases',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    request_id: uuid('request_id').notNull(),
    skill_id: uuid('skill_id').notNull(),
    receiver_id: uuid('receiver_id').notNull(),
    month: date('month').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)
