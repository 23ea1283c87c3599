-- Whose address it is. Two companies may know the same address: the account that its mailbox accepted first holds it.

alter table users add column holds_address boolean not null default false;
update users set holds_address = true where activated_at is not null or password_hash is not null;
alter table users drop constraint users_email_key;
alter table users add constraint users_email_key unique (company_id, email);
create index users_by_email on users (email);
create unique index users_by_held_address on users (email) where holds_address;

-- The address of a used account before its last changes, and those between them. Its mailbox may restore it until then, and no one else gets it meanwhile.
create table former_addresses (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  email text not null check (email = lower(email)),
  new_email text not null check (new_email = lower(new_email)),
  -- Null for one between two changes, which is mailed and not restored.
  token_hash bytea unique,
  -- Whether the account held it.
  held boolean not null,
  -- Of the account then: restored with the address.
  registration_number text,
  changed_at timestamptz not null,
  -- The last change of the address since.
  latest_at timestamptz not null,
  -- From the mailbox of `email`: it is not restored any more.
  confirmed_at timestamptz,
  -- The first single sign-on since `latest_at`: reset mails are not held any more.
  signed_on_at timestamptz,
  expires_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users on delete cascade
);
create index former_addresses_by_email on former_addresses (email);
create index former_addresses_by_user on former_addresses (company_id, user_id);
alter table former_addresses
  alter column email set statistics 0, alter column new_email set statistics 0, alter column token_hash set statistics 0,
  alter column registration_number set statistics 0;
alter table outbox add column former_address_id uuid,
  add foreign key (company_id, former_address_id) references former_addresses on delete cascade;
create index outbox_by_former_address on outbox (company_id, former_address_id) where former_address_id is not null;

-- Only the mailbox gives an address to an account: with a password that was set by a link that was mailed there, or by confirming it. Who may
-- write addresses (a directory) or knows a person by other means (a single sign-on) does not. Here, because the previous release sets passwords,
-- too. Two first uses at the same moment are decided by the unique index. The planner must not choose to read a whole table while it is small:
-- the plan is kept while a file of people fills it.
create function keep_address() returns trigger language plpgsql set enable_seqscan = off as $$
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
