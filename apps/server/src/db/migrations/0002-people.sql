-- Everything around a person: arriving, saying who one is and whom one works with, judging oneself, leaving.

alter table companies
  add column domoscio_host text,
  add column domoscio_instance text,
  add column sealed_domoscio_token bytea;

alter table users
  add column onboarding_step text not null default 'terms',
  add column terms_version text,
  add column notifications jsonb not null default '{}',
  add column domoscio_student text,
  add column self_evaluation_reminded_at timestamptz;
create index users_by_department on users (company_id, department, id) where deactivated_at is null;

-- Every beginning of a word is a word, and its people stand in the order of their names: finding the first of them costs the same
-- in a company of any size.
alter table user_words add column name text collate "C" not null default '';
update user_words w set name = left(u.last_name, 64) || E'\t' || left(u.first_name, 64)
  from (select company_id, id, regexp_replace(normalize(lower(last_name), NFKD), '[\u0300-\u036f\u064b-\u065f]', '', 'g') as last_name,
      regexp_replace(normalize(lower(first_name), NFKD), '[\u0300-\u036f\u064b-\u065f]', '', 'g') as first_name from users) u
  where u.company_id = w.company_id and u.id = w.user_id;
alter table user_words drop constraint user_words_pkey, add primary key (company_id, word, name, user_id);
insert into user_words (company_id, word, name, user_id)
  select company_id, left(word, n), name, user_id from user_words, generate_series(0, 24) n on conflict do nothing;
drop index users_by_name;

-- Each acceptance is kept: which text, in which language, when.
create table terms_acceptances (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  version text not null,
  locale text not null,
  accepted_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, user_id, version),
  foreign key (company_id, user_id) references users on delete cascade
);

-- The id is random (not a UUIDv7): whoever is shown a person is shown its address, nobody else can guess it.
create table avatars (
  company_id uuid not null,
  id uuid not null unique,
  user_id uuid not null,
  small bytea not null,
  medium bytea not null,
  large bytea not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, user_id),
  foreign key (company_id, user_id) references users on delete cascade
);

create table skill_resets (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  skill_id uuid not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users on delete cascade,
  foreign key (company_id, skill_id) references skills
);
create index skill_resets_latest on skill_resets (company_id, user_id, skill_id, created_at desc);
create index skill_resets_by_skill on skill_resets (company_id, skill_id);

-- A colleague by contact_user_id, or an outsider by address and name.
create table contacts (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  contact_user_id uuid,
  email text check (email = lower(email)),
  first_name text not null default '',
  last_name text not null default '',
  relation text not null check (relation in ('superior', 'equal', 'lower', 'coworker', 'outside')),
  created_at timestamptz not null,
  primary key (company_id, id),
  check ((contact_user_id is null) <> (email is null)),
  unique (company_id, user_id, contact_user_id),
  unique (company_id, user_id, email),
  foreign key (company_id, user_id) references users on delete cascade,
  foreign key (company_id, contact_user_id) references users on delete cascade
);
create index contacts_by_contact on contacts (company_id, contact_user_id);
create index contacts_by_email on contacts (company_id, email);

create table contact_groups (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  constraint contact_groups_name unique (company_id, user_id, name),
  foreign key (company_id, user_id) references users on delete cascade
);

create table contact_group_members (
  company_id uuid not null,
  group_id uuid not null,
  contact_id uuid not null,
  primary key (company_id, group_id, contact_id),
  foreign key (company_id, group_id) references contact_groups on delete cascade,
  foreign key (company_id, contact_id) references contacts on delete cascade
);
create index contact_group_members_by_contact on contact_group_members (company_id, contact_id);

-- How others stand to user_id: one row a person, so that nobody stands in two lists. Names as they were typed.
create table hierarchy_members (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  member_user_id uuid,
  email text check (email = lower(email)),
  first_name text not null default '',
  last_name text not null default '',
  relation text not null check (relation in ('superior', 'equal', 'lower', 'coworker', 'outside')),
  position smallint not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  check (member_user_id is not null or email is not null),
  check (member_user_id <> user_id),
  unique (company_id, user_id, member_user_id),
  unique (company_id, user_id, email),
  foreign key (company_id, user_id) references users on delete cascade,
  foreign key (company_id, member_user_id) references users on delete cascade
);
create index hierarchy_by_member on hierarchy_members (company_id, member_user_id, relation);
create index hierarchy_by_email on hierarchy_members (company_id, email);

-- The manager whom an employee asked to fill the lists; asking another one replaces the row, and ends the old link.
create table hierarchy_invitations (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  email text not null check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  locale text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  mailed_at timestamptz not null,
  reminded_at timestamptz,
  filled_at timestamptz,
  stopped_at timestamptz,
  primary key (company_id, id),
  unique (company_id, user_id),
  foreign key (company_id, user_id) references users on delete cascade
);
create index hierarchy_invitations_by_email on hierarchy_invitations (company_id, email);

alter table outbox
  add column invitation_id uuid,
  add foreign key (company_id, invitation_id) references hierarchy_invitations on delete cascade;
create index outbox_by_invitation on outbox (company_id, invitation_id);
create index newsfeed_unread on newsfeed (company_id, user_id, id desc) where read_at is null;
