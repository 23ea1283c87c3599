-- Badges are earned by colleagues: a rating from outside the company no longer counts. Nothing changes for statistics.

-- The giver of a named answer confirmed the relation when they answered; false: only the receiver said it.
alter table feedbacks add column relation_confirmed boolean not null default false;
-- Of a released confidential answer: it counts for badges. As many of a group as are colleagues' answers for certain, those with the lowest
-- ratings; so it says nothing about who gave which one.
alter table feedbacks add column counts_for_badges boolean not null default false;
-- The rule that an achievement was earned by: false, ratings from outside the company could count.
alter table achievements add column colleagues_only boolean not null default false;
-- The ratings of the row that count for badges.
alter table skill_totals
  add column badge_1 integer not null default 0, add column badge_2 integer not null default 0, add column badge_3 integer not null default 0,
  add column badge_4 integer not null default 0, add column badge_5 integer not null default 0;

create function counts_for_badges(f feedbacks) returns boolean language sql immutable as $$
  select case when f.confidential then f.counts_for_badges else f.giver_id is not null or f.giver_left end
$$;

-- An answer whose giver has no account any more was given by a colleague: a guest never had one. Answers of accounts that were deleted
-- before cannot be told apart from those of forgotten guests.
create or replace function keep_giver_department() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.giver_left := new.status = 'answered' and (old.giver_left or (old.giver_id is not null and new.giver_id is null));
  end if;
  if new.giver_id is null or new.status <> 'answered' then
    new.department := null;
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if old.status = 'answered' then
      return new;
    end if;
  end if;
  new.department := (select u.department from users u where u.company_id = new.company_id and u.id = new.giver_id);
  return new;
end $$;

create or replace function count_answer(f feedbacks, sign integer) returns void language plpgsql as $$
declare
  badge integer := sign * counts_for_badges(f)::int;
begin
  insert into skill_totals as t (company_id, user_id, skill_id, month, voice, rated_1, rated_2, rated_3, rated_4, rated_5, not_observed,
    badge_1, badge_2, badge_3, badge_4, badge_5)
  values (f.company_id, f.receiver_id, f.skill_id, utc_month(f.released_at), case when f.confidential then 'confidential' else f.relation end,
    sign * (f.rating is not distinct from 1)::int, sign * (f.rating is not distinct from 2)::int, sign * (f.rating is not distinct from 3)::int,
    sign * (f.rating is not distinct from 4)::int, sign * (f.rating is not distinct from 5)::int, sign * f.not_observed::int,
    badge * (f.rating is not distinct from 1)::int, badge * (f.rating is not distinct from 2)::int, badge * (f.rating is not distinct from 3)::int,
    badge * (f.rating is not distinct from 4)::int, badge * (f.rating is not distinct from 5)::int)
  on conflict (company_id, user_id, skill_id, month, voice) do update set
    rated_1 = t.rated_1 + excluded.rated_1, rated_2 = t.rated_2 + excluded.rated_2, rated_3 = t.rated_3 + excluded.rated_3,
    rated_4 = t.rated_4 + excluded.rated_4, rated_5 = t.rated_5 + excluded.rated_5, not_observed = t.not_observed + excluded.not_observed,
    badge_1 = t.badge_1 + excluded.badge_1, badge_2 = t.badge_2 + excluded.badge_2, badge_3 = t.badge_3 + excluded.badge_3,
    badge_4 = t.badge_4 + excluded.badge_4, badge_5 = t.badge_5 + excluded.badge_5;
  if f.confidential and sign > 0 then
    insert into confidential_releases as r (company_id, id, request_id, skill_id, receiver_id, month)
    values (f.company_id, gen_random_uuid(), f.request_id, f.skill_id, f.receiver_id, utc_month(f.released_at))
    on conflict (company_id, request_id, skill_id) do update set month = greatest(r.month, excluded.month);
  end if;
end $$;

-- Groups that were released before, as far back as a badge counts. Three colleagues are in each of them, and all but as many as were asked
-- from outside; where that is not known (events), three.
update feedbacks f set counts_for_badges = true
from (
  select g.company_id, g.id,
    row_number() over (partition by g.company_id, g.request_id, g.skill_id, g.released_at order by g.rating nulls first, g.id) as place,
    count(*) over (partition by g.company_id, g.request_id, g.skill_id, g.released_at) - r.asked_outsiders as colleagues
  from feedbacks g join requests r on r.company_id = g.company_id and r.id = g.request_id
  where g.confidential and g.released_at > now() - interval '13 months'
) g
where f.company_id = g.company_id and f.id = g.id and g.place <= greatest(g.colleagues, 3);

update skill_totals t set badge_1 = c.badge_1, badge_2 = c.badge_2, badge_3 = c.badge_3, badge_4 = c.badge_4, badge_5 = c.badge_5
from (
  select f.company_id, f.receiver_id, f.skill_id, utc_month(f.released_at) as month,
    case when f.confidential then 'confidential' else f.relation end as voice,
    count(*) filter (where f.rating = 1) as badge_1, count(*) filter (where f.rating = 2) as badge_2,
    count(*) filter (where f.rating = 3) as badge_3, count(*) filter (where f.rating = 4) as badge_4,
    count(*) filter (where f.rating = 5) as badge_5
  from feedbacks f
  where f.released_at >= date_trunc('month', now() - interval '13 months', 'UTC') and counts_for_badges(f)
  group by 1, 2, 3, 4, 5
) c
where t.company_id = c.company_id and t.user_id = c.receiver_id and t.skill_id = c.skill_id and t.month = c.month and t.voice = c.voice;
