import type { PushType } from '@reflet/contract/push'
import { date, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, instant } from './columns.ts'

/** Known kinds; the app shows unknown ones as a plain news item. */
export type NewsKind =
  | 'answer_received'
  /** By a guest whose address is not verified: at an event, or by a copied link. */
  | 'event_guest_answered'
  | 'confidential_ready'
  | 'request_received'
  | 'request_declined'
  | 'hierarchy_filled'
  | 'feedback_offered'
  | 'answer_thanked'
  | 'answer_shared'
  | 'answer_noted'
  | 'try_due'
  | 'award_received'
  | 'coffee_proposed'
  | 'coffee_accepted'
  | 'coffee_declined'
  | 'coffee_cancelled'
  | 'round_sent'
  | 'round_skipped'
  | 'badge_earnable'

export const newsfeed = pgTable(
  'newsfeed',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    kind: text('kind').$type<NewsKind>().notNull(),
    actor_id: uuid('actor_id'),
    guest_id: uuid('guest_id'),
    guest_first_name: text('guest_first_name'),
    guest_last_name: text('guest_last_name'),
    skill_id: uuid('skill_id'),
    request_id: uuid('request_id'),
    feedback_id: uuid('feedback_id'),
    award_id: uuid('award_id'),
    coffee_id: uuid('coffee_id'),
    recurrence_id: uuid('recurrence_id'),
    created_at: instant('created_at').notNull(),
    read_at: instant('read_at'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

/** The subject of a message; its text is read and translated when the mail is built. */
export type MessageKind =
  | 'request'
  | 'guest_request'
  | 'reminder'
  | 'answered'
  | 'password_reset'
  | 'invitation'
  | 'invitation_asked'
  | 'address_change_old'
  | 'address_change_new'
  | 'hierarchy_request'
  | 'hierarchy_reminder'
  | 'hierarchy_filled'
  | 'self_evaluation'
  | 'thanks'
  | 'guest_thanks'
  | 'guest_receipt'
  | 'shared'
  | 'noted'
  | 'growth'
  | 'award'
  | 'coffee_proposed'
  | 'coffee_accepted'
  | 'coffee_declined'
  | 'coffee_cancelled'
  | 'badge'
  | 'badge_earnable'
  | 'new_device'
  | 'security_changed'

/** What a mail reports to a person about their own security. */
export type SecurityChange =
  | 'password_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'totp_added'
  | 'totp_removed'
  | 'recovery_codes_made'
  | 'number_changed'
  | 'address_changed'
  | 'recovery_code_used'
  | 'factors_reset'

/** What a mail reports to administrators about a change that another one, the operator or a directory made. */
export type AdministrationChange =
  | 'sign_in_changed'
  | 'provider_changed'
  | 'provider_removed'
  | 'emergency_opened'
  | 'token_created'
  | 'token_deleted'
  | 'admin_added'
  | 'admin_removed'
  | 'admins_imported'
  | 'others_factors_reset'
  | 'address_restored'
  | 'admin_address'

export const outbox = pgTable(
  'outbox',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<MessageKind>().notNull(),
    user_id: uuid('user_id'),
    guest_id: uuid('guest_id'),
    recipient_id: uuid('recipient_id'),
    reset_id: uuid('reset_id'),
    invitation_id: uuid('invitation_id'),
    feedback_id: uuid('feedback_id'),
    award_id: uuid('award_id'),
    coffee_id: uuid('coffee_id'),
    email_change_id: uuid('email_change_id'),
    former_address_id: uuid('former_address_id'),
    badge_id: uuid('badge_id'),
    session_id: uuid('session_id'),
    change: text('change').$type<SecurityChange | AdministrationChange>(),
    /** Of an `AdministrationChange`: its entry. */
    audit_id: uuid('audit_id'),
    bundle_key: text('bundle_key'),
    send_after: instant('send_after').notNull(),
    attempts: smallint('attempts').notNull().default(0),
    claimed_until: instant('claimed_until'),
    sent_at: instant('sent_at'),
    failed_at: instant('failed_at'),
    last_error: text('last_error'),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

/** Devices that receive push notifications. They belong to the session that registered them and are deleted with it. */
export const pushTokens = pgTable(
  'push_tokens',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    session_id: uuid('session_id').notNull(),
    type: text('type').$type<PushType>().notNull(),
    sealed_token: bytea('sealed_token').notNull(),
    token_hash: bytea('token_hash').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

/** A message of the outbox for one device. */
export const pushes = pgTable(
  'pushes',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    message_id: uuid('message_id').notNull(),
    token_id: uuid('token_id').notNull(),
    send_after: instant('send_after').notNull(),
    attempts: smallint('attempts').notNull().default(0),
    claimed_until: instant('claimed_until'),
    sent_at: instant('sent_at'),
    failed_at: instant('failed_at'),
    last_error: text('last_error'),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

/** Mails to external addresses, counted by sender and day; the row without a sender counts the company's. */
export const outsideMails = pgTable('outside_mails', {
  company_id: companyId(),
  day: date('day').notNull(),
  sender_id: uuid('sender_id'),
  mails: integer('mails').notNull(),
})
