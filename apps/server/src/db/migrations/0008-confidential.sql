-- How many colleagues and outsiders a confidential request asked, frozen when it is sent. Null for every other request, and for what
-- the previous release sends beside this one.
alter table requests add column asked_colleagues smallint, add column asked_outsiders smallint;
update requests r set asked_colleagues = p.colleagues, asked_outsiders = p.outsiders
from (
  select company_id, request_id, count(*) filter (where guest_id is null and token_hash is null) as colleagues,
    count(*) filter (where guest_id is not null or token_hash is not null) as outsiders
  from recipients group by company_id, request_id
) p
where p.company_id = r.company_id and p.request_id = r.id and r.confidential and r.kind in ('asked', 'recurring');

-- Load: a confidential request counts for everyone it asked until it expires, answered or not. Null for a named one, whose feedbacks
-- say what is pending.
alter table recipients add column counts_until timestamptz;
update recipients p set counts_until = r.expires_at
from requests r
where r.company_id = p.company_id and r.id = p.request_id and r.confidential and r.kind in ('asked', 'recurring') and r.cancelled_at is null;
create index recipients_load on recipients (company_id, user_id, counts_until) where counts_until is not null;
create index recipients_load_of_guests on recipients (company_id, guest_id, counts_until) where counts_until is not null;

-- Guests of an event: the language of their page, and what makes a retry the same answer. The row of a guest of a confidential event
-- names no guest.
alter table recipients add column if not exists locale text;
alter table recipients add column join_key bytea, add column join_hash bytea;
create unique index recipients_joined_once on recipients (company_id, request_id, join_key) where join_key is not null;

-- Given by a colleague whose account was deleted before the answer was shown: it still counts towards the threshold.
alter table feedbacks add column giver_left boolean not null default false;
alter table recipients alter column join_key set statistics 0, alter column join_hash set statistics 0;
