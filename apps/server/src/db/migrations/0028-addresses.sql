-- Whose address it is. Two companies may know the same address: an account that was never used does not hold it, and who uses theirs first does.

alter table users add column holds_address boolean not null default false;
update users set holds_address = true where activated_at is not null or password_hash is not null;
alter table users drop constraint users_email_key;
alter table users add constraint users_email_key unique (company_id, email);
create index users_by_email on users (email);
create unique index users_by_held_address on users (email) where holds_address;

-- The address of a used account before its last changes. Its mailbox may restore it until then, and no one else gets it meanwhile.
create table former_addresses (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  email text not null check (email = lower(email)),
  new_email text not null check (new_email = lower(new_email)),
  token_hash bytea not null unique,
  changed_at timestamptz not null,
  -- From the mailbox of `email`: it is not restored any more.
  confirmed_at timestamptz,
  -- The first single sign-on since: reset mails are not held any more.
  signed_on_at timestamptz,
  expires_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users on delete cascade
);
create index former_addresses_by_email on former_addresses (company_id, email);
create index former_addresses_by_user on former_addresses (company_id, user_id);
alter table former_addresses
  alter column email set statistics 0, alter column new_email set statistics 0, alter column token_hash set statistics 0;
alter table outbox add column former_address_id uuid,
  add foreign key (company_id, former_address_id) references former_addresses on delete cascade;
create index outbox_by_former_address on outbox (company_id, former_address_id) where former_address_id is not null;

-- Here, because accounts are used and addresses change by many ways, those of the previous release among them. Two first uses at the same
-- moment are decided by the unique index. The planner must not choose to read a whole table while it is small: the plan is kept while a file of people fills it.
create function keep_address() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if (tg_op = 'INSERT' or new.email <> old.email) and exists (select from former_addresses fa
    where fa.company_id = new.company_id and fa.email = new.email and fa.user_id <> new.id and fa.confirmed_at is null)
  then
    raise exception 'the address may be restored' using errcode = 'unique_violation', constraint = 'users_email_key';
  end if;
  if new.activated_at is null and new.password_hash is null then
    new.holds_address := false;
  elsif tg_op = 'INSERT' or new.email <> old.email or not old.holds_address then
    new.holds_address := not exists (select from users u where u.email = new.email and u.holds_address and u.id <> new.id);
  end if;
  return new;
end $$;
create trigger users_keep_address before insert or update of email, activated_at, password_hash on users
  for each row execute function keep_address();
