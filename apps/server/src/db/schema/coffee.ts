import type { CoffeeMeeting } from '@reflet/contract/coffee'
import type { Locale } from '@reflet/contract/common'
import { pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, instant } from './columns.ts'

export const coffeeRequests = pgTable(
  'coffee_requests',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    /** null after the account was deleted; the row is kept until the other person's calendar is updated. */
    organiser_id: uuid('organiser_id'),
    user_id: uuid('user_id'),
    guest_id: uuid('guest_id'),
    /** As the organiser entered them; null on rows of an earlier release. */
    guest_first_name: text('guest_first_name'),
    guest_last_name: text('guest_last_name'),
    guest_locale: text('guest_locale').$type<Locale>(),
    feedback_id: uuid('feedback_id'),
    sealed_place: bytea('sealed_place'),
    sealed_message: bytea('sealed_message'),
    minutes: smallint('minutes').notNull(),
    status: text('status').$type<CoffeeMeeting['status']>().notNull(),
    slot_at: instant('slot_at'),
    sequence: smallint('sequence').notNull().default(0),
    token_hash: bytea('token_hash').notNull(),
    idempotency_key: text('idempotency_key').notNull(),
    content_hash: bytea('content_hash').notNull(),
    created_at: instant('created_at').notNull(),
    changed_at: instant('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const coffeeSlots = pgTable(
  'coffee_slots',
  {
    company_id: companyId(),
    coffee_id: uuid('coffee_id').notNull(),
    starts_at: instant('starts_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.coffee_id, t.starts_at] })],
)
