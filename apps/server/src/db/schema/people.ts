import type { Locale } from '@reflet/contract/common'
import type { NotificationChoices, NotificationKind, OnboardingStep } from '@reflet/contract/people'
import { boolean, integer, jsonb, numeric, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, instant } from './columns.ts'

export const companies = pgTable('companies', {
  company_id: uuid('company_id').primaryKey(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  badges_active: boolean('badges_active').notNull().default(false),
  confidentiality_threshold: smallint('confidentiality_threshold').notNull().default(3),
  first_reminder_days: smallint('first_reminder_days').notNull().default(3),
  second_reminder_days: smallint('second_reminder_days').notNull().default(10),
  expiry_days: smallint('expiry_days').notNull().default(30),
  /** Minutes after midnight; null means no quiet hours. */
  quiet_from: smallint('quiet_from').default(1200),
  quiet_until: smallint('quiet_until').default(480),
  /** Daily limits of mails to external addresses, per employee and per company. */
  outside_per_person: smallint('outside_per_person').notNull().default(60),
  outside_per_company: integer('outside_per_company').notNull().default(600),
  wrapped_key: bytea('wrapped_key').notNull(),
  domoscio_host: text('domoscio_host'),
  domoscio_instance: text('domoscio_instance'),
  sealed_domoscio_token: bytea('sealed_domoscio_token'),
  created_at: instant('created_at').notNull(),
  /** The language of new people, where nothing says theirs. */
  locale: text('locale').$type<Locale>().notNull().default('en'),
  time_zone: text('time_zone').notNull().default('Europe/Paris'),
  suspended_at: instant('suspended_at'),
  /** A session ends after this many days without use. */
  session_days: smallint('session_days').notNull().default(30),
  /** Older answers are deleted; null keeps them. */
  retention_months: smallint('retention_months'),
  feed_awards: text('feed_awards').$type<'everyone' | 'admins'>().notNull().default('everyone'),
  badge_ratings: smallint('badge_ratings').notNull().default(5),
  badge_people: smallint('badge_people').notNull().default(3),
  badge_relations: smallint('badge_relations').notNull().default(2),
  badge_superior: boolean('badge_superior').notNull().default(true),
  badge_mean: numeric('badge_mean', { precision: 2, scale: 1 }).notNull().default('4.0'),
  /** Who may log in without the company's identity provider. */
  password_login: text('password_login').$type<'everyone' | 'admins' | 'nobody'>().notNull().default('everyone'),
  /** Who needs a second factor after a password. */
  second_factor: text('second_factor').$type<'off' | 'admins' | 'everyone'>().notNull().default('off'),
  /** Until then administrators may log in with a password: set by the operator only. */
  emergency_until: instant('emergency_until'),
})

export type SwitchedOff = { [Kind in NotificationKind]?: Partial<NotificationChoices[Kind]> }

export const users = pgTable(
  'users',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    email: text('email').notNull(),
    first_name: text('first_name').notNull(),
    last_name: text('last_name').notNull(),
    job_title: text('job_title').notNull().default(''),
    department: text('department').notNull().default(''),
    avatar_url: text('avatar_url'),
    locale: text('locale').$type<Locale>().notNull(),
    time_zone: text('time_zone').notNull().default('Europe/Paris'),
    role: text('role').$type<'employee' | 'admin'>().notNull().default('employee'),
    registration_number: text('registration_number'),
    password_hash: text('password_hash'),
    platform: text('platform').$type<'browser' | 'mobile'>(),
    is_onboarding_finished: boolean('is_onboarding_finished').notNull().default(false),
    is_onboarding_dashboard_finished: boolean('is_onboarding_dashboard_finished').notNull().default(false),
    is_onboarding_answer_finished: boolean('is_onboarding_answer_finished').notNull().default(false),
    is_onboarding_badge_finished: boolean('is_onboarding_badge_finished').notNull().default(false),
    onboarding_step: text('onboarding_step').$type<OnboardingStep>().notNull().default('terms'),
    terms_version: text('terms_version'),
    /** Only opt-outs are stored: `{answered: {email: false}}`. */
    notifications: jsonb('notifications').$type<SwitchedOff>().notNull().default({}),
    manager_id: uuid('manager_id'),
    domoscio_student: text('domoscio_student'),
    pushes_seen_at: instant('pushes_seen_at'),
    self_evaluation_reminded_at: instant('self_evaluation_reminded_at'),
    deactivated_at: instant('deactivated_at'),
    created_at: instant('created_at').notNull(),
    /** When the last invitation was made; its mail may wait. */
    invited_at: instant('invited_at'),
    /** When the mail of an invitation last left. */
    invitation_sent_at: instant('invitation_sent_at'),
    /** Of the accounts of an address in several companies the one that its mailbox accepted first; a trigger keeps it. Only it logs in with the address. */
    holds_address: boolean('holds_address').notNull().default(false),
    /** The first sign-in or password. */
    activated_at: instant('activated_at'),
    last_seen_at: instant('last_seen_at'),
    /** The last reactivation, new address or number, or factor that was added or reset (`accessChangedAt`). */
    access_changed_at: instant('access_changed_at'),
    reactivated_at: instant('reactivated_at'),
    /** When the person last stopped being an administrator (`administeredUntil`). */
    administered_until: instant('administered_until'),
    /** In the company's directory (SCIM). */
    external_id: text('external_id'),
    /** When the directory deleted the person; the account is erased later. */
    scim_deleted_at: instant('scim_deleted_at'),
    /** The last change of what the directory sees, set by a trigger. */
    changed_at: instant('changed_at'),
    /** A confirmed part of the name that the person replaced themself; null: this part is confirmed. */
    confirmed_first_name: text('confirmed_first_name'),
    confirmed_last_name: text('confirmed_last_name'),
    /** The last change of the name by the person themself. */
    name_changed_at: instant('name_changed_at'),
    /** The last change of `manager_id`, set by a trigger; null is before it was stored. */
    manager_changed_at: instant('manager_changed_at'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const userWords = pgTable(
  'user_words',
  {
    company_id: companyId(),
    word: text('word').notNull(),
    /** Sort position among the people of the same word (`nameKey`). */
    name: text('name').notNull().default(''),
    user_id: uuid('user_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.word, t.name, t.user_id] })],
)

export const guests = pgTable(
  'guests',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    email: text('email').notNull(),
    /** Legacy: from before names were stored per request; read where such a row has no name. */
    first_name: text('first_name').notNull().default(''),
    last_name: text('last_name').notNull().default(''),
    locale: text('locale').$type<Locale>().notNull(),
    stopped_at: instant('stopped_at'),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const sessions = pgTable(
  'sessions',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    token_hash: bytea('token_hash').notNull(),
    created_at: instant('created_at').notNull(),
    used_at: instant('used_at').notNull(),
    method: text('method').$type<'password' | 'passkey' | 'saml' | 'oidc'>().notNull().default('password'),
    /** When the person last proved who they are; null is `created_at`. */
    authenticated_at: instant('authenticated_at'),
    network: text('network'),
    browser: text('browser'),
    system: text('system'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const passwordResets = pgTable(
  'password_resets',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    token_hash: bytea('token_hash').notNull(),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    used_at: instant('used_at'),
    kind: text('kind').$type<'reset' | 'invitation'>().notNull().default('reset'),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

/** A new address that its mailbox must confirm. `old_token_hash` is of the previous release, which asked the old mailbox, too. */
export const emailChanges = pgTable(
  'email_changes',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    new_email: text('new_email').notNull(),
    old_token_hash: bytea('old_token_hash').notNull(),
    new_token_hash: bytea('new_token_hash').notNull(),
    old_confirmed_at: instant('old_confirmed_at'),
    new_confirmed_at: instant('new_confirmed_at'),
    expires_at: instant('expires_at').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

/** The address of a used account before a change: its mailbox may restore it. */
export const formerAddresses = pgTable(
  'former_addresses',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    email: text('email').notNull(),
    new_email: text('new_email').notNull(),
    /** Null for one between two changes, which is mailed and not restored. */
    token_hash: bytea('token_hash'),
    /** Whether the account held it. */
    held: boolean('held').notNull(),
    /** Of the account then: restored with the address. */
    registration_number: text('registration_number'),
    changed_at: instant('changed_at').notNull(),
    /** The last change of the address since. */
    latest_at: instant('latest_at').notNull(),
    /** By this mailbox: it is not restored any more. */
    confirmed_at: instant('confirmed_at'),
    /** The first single sign-on since `latest_at`: reset mails are not held any more. */
    signed_on_at: instant('signed_on_at'),
    expires_at: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const loginAttempts = pgTable(
  'login_attempts',
  {
    account_hash: bytea('account_hash').notNull(),
    source_hash: bytea('source_hash').notNull(),
    failures: integer('failures').notNull(),
    failed_at: instant('failed_at').notNull(),
    locked_until: instant('locked_until'),
    refused: boolean('refused').notNull().default(false),
    /** The last login from this network. */
    succeeded_at: instant('succeeded_at'),
  },
  (t) => [primaryKey({ columns: [t.account_hash, t.source_hash] })],
)

/** Login failures as the previous release counts them. */
export const loginFailures = pgTable('login_failures', {
  account_hash: bytea('account_hash').primaryKey(),
  failures: integer('failures').notNull(),
  failed_at: instant('failed_at').notNull(),
  locked_until: instant('locked_until'),
  refused: boolean('refused').notNull().default(false),
})

export const rateLimits = pgTable('rate_limits', {
  bucket: bytea('bucket').primaryKey(),
  hits: integer('hits').notNull(),
  resets_at: instant('resets_at').notNull(),
})

export const termsAcceptances = pgTable(
  'terms_acceptances',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    version: text('version').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    accepted_at: instant('accepted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const avatars = pgTable(
  'avatars',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    user_id: uuid('user_id').notNull(),
    small: bytea('small').notNull(),
    medium: bytea('medium').notNull(),
    large: bytea('large').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)
