-- SCIM 2.0: people and groups that a company's directory provisions.

alter table users
  -- The id of the person in the directory.
  add column external_id text,
  -- The directory has deleted the person: they are deactivated, and their account is erased 30 days later.
  add column scim_deleted_at timestamptz,
  -- The last change of what the directory sees; null means none since the creation.
  add column changed_at timestamptz;
-- Who a person is must not outlive its row in the planner's samples (0003).
alter table users alter column external_id set statistics 0;
-- In the order of lists, so that a lookup needs no sort.
create index users_by_external_id on users (company_id, external_id, id) where external_id is not null;
create index users_scim_deleted on users (scim_deleted_at) where scim_deleted_at is not null;

-- Whatever changes a person, the previous release, too, sets changed_at. A person who is let in again, by any call, is not erased.
-- The function compares the columns: PostgreSQL does not set the type of a column again that a trigger names (db/scrub.ts does).
create function note_user_change() returns trigger language plpgsql as $$
begin
  if (old.email, old.first_name, old.last_name, old.job_title, old.department, old.locale, old.registration_number, old.manager_id,
      old.deactivated_at, old.external_id, old.scim_deleted_at)
    is distinct from
    (new.email, new.first_name, new.last_name, new.job_title, new.department, new.locale, new.registration_number, new.manager_id,
      new.deactivated_at, new.external_id, new.scim_deleted_at)
  then
    new.changed_at := greatest(clock_timestamp(), new.created_at);
    if new.deactivated_at is null then
      new.scim_deleted_at := null;
    end if;
  end if;
  return new;
end $$;
create trigger users_note_change before update on users for each row execute function note_user_change();

-- A bearer token of a company's directory. Deleting the row revokes it.
create table scim_tokens (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null,
  token_hash bytea not null unique,
  -- New people are invited by mail.
  invite boolean not null default false,
  created_by uuid,
  created_at timestamptz not null,
  -- Updated at most once an hour.
  used_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, created_by) references users on delete set null (created_by)
);
create index scim_tokens_by_creator on scim_tokens (company_id, created_by);
alter table scim_tokens alter column token_hash set statistics 0;

-- Groups are stored for the directory and have no other effect.
create table scim_groups (
  company_id uuid not null references companies,
  id uuid not null,
  display_name text not null,
  external_id text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (company_id, id)
);
create unique index scim_groups_by_name on scim_groups (company_id, lower(display_name));
create index scim_groups_by_external_id on scim_groups (company_id, external_id, id) where external_id is not null;
alter table scim_groups alter column display_name set statistics 0, alter column external_id set statistics 0;

create table scim_group_members (
  company_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (company_id, group_id, user_id),
  foreign key (company_id, group_id) references scim_groups on delete cascade,
  foreign key (company_id, user_id) references users on delete cascade
);
create index scim_group_members_by_user on scim_group_members (company_id, user_id);
