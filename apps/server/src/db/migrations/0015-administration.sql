-- Companies that move in: people who are invited and imported, policies, the audit log, keys under the master key.

alter table companies
  add column locale text not null default 'en',
  add column time_zone text not null default 'Europe/Paris',
  add column suspended_at timestamptz,
  add column session_days smallint not null default 30 check (session_days between 1 and 90),
  add column retention_months smallint check (retention_months between 13 and 120),
  add column feed_awards text not null default 'everyone' check (feed_awards in ('everyone', 'admins')),
  add column badge_ratings smallint not null default 5,
  add column badge_people smallint not null default 3,
  add column badge_relations smallint not null default 2,
  add column badge_superior boolean not null default true,
  add column badge_mean numeric(2, 1) not null default 4.0;

-- Invited: neither activated nor with a password. The previous release sets passwords without setting activated_at.
alter table users
  add column invited_at timestamptz,
  add column activated_at timestamptz,
  add column last_seen_at timestamptz;
update users set activated_at = created_at where password_hash is not null;
update users u set last_seen_at = s.used_at from (select company_id, user_id, max(used_at) as used_at from sessions group by 1, 2) s
  where s.company_id = u.company_id and s.user_id = u.id;
create index users_admins on users (company_id, id) where role = 'admin' and deactivated_at is null;

-- An invitation is a link to set the first password.
alter table password_resets
  add column kind text not null default 'reset' check (kind in ('reset', 'invitation'));

-- Random keys that links, counters and subscriptions depend on, each wrapped by the master key: rotating that one changes none of them.
create table server_keys (
  purpose text primary key,
  wrapped_key bytea not null,
  created_at timestamptz not null
);

-- Who did what, when, from which network. No reference to people: the entries outlive them. Appended only, see below.
create table audit_log (
  company_id uuid not null references companies,
  id uuid not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('person', 'operator', 'system', 'scim')),
  actor_id uuid,
  action text not null,
  target_kind text,
  target_id uuid,
  network text,
  details jsonb not null default '{}',
  primary key (company_id, id)
);
create index audit_log_newest on audit_log (company_id, at desc, id desc);
create index audit_log_by_action on audit_log (company_id, action, at desc, id desc);
create index audit_log_by_actor on audit_log (company_id, actor_id, at desc, id desc);

-- What operators did to companies; no personal data, and it outlives the company.
create table operator_log (
  id uuid primary key,
  at timestamptz not null,
  company_id uuid,
  code text,
  command text not null,
  details jsonb not null default '{}'
);

-- The only way out of both logs: this function removes a company's entries before an instant, or all of them. The triggers look for it in the
-- call stack, which no setting of a session can imitate.
create function purge_audit_log(company uuid, before timestamptz) returns bigint language plpgsql as $$
declare removed bigint;
begin
  delete from audit_log where company_id = company and (before is null or at < before);
  get diagnostics removed = row_count;
  return removed;
end $$;

create function append_only() returns trigger language plpgsql as $$
declare stack text;
begin
  get diagnostics stack = pg_context;
  if tg_op = 'DELETE' and tg_table_name = 'audit_log' and stack like '%function purge_audit_log(uuid,timestamp with time zone)%' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function append_only();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function append_only();
create trigger operator_log_append_only before update or delete on operator_log for each row execute function append_only();
create trigger operator_log_no_truncate before truncate on operator_log for each statement execute function append_only();

-- An import of people: the file, its lines as they were read, and what was wrong with them. One at a time in a company.
create table people_imports (
  company_id uuid not null references companies,
  id uuid not null,
  created_by uuid,
  status text not null check (status in ('checking', 'checked', 'importing', 'done', 'failed')),
  failure text,
  columns jsonb not null default '[]',
  deactivate_missing boolean not null default false,
  invite boolean not null default true,
  lines integer not null default 0,
  done_lines integer not null default 0,
  missing integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  deactivated integer not null default 0,
  errors_count integer not null default 0,
  claimed_until timestamptz,
  claims integer not null default 0,
  created_at timestamptz not null,
  checked_at timestamptz,
  confirmed_at timestamptz,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, created_by) references users on delete set null (created_by)
);
create unique index people_imports_one on people_imports (company_id) where status in ('checking', 'checked', 'importing');
create index people_imports_by_creator on people_imports (company_id, created_by);
create index people_imports_to_do on people_imports (claimed_until) where status in ('checking', 'importing');

create table people_import_parts (
  company_id uuid not null,
  import_id uuid not null,
  part integer not null,
  bytes bytea not null,
  primary key (company_id, import_id, part),
  foreign key (company_id, import_id) references people_imports on delete cascade
);

create table people_import_lines (
  company_id uuid not null,
  import_id uuid not null,
  line integer not null,
  email text not null,
  fields jsonb not null,
  plan text not null default 'create' check (plan in ('create', 'update', 'unchanged', 'refused')),
  user_id uuid,
  primary key (company_id, import_id, line),
  foreign key (company_id, import_id) references people_imports on delete cascade
);
create index people_import_lines_by_email on people_import_lines (company_id, email);

create table people_import_errors (
  company_id uuid not null,
  import_id uuid not null,
  line integer not null,
  field text not null,
  code text not null,
  value text not null,
  primary key (company_id, import_id, line, field, code),
  foreign key (company_id, import_id) references people_imports on delete cascade
);

-- Who a person is must not outlive its row in the planner's samples (0003).
alter table people_import_parts alter column bytes set statistics 0;
alter table people_import_lines alter column email set statistics 0, alter column fields set statistics 0;
alter table people_import_errors alter column value set statistics 0;

-- An address that an administrator changed: it holds when both mailboxes have confirmed it.
create table email_changes (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  new_email text not null check (new_email = lower(new_email)),
  old_token_hash bytea not null unique,
  new_token_hash bytea not null unique,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, user_id),
  foreign key (company_id, user_id) references users on delete cascade
);
alter table email_changes
  alter column new_email set statistics 0, alter column old_token_hash set statistics 0, alter column new_token_hash set statistics 0;
alter table outbox add column email_change_id uuid,
  add foreign key (company_id, email_change_id) references email_changes on delete cascade;
create index outbox_by_email_change on outbox (company_id, email_change_id) where email_change_id is not null;

-- The file of a company's own video, in parts, and its captions.
create table video_files (
  company_id uuid not null,
  id uuid not null unique,
  video_id uuid not null,
  media_type text not null,
  bytes bigint not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, video_id),
  foreign key (company_id, video_id) references videos on delete cascade
);
create table video_parts (
  company_id uuid not null,
  file_id uuid not null,
  part integer not null,
  bytes bytea not null,
  primary key (company_id, file_id, part),
  foreign key (company_id, file_id) references video_files on delete cascade
);
alter table video_parts alter column bytes set storage external, alter column bytes set statistics 0;
create table video_captions (
  company_id uuid not null,
  id uuid not null unique,
  video_id uuid not null,
  locale text not null,
  text text not null,
  primary key (company_id, id),
  unique (company_id, video_id, locale),
  foreign key (company_id, video_id) references videos on delete cascade
);
-- A company's own video is listed before its file is there.
alter table videos drop constraint videos_check;
alter table videos add check ((catalogue_key is null) = (titles is not null));

-- Totals are kept when the answers that they count are deleted for their age, or with their company (whose totals go, too).
create or replace function count_answers() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('reflet.keeps_totals', true) = 'on' then
    return null;
  end if;
  -- Where the receiver goes, their totals go with them.
  if tg_op <> 'INSERT' and old.released_at is not null
    and exists (select from users u where u.company_id = old.company_id and u.id = old.receiver_id) then
    perform count_answer(old, -1);
  end if;
  if tg_op <> 'DELETE' and new.released_at is not null then
    perform count_answer(new, 1);
  end if;
  return null;
end $$;
create index feedbacks_by_answer_date on feedbacks (company_id, answered_at) where status = 'answered';

-- The threshold of a confidential request that asked fewer colleagues than a later, higher policy; null is the company's.
alter table requests add column threshold smallint;

-- How a company uses Reflet, by month and department, counted by a job: no person, no content. `days` has the answers by full days from
-- the request, the last place the rest.
create table usage_totals (
  company_id uuid not null references companies,
  month date not null,
  department text not null,
  people integer not null,
  active integer not null,
  answerers integer not null,
  asked integer not null,
  answered integer not null,
  received integer not null,
  received_answered integer not null,
  days integer[] not null,
  quality_sum bigint not null,
  quality_count integer not null,
  primary key (company_id, month, department)
);
create index requests_by_creation on requests (company_id, created_at);
create index sessions_by_use on sessions (company_id, used_at);
