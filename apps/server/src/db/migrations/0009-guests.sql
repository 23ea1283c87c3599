-- Mails to addresses outside the company that one employee causes are limited by the day; the company may change both limits.
alter table companies
  add column outside_per_person smallint not null default 60 check (outside_per_person >= 0),
  add column outside_per_company integer not null default 600 check (outside_per_company >= 0);

-- One row per sender and day (UTC), and one without a sender for the whole company.
create table outside_mails (
  company_id uuid not null references companies,
  day date not null,
  sender_id uuid,
  mails integer not null,
  foreign key (company_id, sender_id) references users on delete cascade,
  unique nulls not distinct (company_id, day, sender_id)
);
create index outside_mails_by_sender on outside_mails (company_id, sender_id);

-- The name and the language of somebody outside belong to whoever typed them: to one request, coffee or piece of news. Null:
-- written by the release before this one, which keeps one name and language per address in guests.
alter table recipients add column first_name text, add column last_name text, add column if not exists locale text;
alter table coffee_requests add column guest_first_name text, add column guest_last_name text, add column guest_locale text;
alter table newsfeed add column guest_first_name text, add column guest_last_name text;
alter table recipients alter column first_name set statistics 0, alter column last_name set statistics 0;
alter table coffee_requests alter column guest_first_name set statistics 0, alter column guest_last_name set statistics 0;
alter table newsfeed alter column guest_first_name set statistics 0, alter column guest_last_name set statistics 0;

update recipients p set first_name = g.first_name, last_name = g.last_name, locale = coalesce(p.locale, g.locale)
  from guests g where g.company_id = p.company_id and g.id = p.guest_id;
update coffee_requests k set guest_first_name = g.first_name, guest_last_name = g.last_name, guest_locale = g.locale
  from guests g where g.company_id = k.company_id and g.id = k.guest_id;
update newsfeed n set guest_first_name = g.first_name, guest_last_name = g.last_name
  from guests g where g.company_id = n.company_id and g.id = n.guest_id;

-- Stop links name an address by its row in guests: managers who were asked have one, too.
insert into guests (company_id, id, email, locale, stopped_at, created_at)
  select i.company_id, gen_random_uuid(), i.email, min(i.locale), min(i.stopped_at), min(i.created_at)
  from hierarchy_invitations i group by i.company_id, i.email
  on conflict (company_id, email) do update set stopped_at = coalesce(guests.stopped_at, excluded.stopped_at);
