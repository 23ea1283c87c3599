/**
 * Which feature writes which table: `owner` is a folder of apps/server/src/features, or `platform`; `others` are foreign writers with
 * their reasons. A table that is not listed is written by triggers, by demo/ or by migrations only.
 */
export const TABLE_WRITERS = {
  users: {
    owner: 'people',
    others: {
      admin: 'an administrator or the operator invites, changes and deactivates people, with their audit entries in one transaction',
      platform: 'last_seen_at, in the statement that extends a session',
      account: 'the deletion of an account is the deletion of its row, in a transaction over all features',
      learning: 'domoscio_student: whether the account is linked to the learning platform',
      relations: 'manager_id: a person who is no longer a superior is no longer the manager, in the same transaction',
      notifications: 'pushes_seen_at: when the pushes of this person were last seen; invitation_sent_at, when the mail leaves',
      session: 'password_hash, in the transaction that uses up the reset and ends the sessions',
      sharing: 'manager_id, under the locks of both people',
      skills: 'self_evaluation_reminded_at, in the statement that selects who is due',
    },
  },
  user_words: { owner: 'search-index' },
  avatars: { owner: 'people' },
  terms_acceptances: { owner: 'people' },

  sessions: {
    owner: 'session',
    others: {
      platform: 'used_at: each call extends its session',
      admin: 'sessions of a deactivated person end in the same transaction',
      companies: 'sessions of a suspended company end in the same transaction',
    },
  },
  password_resets: {
    owner: 'session',
    others: { admin: 'an invitation is a link to set the first password; links to an address that a directory changed end' },
  },
  email_changes: { owner: 'admin' },
  former_addresses: { owner: 'admin', others: { session: 'signed_on_at, with the session of a single sign-on' } },
  usage_people: { owner: 'admin' },
  usage_months: { owner: 'admin' },
  usage_departments: { owner: 'admin' },
  video_files: { owner: 'admin' },
  video_parts: { owner: 'admin' },
  video_captions: { owner: 'admin' },
  operator_log: { owner: 'companies' },
  server_keys: { owner: 'platform' },
  row_counts: { owner: 'platform' },
  people_imports: { owner: 'admin' },
  people_import_parts: { owner: 'admin' },
  people_import_lines: { owner: 'admin' },
  people_import_errors: { owner: 'admin' },
  scim_tokens: { owner: 'admin' },
  scim_groups: { owner: 'admin' },
  scim_group_members: { owner: 'admin' },
  audit_log: { owner: 'audit', others: { session: 'a refused login, in one statement for known and unknown addresses' } },
  login_attempts: { owner: 'session', others: { companies: 'counters of its people are deleted with a company' } },
  login_failures: { owner: 'session' },
  sign_in_keys: { owner: 'admin' },
  sign_in_saml: { owner: 'admin' },
  sign_in_oidc: { owner: 'admin' },
  sign_in_requests: { owner: 'session' },
  saml_assertions: { owner: 'session' },
  sign_in_codes: { owner: 'session', others: { admin: 'what was begun with an address ends when the address changes' } },
  passkeys: { owner: 'session' },
  passkey_challenges: { owner: 'session', others: { admin: 'what was begun with an address ends when the address changes' } },
  totp_secrets: { owner: 'session' },
  recovery_codes: { owner: 'session' },
  login_challenges: { owner: 'session', others: { admin: 'what was begun with an address ends when the address changes' } },
  rate_limits: { owner: 'platform' },
  companies: {
    owner: 'companies',
    others: {
      platform: 'wrapped_key, when it is wrapped again',
      admin: 'policies and the learning platform, which administrators set',
    },
  },
  skills: { owner: 'companies' },
  award_types: { owner: 'companies' },
  videos: { owner: 'companies' },

  badges: { owner: 'badges' },
  badge_issuers: { owner: 'badges' },
  badge_keys: { owner: 'badges' },
  achievements: { owner: 'badges' },
  status_lists: { owner: 'badges' },

  links: { owner: 'feedback' },
  requests: { owner: 'feedback', others: { admin: 'threshold: what was promised before a policy rose; usage_month: counted once' } },
  recipients: { owner: 'feedback' },
  feedbacks: { owner: 'feedback' },
  confidential_releases: { owner: 'feedback' },
  tries: { owner: 'feedback' },
  recurrences: { owner: 'feedback' },
  recurrence_skills: { owner: 'feedback' },
  recurrence_members: { owner: 'feedback' },
  events: { owner: 'feedback' },
  event_skills: { owner: 'feedback' },
  shared_answers: {
    owner: 'sharing',
    others: { feedback: 'an answer that is taken back is no longer shared, in the same transaction' },
  },

  manager_notes: {
    owner: 'sharing',
    others: { feedback: 'what a manager wrote about an answer that is taken back is deleted, in the same transaction' },
  },

  guests: {
    owner: 'guests',
    others: { feedback: 'with an account go guests that only it had asked' },
  },
  outside_mails: { owner: 'guests' },

  newsfeed: {
    owner: 'messages',
    others: {
      coffee: 'the news of a coffee replaces the unread one of its earlier state',
      feedback: 'read_at, with the dashboard; news of what was taken back, cancelled or rated again are deleted in the same statement',
      newsfeed: 'read_at',
      sharing: 'the news of an answer that is no longer shared, and of an earlier thank-you, are deleted in the same transaction',
    },
  },
  outbox: {
    owner: 'messages',
    others: {
      guests: 'messages pending for an address that opts out are deleted in the same statement',
      notifications: 'claims, settles, retries and deletes messages',
    },
  },
  push_tokens: { owner: 'notifications' },
  pushes: { owner: 'notifications' },

  user_skills: { owner: 'skills' },
  self_evaluations: { owner: 'skills' },
  skill_resets: { owner: 'skills' },
  contacts: {
    owner: 'contacts',
    others: {
      admin: 'managers of an import are superiors, many at once in one statement',
      hierarchy: 'relation and position of those in the five lists, and people whom only the lists name',
      relations: 'position of a relation that was said, and my manager as a superior',
    },
  },
  contact_groups: { owner: 'contacts' },
  contact_group_members: { owner: 'contacts' },
  hierarchy_invitations: { owner: 'hierarchy' },
  coffee_requests: { owner: 'coffee' },
  coffee_slots: { owner: 'coffee' },
  awards: { owner: 'awards' },
}

/** Files that write a table given by a variable. */
export const GENERIC_WRITERS = {
  'features/admin/people/address.commands.ts': 'restoring an address: sessions and factors since its change, tables of the session feature',
  'features/admin/catalogue/items.commands.ts': 'skills, award types and videos, three tables of one shape',
  'features/session/factors.commands.ts': 'removes all factors of a person: tables of the session feature',
  'features/session/schedules.commands.ts': 'deletes expired rows of the session feature',
  'features/companies/deletion.commands.ts': 'deletes a company from every table',
  'platform/company-keys.ts': 'seals every sealed column again under a new key',
  'features/notifications/quiet-hours.ts': 'moves the due rows of outbox or pushes to the end of the night',
}
