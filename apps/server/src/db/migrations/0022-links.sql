-- One table of the links that work without a login. A guest has two: the one that is mailed, and the one that the requester may copy.
create table links (
  token_hash bytea primary key,
  company_id uuid not null references companies,
  kind text not null check (kind in ('guest', 'event', 'coffee', 'manager')),
  -- The recipient, event, coffee chat or invitation of a manager.
  subject_id uuid not null,
  copied boolean not null default false
);
create index links_by_subject on links (company_id, kind, subject_id);
alter table links alter column token_hash set statistics 0;

insert into links (token_hash, company_id, kind, subject_id)
  select token_hash, company_id, 'guest', id from recipients where token_hash is not null
  union all select token_hash, company_id, 'event', id from events
  union all select token_hash, company_id, 'coffee', id from coffee_requests
  union all select token_hash, company_id, 'manager', id from hierarchy_invitations;

-- Both releases write `token_hash` of the subject while they run side by side, and the previous one reads it there. With the next release
-- the four columns and this trigger's first half go; a subject that is deleted takes its links with it for ever.
create function keep_links() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from links where company_id = old.company_id and kind = tg_argv[0] and subject_id = old.id;
  elsif new.token_hash is not null then
    insert into links (token_hash, company_id, kind, subject_id) values (new.token_hash, new.company_id, tg_argv[0], new.id)
      on conflict do nothing;
  elsif tg_op = 'UPDATE' then
    delete from links where company_id = new.company_id and kind = tg_argv[0] and subject_id = new.id;
  end if;
  return null;
end $$;
create trigger recipients_keep_links after insert or delete or update of token_hash on recipients
  for each row execute function keep_links('guest');
create trigger events_keep_links after insert or delete or update of token_hash on events
  for each row execute function keep_links('event');
create trigger coffee_requests_keep_links after insert or delete or update of token_hash on coffee_requests
  for each row execute function keep_links('coffee');
create trigger hierarchy_invitations_keep_links after insert or delete or update of token_hash on hierarchy_invitations
  for each row execute function keep_links('manager');

-- Given by a copied link: whose it is has not been confirmed from the mailbox of its address.
alter table feedbacks add column unverified boolean not null default false;
