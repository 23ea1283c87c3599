-- Badges: Open Badges 3.0 credentials that employees publish. They outlive the account: the row then has no owner, only the name that the
-- badge shows. A revoked badge keeps its place in the status list and nothing of the person.

-- The codes under which a company issues. A credential names its issuer by the code of then, so a code that was used stays the company's.
create table badge_issuers (
  company_id uuid not null references companies,
  code text not null,
  created_at timestamptz not null,
  primary key (company_id, code)
);
create unique index badge_issuers_by_code on badge_issuers (code);

-- Ed25519. Old keys stay for verification: a proof that was made after `retired_at` is not valid.
create table badge_keys (
  company_id uuid not null references companies,
  id uuid not null,
  -- Multikey: base58btc of 0xed01 and the key.
  public_key text not null,
  sealed_private_key bytea,
  created_at timestamptz not null,
  retired_at timestamptz,
  primary key (company_id, id),
  check ((retired_at is null) = (sealed_private_key is not null))
);
create unique index badge_keys_current on badge_keys (company_id) where retired_at is null;

-- What was achieved and by which rule, as it was when the first such badge was published: a changed rule or text makes a new one.
create table achievements (
  company_id uuid not null references companies,
  id uuid not null,
  skill_id uuid not null,
  category text not null,
  locale text not null,
  names jsonb not null,
  descriptions jsonb not null,
  ratings smallint not null,
  people smallint not null,
  relations smallint not null,
  superior boolean not null,
  mean numeric(2, 1) not null,
  content_hash bytea not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  constraint achievements_once unique (company_id, content_hash),
  foreign key (company_id, skill_id) references skills
);
create unique index achievements_by_id on achievements (id);
create index achievements_by_skill on achievements (company_id, skill_id);

-- A Bitstring Status List. `revision` counts revocations; `document` is the signed list of `document_revision`.
create table status_lists (
  company_id uuid not null references companies,
  id uuid not null,
  issuer_code text not null,
  revision integer not null default 0,
  document text,
  document_revision integer,
  created_at timestamptz not null,
  primary key (company_id, id)
);
create unique index status_lists_by_id on status_lists (id);

create table badges (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid,
  skill_id uuid not null,
  achievement_id uuid not null,
  status_list_id uuid not null,
  status_index integer not null check (status_index between 0 and 131071),
  shown_name text,
  credential text,
  jwt text,
  issued_at timestamptz not null,
  revoked_at timestamptz,
  primary key (company_id, id),
  constraint badges_status_index unique (company_id, status_list_id, status_index),
  check (revoked_at is not null or (shown_name is not null and credential is not null and jwt is not null)),
  check (revoked_at is null or (user_id is null and shown_name is null and credential is null and jwt is null)),
  foreign key (company_id, user_id) references users on delete set null (user_id),
  foreign key (company_id, skill_id) references skills,
  foreign key (company_id, achievement_id) references achievements,
  foreign key (company_id, status_list_id) references status_lists
);
create unique index badges_by_id on badges (id);
create unique index badges_once on badges (company_id, user_id, skill_id) where user_id is not null;
create index badges_revoked on badges (company_id, status_list_id) where revoked_at is not null;
create index badges_by_skill on badges (company_id, skill_id);
create index badges_by_achievement on badges (company_id, achievement_id);

-- The message that a badge was mailed, or that badges can be published.
alter table outbox add column badge_id uuid;
alter table outbox add foreign key (company_id, badge_id) references badges on delete cascade;
create index outbox_by_badge on outbox (company_id, badge_id) where badge_id is not null;

-- Who rated a skill by name, one person after the other, however many answers each gave; and what was released lately.
create index feedbacks_by_giver on feedbacks (company_id, receiver_id, skill_id, giver_id, released_at desc)
  where released_at is not null and not confidential and rating is not null;
create index feedbacks_released on feedbacks (company_id, released_at) where released_at is not null;

-- Personal data and the company's own texts are not sampled (0003-unsampled.sql).
alter table badge_issuers alter column code set statistics 0;
alter table badge_keys alter column public_key set statistics 0, alter column sealed_private_key set statistics 0;
alter table achievements alter column names set statistics 0, alter column descriptions set statistics 0, alter column content_hash set statistics 0;
alter table status_lists alter column issuer_code set statistics 0, alter column document set statistics 0;
alter table badges
  alter column shown_name set statistics 0, alter column credential set statistics 0, alter column jwt set statistics 0;
