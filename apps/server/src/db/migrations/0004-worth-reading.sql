-- Feedback that is worth reading: figures as running totals, quality, thanks, sharing, recurrence, events, awards, coffee, videos.

alter table companies
  -- Minutes after midnight where the receiver lives; no quiet hours when null.
  add column quiet_from smallint default 1200 check (quiet_from between 0 and 1439),
  add column quiet_until smallint default 480 check (quiet_until between 0 and 1439);

alter table users add column manager_id uuid;
alter table users
  add foreign key (company_id, manager_id) references users on delete set null (manager_id),
  add check (manager_id <> id);
create index users_by_manager on users (company_id, manager_id) where manager_id is not null;

alter table requests
  add column kind text not null default 'asked' check (kind in ('asked', 'recurring', 'event', 'offered'));

alter table feedbacks
  -- What the quality index counts (contract/quality.ts): known when the words are sealed.
  add column has_situation boolean not null default false,
  add column has_keep boolean not null default false,
  add column has_improve boolean not null default false,
  -- The receiver's word on a named answer.
  add column stars smallint check (stars between 1 and 5),
  add column sealed_thanks bytea,
  add column sealed_will_try bytea,
  add column rated_at timestamptz,
  alter column sealed_thanks set statistics 0,
  alter column sealed_will_try set statistics 0;

-- An answer that its receiver shares with their manager of now. A change of manager deletes the rows.
create table shared_answers (
  company_id uuid not null,
  feedback_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  manager_id uuid not null,
  created_at timestamptz not null,
  primary key (company_id, feedback_id),
  foreign key (company_id, feedback_id) references feedbacks on delete cascade,
  foreign key (company_id, owner_id) references users on delete cascade,
  foreign key (company_id, manager_id) references users on delete cascade
);
create index shared_answers_by_manager on shared_answers (company_id, manager_id, id desc);
create index shared_answers_by_owner on shared_answers (company_id, owner_id);

create function close_shared_answers() returns trigger language plpgsql as $$
begin
  delete from shared_answers where company_id = new.company_id and owner_id = new.id;
  delete from newsfeed where company_id = new.company_id and user_id = old.manager_id and actor_id = new.id and kind = 'answer_shared';
  return null;
end $$;
create trigger users_change_manager after update of manager_id on users for each row
  when (old.manager_id is distinct from new.manager_id) execute function close_shared_answers();

-- A manager who stops working here does not find it again on coming back.
create function close_shared_with() returns trigger language plpgsql as $$
begin
  delete from shared_answers where company_id = new.company_id and manager_id = new.id;
  delete from newsfeed where company_id = new.company_id and user_id = new.id and kind = 'answer_shared';
  return null;
end $$;
create trigger users_deactivate_manager after update of deactivated_at on users for each row
  when (old.deactivated_at is null and new.deactivated_at is not null) execute function close_shared_with();

-- Running totals of released answers per receiver, skill, month (UTC) of the release and voice (a relation, or 'confidential'):
-- figures cost the same after ten years. Kept by the trigger below, whatever writes.
create table skill_totals (
  company_id uuid not null,
  user_id uuid not null,
  skill_id uuid not null,
  month date not null,
  voice text not null,
  rated_1 integer not null default 0,
  rated_2 integer not null default 0,
  rated_3 integer not null default 0,
  rated_4 integer not null default 0,
  rated_5 integer not null default 0,
  not_observed integer not null default 0,
  primary key (company_id, user_id, skill_id, month, voice),
  foreign key (company_id, user_id) references users on delete cascade,
  foreign key (company_id, skill_id) references skills
);
create index skill_totals_by_skill on skill_totals (company_id, skill_id);

-- One row per request and skill with released confidential answers: what the receiver pages through. The id is random within
-- its month, so that its order tells nothing.
create table confidential_releases (
  company_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  skill_id uuid not null,
  receiver_id uuid not null,
  month date not null,
  primary key (company_id, id),
  unique (company_id, request_id, skill_id),
  foreign key (company_id, request_id) references requests on delete cascade,
  foreign key (company_id, receiver_id) references users on delete cascade,
  foreign key (company_id, skill_id) references skills
);
create index confidential_releases_newest on confidential_releases (company_id, receiver_id, month desc, id desc);
create index confidential_releases_by_skill on confidential_releases (company_id, receiver_id, skill_id, month desc, id desc);

create function utc_month(at timestamptz) returns date language sql immutable as $$ select date_trunc('month', at at time zone 'UTC')::date $$;

create function count_answer(f feedbacks, sign integer) returns void language plpgsql as $$
begin
  insert into skill_totals as t (company_id, user_id, skill_id, month, voice, rated_1, rated_2, rated_3, rated_4, rated_5, not_observed)
  values (f.company_id, f.receiver_id, f.skill_id, utc_month(f.released_at), case when f.confidential then 'confidential' else f.relation end,
    sign * (f.rating is not distinct from 1)::int, sign * (f.rating is not distinct from 2)::int, sign * (f.rating is not distinct from 3)::int,
    sign * (f.rating is not distinct from 4)::int, sign * (f.rating is not distinct from 5)::int, sign * f.not_observed::int)
  on conflict (company_id, user_id, skill_id, month, voice) do update set
    rated_1 = t.rated_1 + excluded.rated_1, rated_2 = t.rated_2 + excluded.rated_2, rated_3 = t.rated_3 + excluded.rated_3,
    rated_4 = t.rated_4 + excluded.rated_4, rated_5 = t.rated_5 + excluded.rated_5, not_observed = t.not_observed + excluded.not_observed;
  if f.confidential and sign > 0 then
    insert into confidential_releases as r (company_id, id, request_id, skill_id, receiver_id, month)
    values (f.company_id, gen_random_uuid(), f.request_id, f.skill_id, f.receiver_id, utc_month(f.released_at))
    on conflict (company_id, request_id, skill_id) do update set month = greatest(r.month, excluded.month);
  end if;
end $$;

create function count_answers() returns trigger language plpgsql as $$
begin
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
create trigger feedbacks_insert_totals after insert on feedbacks for each row when (new.released_at is not null) execute function count_answers();
create trigger feedbacks_delete_totals after delete on feedbacks for each row when (old.released_at is not null) execute function count_answers();
create trigger feedbacks_update_totals after update of released_at, rating, not_observed, relation on feedbacks for each row
  when ((old.released_at, old.rating, old.not_observed, old.relation) is distinct from (new.released_at, new.rating, new.not_observed, new.relation))
  execute function count_answers();

insert into skill_totals (company_id, user_id, skill_id, month, voice, rated_1, rated_2, rated_3, rated_4, rated_5, not_observed)
select company_id, receiver_id, skill_id, utc_month(released_at), case when confidential then 'confidential' else relation end,
  count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3),
  count(*) filter (where rating = 4), count(*) filter (where rating = 5), count(*) filter (where not_observed)
from feedbacks where released_at is not null group by 1, 2, 3, 4, 5;
insert into confidential_releases (company_id, id, request_id, skill_id, receiver_id, month)
select company_id, gen_random_uuid(), request_id, skill_id, receiver_id, max(utc_month(released_at))
from feedbacks where released_at is not null and confidential group by company_id, request_id, skill_id, receiver_id;

-- What an employee asks regularly, and of whom in turn.
create table recurrences (
  company_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  confidential boolean not null,
  sealed_context bytea,
  sealed_message bytea,
  every_count smallint not null,
  every_unit text not null check (every_unit in ('week', 'month')),
  per_round smallint not null,
  starts_on date not null,
  ends_on date,
  max_rounds smallint,
  rounds_sent smallint not null default 0,
  last_round_at timestamptz,
  -- Null while paused and when ended.
  next_at timestamptz,
  paused_at timestamptz,
  ended_at timestamptz,
  idempotency_key text not null,
  content_hash bytea not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  constraint recurrences_once unique (company_id, owner_id, idempotency_key),
  check ((ends_on is null) <> (max_rounds is null)),
  foreign key (company_id, owner_id) references users on delete cascade
);
create index recurrences_due on recurrences (next_at) where next_at is not null;
create index recurrences_by_owner on recurrences (company_id, owner_id, id desc);
alter table recurrences alter column sealed_context set statistics 0, alter column sealed_message set statistics 0;

create table recurrence_skills (
  company_id uuid not null,
  recurrence_id uuid not null,
  skill_id uuid not null,
  position smallint not null,
  primary key (company_id, recurrence_id, skill_id),
  foreign key (company_id, recurrence_id) references recurrences on delete cascade,
  foreign key (company_id, skill_id) references skills
);
create index recurrence_skills_by_skill on recurrence_skills (company_id, skill_id);

create table recurrence_members (
  company_id uuid not null,
  id uuid not null,
  recurrence_id uuid not null,
  user_id uuid,
  email text check (email = lower(email)),
  first_name text not null default '',
  last_name text not null default '',
  locale text,
  position smallint not null,
  asked_at timestamptz,
  primary key (company_id, id),
  check ((user_id is null) <> (email is null)),
  unique (company_id, recurrence_id, user_id),
  unique (company_id, recurrence_id, email),
  foreign key (company_id, recurrence_id) references recurrences on delete cascade,
  foreign key (company_id, user_id) references users on delete cascade
);
create index recurrence_members_by_user on recurrence_members (company_id, user_id);
create index recurrence_members_by_email on recurrence_members (company_id, email);
alter table recurrence_members
  alter column email set statistics 0, alter column first_name set statistics 0, alter column last_name set statistics 0;

-- Which recurrence made a request.
alter table requests add column recurrence_id uuid;
alter table requests add foreign key (company_id, recurrence_id) references recurrences on delete set null (recurrence_id);
create index requests_by_recurrence on requests (company_id, recurrence_id) where recurrence_id is not null;

-- An event stands on a request of kind 'event', which its participants join one by one.
create table events (
  company_id uuid not null,
  id uuid not null,
  organiser_id uuid not null,
  request_id uuid not null,
  title text not null,
  takes_place_on date not null,
  ends_at timestamptz not null,
  closed_at timestamptz,
  token_hash bytea not null unique,
  idempotency_key text not null,
  content_hash bytea not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  constraint events_once unique (company_id, organiser_id, idempotency_key),
  unique (company_id, request_id),
  foreign key (company_id, organiser_id) references users on delete cascade,
  foreign key (company_id, request_id) references requests on delete cascade
);
create index events_by_organiser on events (company_id, organiser_id, id desc);
alter table events alter column title set statistics 0, alter column token_hash set statistics 0;

create table event_skills (
  company_id uuid not null,
  event_id uuid not null,
  skill_id uuid not null,
  position smallint not null,
  primary key (company_id, event_id, skill_id),
  foreign key (company_id, event_id) references events on delete cascade,
  foreign key (company_id, skill_id) references skills
);
create index event_skills_by_skill on event_skills (company_id, skill_id);

-- Built-in types carry a catalogue_key (features/awards/catalogue.json) and the company's own their names.
create table award_types (
  company_id uuid not null references companies,
  id uuid not null,
  catalogue_key text,
  icon text not null,
  names jsonb,
  descriptions jsonb,
  position smallint not null,
  retired_at timestamptz,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, catalogue_key),
  check ((catalogue_key is null) = (names is not null))
);

create table awards (
  company_id uuid not null,
  id uuid not null,
  giver_id uuid,
  receiver_id uuid not null,
  type_id uuid not null,
  sealed_message bytea,
  visibility text not null check (visibility in ('private', 'company')),
  idempotency_key text not null,
  content_hash bytea not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  constraint awards_once unique (company_id, giver_id, idempotency_key, receiver_id),
  foreign key (company_id, giver_id) references users on delete set null (giver_id),
  foreign key (company_id, receiver_id) references users on delete cascade,
  foreign key (company_id, type_id) references award_types
);
create index awards_received on awards (company_id, receiver_id, id desc);
create index awards_given on awards (company_id, giver_id, id desc);
create index awards_of_company on awards (company_id, id desc) where visibility = 'company';
create index awards_by_type on awards (company_id, type_id);
alter table awards alter column sealed_message set statistics 0;

create table coffee_requests (
  company_id uuid not null,
  id uuid not null,
  -- Who has left is nobody here; the row stays while the other's calendar must be told.
  organiser_id uuid,
  user_id uuid,
  guest_id uuid,
  feedback_id uuid,
  sealed_place bytea,
  sealed_message bytea,
  minutes smallint not null,
  status text not null check (status in ('pending', 'accepted', 'declined', 'cancelled', 'expired')),
  slot_at timestamptz,
  -- Of the calendar entry (RFC 5545): grows with each change that the calendars must hear of.
  sequence smallint not null default 0,
  token_hash bytea not null unique,
  idempotency_key text not null,
  content_hash bytea not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (company_id, id),
  constraint coffee_once unique (company_id, organiser_id, idempotency_key),
  check (user_id is null or guest_id is null),
  foreign key (company_id, organiser_id) references users on delete cascade,
  foreign key (company_id, user_id) references users on delete cascade,
  foreign key (company_id, guest_id) references guests on delete cascade,
  foreign key (company_id, feedback_id) references feedbacks on delete set null (feedback_id)
);
create index coffee_by_organiser on coffee_requests (company_id, organiser_id, id desc);
create index coffee_by_user on coffee_requests (company_id, user_id, id desc);
create index coffee_by_guest on coffee_requests (company_id, guest_id);
create index coffee_by_feedback on coffee_requests (company_id, feedback_id);
alter table coffee_requests
  alter column sealed_place set statistics 0, alter column sealed_message set statistics 0, alter column token_hash set statistics 0;

create table coffee_slots (
  company_id uuid not null,
  coffee_id uuid not null,
  starts_at timestamptz not null,
  primary key (company_id, coffee_id, starts_at),
  foreign key (company_id, coffee_id) references coffee_requests on delete cascade
);

create table videos (
  company_id uuid not null references companies,
  id uuid not null,
  catalogue_key text,
  titles jsonb,
  descriptions jsonb,
  url text,
  captions jsonb,
  seconds integer,
  position smallint not null,
  retired_at timestamptz,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, catalogue_key),
  check ((catalogue_key is null) = (titles is not null and url is not null))
);

-- What a message or a piece of news is about.
alter table outbox
  add column feedback_id uuid,
  add column award_id uuid,
  add column coffee_id uuid,
  add foreign key (company_id, feedback_id) references feedbacks on delete cascade,
  add foreign key (company_id, award_id) references awards on delete cascade,
  add foreign key (company_id, coffee_id) references coffee_requests on delete cascade;
create index outbox_by_feedback on outbox (company_id, feedback_id) where feedback_id is not null;
create index outbox_by_award on outbox (company_id, award_id) where award_id is not null;
create index outbox_by_coffee on outbox (company_id, coffee_id) where coffee_id is not null;

alter table newsfeed
  add column feedback_id uuid,
  add column award_id uuid,
  add column coffee_id uuid,
  add column recurrence_id uuid,
  add foreign key (company_id, feedback_id) references feedbacks on delete cascade,
  add foreign key (company_id, award_id) references awards on delete cascade,
  add foreign key (company_id, coffee_id) references coffee_requests on delete cascade,
  add foreign key (company_id, recurrence_id) references recurrences on delete cascade;
create index newsfeed_by_feedback on newsfeed (company_id, feedback_id) where feedback_id is not null;
create index newsfeed_by_award on newsfeed (company_id, award_id) where award_id is not null;
create index newsfeed_by_coffee on newsfeed (company_id, coffee_id) where coffee_id is not null;
create index newsfeed_by_recurrence on newsfeed (company_id, recurrence_id) where recurrence_id is not null;

-- Companies that exist get the built-in award types and videos; new ones get them where they are made.
insert into award_types (company_id, id, catalogue_key, icon, position, created_at)
select company_id, gen_random_uuid(), key, icon, place, now()
from companies, unnest(
  array['team_spirit', 'helping_hand', 'fresh_idea', 'clear_words', 'calm', 'going_further', 'learning', 'welcome', 'problem_solved', 'thank_you'],
  array['puzzle', 'hands', 'lightbulb', 'megaphone', 'leaf', 'rocket', 'compass', 'heart', 'shield', 'star']
) with ordinality as built_in (key, icon, place);
insert into videos (company_id, id, catalogue_key, position, created_at) select company_id, gen_random_uuid(), 'first_steps', 1, now() from companies;
