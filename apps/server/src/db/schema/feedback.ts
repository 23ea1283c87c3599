import type { FeedbackStatus, RequestKind } from '@reflet/contract/answers'
import type { Locale } from '@reflet/contract/common'
import type { TryOutcome, TryStatus } from '@reflet/contract/growth'
import type { Relation } from '@reflet/contract/relations'
import { boolean, date, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, instant } from './columns.ts'

export const requests = pgTable(
  'requests',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    requester_id: uuid('requester_id').notNull(),
    confidential: boolean('confidential').notNull(),
    kind: text('kind').$type<RequestKind>().notNull().default('asked'),
    recurrence_id: uuid('recurrence_id'),
    sealed_context: bytea('sealed_context'),
    sealed_message: bytea('sealed_message'),
    due_at: instant('due_at'),
    expires_at: instant('expires_at').notNull(),
    cancelled_at: instant('cancelled_at'),
    idempotency_key: text('idempotency_key').notNull(),
    content_hash: bytea('content_hash').notNull(),
    /** Of a confidential request: frozen when it was sent. */
    asked_colleagues: smallint('asked_colleagues'),
    asked_outsiders: smallint('asked_outsiders'),
    /** Of an administrator's: how many of these colleagues counted towards the threshold; null: all. */
    asked_counting: smallint('asked_counting'),
    created_at: instant('created_at').notNull(),
    /** Of a confidential request that asked fewer colleagues than a later policy demands; null: the company's. */
    threshold: smallint('threshold'),
    /** Of the requester when they asked; set by a trigger. */
    department: text('department'),
    /** Of a confidential request that ended: the month in whose usage its answers were counted. */
    usage_month: date('usage_month'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const recipients = pgTable(
  'recipients',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    request_id: uuid('request_id').notNull(),
    user_id: uuid('user_id'),
    guest_id: uuid('guest_id'),
    /** Of a guest: as the requester entered them, or the guest of an event did; null on rows of an earlier release. */
    first_name: text('first_name'),
    last_name: text('last_name'),
    locale: text('locale').$type<Locale>(),
    relation: text('relation').$type<Relation>().notNull(),
    token_hash: bytea('token_hash'),
    /** Until when a confidential request counts as load, answered or not. */
    counts_until: instant('counts_until'),
    /** Idempotency key of a guest's answer at an event. */
    join_key: bytea('join_key'),
    join_hash: bytea('join_hash'),
    reminded_at: instant('reminded_at'),
    reminders: smallint('reminders').notNull().default(0),
    /** Of an employee who postponed the request: when to remind them; cleared then. The requester never sees either. */
    later_at: instant('later_at'),
    later_reminded_at: instant('later_reminded_at'),
    created_at: instant('created_at').notNull(),
    /** Of an employee when they were asked; set by a trigger. */
    department: text('department'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const feedbacks = pgTable(
  'feedbacks',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    request_id: uuid('request_id').notNull(),
    recipient_id: uuid('recipient_id').notNull(),
    receiver_id: uuid('receiver_id').notNull(),
    giver_id: uuid('giver_id'),
    skill_id: uuid('skill_id').notNull(),
    confidential: boolean('confidential').notNull(),
    relation: text('relation').$type<Relation>().notNull(),
    /** The giver sent it with the named answer; false: as they were asked, or by default. */
    relation_confirmed: boolean('relation_confirmed').notNull().default(false),
    status: text('status').$type<FeedbackStatus>().notNull(),
    rating: smallint('rating'),
    not_observed: boolean('not_observed').notNull().default(false),
    sealed_situation: bytea('sealed_situation'),
    sealed_keep: bytea('sealed_keep'),
    sealed_improve: bytea('sealed_improve'),
    sealed_reason: bytea('sealed_reason'),
    has_situation: boolean('has_situation'),
    has_keep: boolean('has_keep'),
    has_improve: boolean('has_improve'),
    stars: smallint('stars'),
    sealed_thanks: bytea('sealed_thanks'),
    sealed_will_try: bytea('sealed_will_try'),
    rated_at: instant('rated_at'),
    answered_at: instant('answered_at'),
    edited_at: instant('edited_at'),
    /** Given by a copied link, and not confirmed from the mailbox of the address. */
    unverified: boolean('unverified').notNull().default(false),
    withdrawn_at: instant('withdrawn_at'),
    /** Given by a colleague whose account was deleted since; set by a trigger. */
    giver_left: boolean('giver_left').notNull().default(false),
    /** Of a released confidential answer: one of the lowest ratings of its group, of which as many count as are colleagues' for certain. */
    counts_for_badges: boolean('counts_for_badges').notNull().default(false),
    released_at: instant('released_at'),
    read_at: instant('read_at'),
    seen_at: instant('seen_at'),
    created_at: instant('created_at').notNull(),
    /** Of an employee when they answered; set by a trigger. */
    department: text('department'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const sharedAnswers = pgTable(
  'shared_answers',
  {
    company_id: companyId(),
    feedback_id: uuid('feedback_id').notNull(),
    id: uuid('id').notNull(),
    owner_id: uuid('owner_id').notNull(),
    manager_id: uuid('manager_id').notNull(),
    created_at: instant('created_at').notNull(),
    /** When the manager saw it. */
    seen_at: instant('seen_at'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.feedback_id] })],
)

/** A manager's thanks or note to the owner of an answer that was shared with them. */
export const managerNotes = pgTable(
  'manager_notes',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    feedback_id: uuid('feedback_id').notNull(),
    owner_id: uuid('owner_id').notNull(),
    /** Null once the manager's account is deleted. */
    manager_id: uuid('manager_id'),
    sealed_note: bytea('sealed_note'),
    noted_at: instant('noted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

/** What the receiver of an answer will try; its text is `feedbacks.sealed_will_try`, and triggers on that column keep the rows. */
export const tries = pgTable(
  'tries',
  {
    company_id: companyId(),
    feedback_id: uuid('feedback_id').notNull(),
    user_id: uuid('user_id').notNull(),
    status: text('status').$type<TryStatus>().notNull().default('trying'),
    created_at: instant('created_at').notNull(),
    /** From when the two weeks are counted after which it is asked about. */
    since: instant('since').notNull(),
    /** When its owner was reminded for these two weeks. */
    asked_at: instant('asked_at'),
    outcome: text('outcome').$type<TryOutcome>(),
    outcome_at: instant('outcome_at'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.feedback_id] })],
)
