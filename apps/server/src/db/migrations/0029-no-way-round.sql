-- The ways round the rules of 0023, 0026 and 0028 that were found since.

-- The last reactivation; null: never. As far as the audit log knows: older ones change nothing, the period is over.
alter table users add column reactivated_at timestamptz;
update users u set reactivated_at = known.at
  from (select company_id, target_id, max(at) as at from audit_log
    where at > now() - interval '7 days' and target_kind = 'person' and action = 'person_reactivated'
    group by company_id, target_id) known
  where u.company_id = known.company_id and u.id = known.target_id;

-- A role that changed since a file was checked is not overwritten by its import.
alter table people_import_lines add column role_before text;

-- An address that was left between two changes has a row without a link: it is mailed and not restored.
alter table former_addresses
  alter column token_hash drop not null,
  -- Whether the account held it.
  add column held boolean not null default true,
  -- Of the account then: restored with the address.
  add column registration_number text,
  -- The last change of the address since; `signed_on_at` is the first single sign-on since then.
  add column latest_at timestamptz not null default now();
update former_addresses set latest_at = changed_at;
update former_addresses fa set token_hash = null, confirmed_at = coalesce(fa.confirmed_at, fa.changed_at)
  where exists (select from former_addresses first where first.company_id = fa.company_id and first.user_id = fa.user_id
    and first.changed_at < fa.changed_at and first.confirmed_at is null);
alter table former_addresses
  alter column held drop default, alter column latest_at drop default, alter column registration_number set statistics 0;
-- Also in other companies.
drop index former_addresses_by_email;
create index former_addresses_by_email on former_addresses (email);

-- Only the mailbox gives an address to an account: with a password that was set by a link that was mailed there, or by confirming it. Who may
-- write addresses (a directory) or knows a person by other means (a single sign-on) does not. Here, because the previous release sets passwords,
-- too. Two first uses at the same moment are decided by the unique index. The planner must not choose to read a whole table while it is small:
-- the plan is kept while a file of people fills it.
create or replace function keep_address() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  is_new boolean := tg_op = 'INSERT';
  proves boolean;
begin
  if not is_new then is_new := new.email <> old.email; end if;
  if tg_op = 'INSERT' then
    proves := new.password_hash is not null;
  elsif is_new then
    new.holds_address := false;
    return new;
  else
    proves := new.holds_address and not old.holds_address or old.password_hash is null and new.password_hash is not null;
  end if;
  if proves then
    new.holds_address := not exists (select from users u where u.email = new.email and u.holds_address and u.id <> new.id)
      and not exists (select from former_addresses fa
        where fa.email = new.email and fa.user_id <> new.id and fa.held and fa.confirmed_at is null);
  end if;
  return new;
end $$;
drop trigger users_keep_address on users;
create trigger users_keep_address before insert or update of email, password_hash, holds_address on users
  for each row execute function keep_address();

-- No other account gets an address that can be restored. After the row was written: who waited at the unique index for a change of the address
-- sees the row that this change wrote.
create function keep_former_address() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if exists (select from former_addresses fa
    where fa.company_id = new.company_id and fa.email = new.email and fa.user_id <> new.id and fa.confirmed_at is null)
  then
    raise exception 'the address may be restored' using errcode = 'unique_violation', constraint = 'users_email_key';
  end if;
  return null;
end $$;
create trigger users_keep_former_address after insert or update of email on users
  for each row execute function keep_former_address();
