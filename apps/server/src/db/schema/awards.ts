import { jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, instant } from './columns.ts'

export const awardTypes = pgTable(
  'award_types',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    catalogue_key: text('catalogue_key'),
    icon: text('icon').notNull(),
    names: jsonb('names'),
    descriptions: jsonb('descriptions'),
    position: smallint('position').notNull(),
    retired_at: instant('retired_at'),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const awards = pgTable(
  'awards',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    giver_id: uuid('giver_id'),
    receiver_id: uuid('receiver_id').notNull(),
    type_id: uuid('type_id').notNull(),
    sealed_message: bytea('sealed_message'),
    visibility: text('visibility').notNull(),
    idempotency_key: text('idempotency_key').notNull(),
    content_hash: bytea('content_hash').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)
