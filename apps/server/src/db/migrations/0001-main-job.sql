-- Every table begins with company_id and its key is (company_id, id); foreign keys carry company_id too, so that a
-- reference across companies cannot be stored. Columns named sealed_* hold AES-256-GCM ciphertext (platform/vault.ts).

create table companies (
  company_id uuid primary key,
  code text not null unique,
  name text not null,
  badges_active boolean not null default false,
  confidentiality_threshold smallint not null default 3 check (confidentiality_threshold between 3 and 10),
  first_reminder_days smallint not null default 3,
  second_reminder_days smallint not null default 10,
  expiry_days smallint not null default 30,
  wrapped_key bytea not null,
  created_at timestamptz not null
);

create table users (
  company_id uuid not null references companies,
  id uuid not null,
  email text not null unique check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  job_title text not null default '',
  department text not null default '',
  avatar_url text,
  locale text not null,
  time_zone text not null default 'Europe/Paris',
  role text not null default 'employee' check (role in ('employee', 'admin')),
  registration_number text,
  password_hash text,
  platform text,
  is_onboarding_finished boolean not null default false,
  is_onboarding_dashboard_finished boolean not null default false,
  is_onboarding_answer_finished boolean not null default false,
  is_onboarding_badge_finished boolean not null default false,
  deactivated_at timestamptz,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, registration_number)
);

create index users_by_name on users (company_id, last_name, first_name, id) where deactivated_at is null;

-- One row per word of a person's name, e-mail and job, folded (lower case, no accents): the directory's search index.
create table user_words (
  company_id uuid not null,
  word text collate "C" not null,
  user_id uuid not null,
  primary key (company_id, word, user_id),
  foreign key (company_id, user_id) references users on delete cascade
);
create index user_words_by_user on user_words (company_id, user_id);

create table sessions (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users on delete cascade
);
create index sessions_by_user on sessions (company_id, user_id);

create table password_resets (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users on delete cascade
);
create index password_resets_by_user on password_resets (company_id, user_id);

-- Not of any company: an unknown address is counted like a known one, by the hash of what was typed.
create table login_failures (
  account_hash bytea primary key,
  failures integer not null,
  failed_at timestamptz not null,
  locked_until timestamptz,
  refused boolean not null default false
);
create table rate_limits (
  bucket bytea primary key,
  hits integer not null,
  resets_at timestamptz not null
);

create table skills (
  company_id uuid not null references companies,
  id uuid not null,
  catalogue_key text,
  category text not null,
  names jsonb,
  descriptions jsonb,
  retired_at timestamptz,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, catalogue_key),
  check ((catalogue_key is null) = (names is not null))
);

create table user_skills (
  company_id uuid not null,
  user_id uuid not null,
  skill_id uuid not null,
  position smallint not null,
  chosen_at timestamptz not null,
  primary key (company_id, user_id, skill_id),
  foreign key (company_id, user_id) references users on delete cascade,
  foreign key (company_id, skill_id) references skills
);
create index user_skills_by_skill on user_skills (company_id, skill_id);

create table self_evaluations (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  skill_id uuid not null,
  rating smallint not null check (rating between 1 and 5),
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users on delete cascade,
  foreign key (company_id, skill_id) references skills
);
create index self_evaluations_latest on self_evaluations (company_id, user_id, skill_id, created_at desc);
create index self_evaluations_by_skill on self_evaluations (company_id, skill_id);

create table guests (
  company_id uuid not null references companies,
  id uuid not null,
  email text not null check (email = lower(email)),
  first_name text not null default '',
  last_name text not null default '',
  locale text not null,
  stopped_at timestamptz,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, email)
);

create table requests (
  company_id uuid not null,
  id uuid not null,
  requester_id uuid not null,
  confidential boolean not null,
  sealed_context bytea,
  sealed_message bytea,
  due_at timestamptz,
  expires_at timestamptz not null,
  cancelled_at timestamptz,
  idempotency_key text not null,
  content_hash bytea not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  constraint requests_once unique (company_id, requester_id, idempotency_key),
  foreign key (company_id, requester_id) references users on delete cascade
);
create index requests_newest on requests (company_id, requester_id, id desc);
create index requests_open on requests (expires_at) where cancelled_at is null;

-- A group: one recipient of one request. Without user_id and guest_id it is a former colleague.
create table recipients (
  company_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  user_id uuid,
  guest_id uuid,
  relation text not null check (relation in ('superior', 'equal', 'lower', 'coworker', 'outside')),
  token_hash bytea unique,
  reminded_at timestamptz,
  reminders smallint not null default 0,
  created_at timestamptz not null,
  primary key (company_id, id),
  check (user_id is null or guest_id is null),
  foreign key (company_id, request_id) references requests on delete cascade,
  foreign key (company_id, user_id) references users on delete set null (user_id),
  foreign key (company_id, guest_id) references guests on delete set null (guest_id)
);
create index recipients_by_request on recipients (company_id, request_id);
create index recipients_by_user on recipients (company_id, user_id, id desc);
create index recipients_by_guest on recipients (company_id, guest_id);

create table feedbacks (
  company_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  recipient_id uuid not null,
  receiver_id uuid not null,
  giver_id uuid,
  skill_id uuid not null,
  confidential boolean not null,
  relation text not null,
  status text not null check (status in ('pending', 'answered', 'declined', 'expired', 'cancelled')),
  rating smallint check (rating between 1 and 5),
  not_observed boolean not null default false,
  sealed_situation bytea,
  sealed_keep bytea,
  sealed_improve bytea,
  sealed_reason bytea,
  answered_at timestamptz,
  edited_at timestamptz,
  -- When the receiver may read it: at once for a named answer, with at least a threshold of others for a confidential one.
  released_at timestamptz,
  read_at timestamptz,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, recipient_id, skill_id),
  foreign key (company_id, request_id) references requests on delete cascade,
  foreign key (company_id, recipient_id) references recipients on delete cascade,
  foreign key (company_id, receiver_id) references users on delete cascade,
  foreign key (company_id, giver_id) references users on delete set null (giver_id),
  foreign key (company_id, skill_id) references skills
);
create index feedbacks_pending on feedbacks (company_id, giver_id, recipient_id) where status = 'pending';
create index feedbacks_given on feedbacks (company_id, giver_id, status, recipient_id desc);
create index feedbacks_unread on feedbacks (company_id, receiver_id) where released_at is not null and read_at is null;
create index feedbacks_readable on feedbacks (company_id, receiver_id, skill_id, released_at desc) where released_at is not null;
create index feedbacks_newest on feedbacks (company_id, receiver_id, answered_at desc, id desc) where released_at is not null and not confidential;
create index feedbacks_awaited on feedbacks (company_id, receiver_id, skill_id) where status = 'pending';
create index feedbacks_by_request on feedbacks (company_id, request_id);
create index feedbacks_by_skill on feedbacks (company_id, skill_id);

create table newsfeed (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  actor_id uuid,
  guest_id uuid,
  skill_id uuid,
  request_id uuid,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users on delete cascade,
  foreign key (company_id, actor_id) references users on delete set null (actor_id),
  foreign key (company_id, guest_id) references guests on delete set null (guest_id),
  foreign key (company_id, skill_id) references skills,
  foreign key (company_id, request_id) references requests on delete cascade
);
create index newsfeed_newest on newsfeed (company_id, user_id, id desc);
create index newsfeed_by_actor on newsfeed (company_id, actor_id);
create index newsfeed_by_guest on newsfeed (company_id, guest_id);
create index newsfeed_by_request on newsfeed (company_id, request_id);
create index newsfeed_by_skill on newsfeed (company_id, skill_id);

-- Messages to send. A row names what it is about, never the words: texts are read when the mail is made.
create table outbox (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  user_id uuid,
  guest_id uuid,
  recipient_id uuid,
  reset_id uuid,
  bundle_key text,
  send_after timestamptz not null,
  attempts smallint not null default 0,
  claimed_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users on delete cascade,
  foreign key (company_id, guest_id) references guests on delete cascade,
  foreign key (company_id, recipient_id) references recipients on delete cascade,
  foreign key (company_id, reset_id) references password_resets on delete cascade
);
create index outbox_due on outbox (send_after) where sent_at is null and failed_at is null;
create unique index outbox_bundle on outbox (company_id, bundle_key) where bundle_key is not null;
create index outbox_by_user on outbox (company_id, user_id);
create index outbox_by_guest on outbox (company_id, guest_id);
create index outbox_by_recipient on outbox (company_id, recipient_id);
create index outbox_by_reset on outbox (company_id, reset_id);
