-- One row says how one person works with an employee: `contacts`, with a position in one of the five lists, or none. `hierarchy_members`
-- moves into it. A row may have both a colleague and an address: it was written as that address, and the manager's page shows it so.
-- origin: `named` by the employee as a colleague; by `address`; or only by the `manager` who filled the lists.
delete from contacts where contact_user_id = user_id;
alter table contacts drop constraint contacts_check;
alter table contacts
  add column position integer,
  add column origin text not null default 'named' check (origin in ('named', 'address', 'manager')),
  add check (contact_user_id is not null or email is not null),
  add check (contact_user_id <> user_id);
update contacts set origin = 'address' where contact_user_id is null;

-- The lists prevail over the contact's relation. A row for the same colleague, else one for the same address, is that person's.
update contacts ct set relation = hm.relation, position = hm.position,
    email = hm.email, first_name = hm.first_name, last_name = hm.last_name
  from hierarchy_members hm
  where ct.company_id = hm.company_id and ct.user_id = hm.user_id and ct.contact_user_id = hm.member_user_id
    and not (hm.email is not null and exists (select from contacts written where written.company_id = hm.company_id
      and written.user_id = hm.user_id and written.email = hm.email));
update contacts ct set relation = hm.relation, position = hm.position,
    contact_user_id = case when exists (select from contacts known where known.company_id = hm.company_id
      and known.user_id = hm.user_id and known.contact_user_id = hm.member_user_id) then null else hm.member_user_id end,
    first_name = coalesce(nullif(hm.first_name, ''), ct.first_name), last_name = coalesce(nullif(hm.last_name, ''), ct.last_name)
  from hierarchy_members hm
  where ct.company_id = hm.company_id and ct.user_id = hm.user_id and ct.email = hm.email and ct.position is null;
insert into contacts (company_id, id, user_id, contact_user_id, email, first_name, last_name, relation, position, origin, created_at)
  select hm.company_id, hm.id, hm.user_id, hm.member_user_id, hm.email, hm.first_name, hm.last_name, hm.relation, hm.position,
    case when hm.email is null then 'named' when hm.member_user_id is null then 'address' else 'manager' end, hm.created_at
  from hierarchy_members hm
  where not exists (select from contacts ct where ct.company_id = hm.company_id and ct.user_id = hm.user_id
    and (ct.contact_user_id = hm.member_user_id or ct.email = hm.email));
drop table hierarchy_members;

-- A relation that differs from the default was said, and gets its place. Who leads whom waits for its owner, because it could close a circle.
with said as (
  select ct.company_id, ct.id, row_number() over (partition by ct.company_id, ct.user_id, ct.relation order by ct.id) as nth,
    (select coalesce(max(listed.position), -1) from contacts listed where listed.company_id = ct.company_id
      and listed.user_id = ct.user_id and listed.relation = ct.relation) as last,
    (select count(*) from contacts listed where listed.company_id = ct.company_id
      and listed.user_id = ct.user_id and listed.relation = ct.relation and listed.position is not null) as taken
  from contacts ct where ct.position is null
    and (ct.relation = 'equal' or ct.contact_user_id is null and ct.relation <> 'outside')
)
update contacts ct set position = said.last + said.nth from said
  where ct.company_id = said.company_id and ct.id = said.id and said.taken + said.nth <= 100;

-- My manager is a superior, too.
update contacts ct set relation = 'superior' from users u
  where u.company_id = ct.company_id and u.id = ct.user_id and u.manager_id = ct.contact_user_id
    and ct.position is null and ct.relation = 'coworker';
insert into contacts (company_id, id, user_id, contact_user_id, relation, created_at)
  select u.company_id, gen_random_uuid(), u.id, u.manager_id, 'superior', now() from users u
  where u.manager_id is not null and u.manager_id <> u.id and not exists (select from contacts ct
    where ct.company_id = u.company_id and ct.user_id = u.id and ct.contact_user_id = u.manager_id);

create index contacts_in_lists on contacts (company_id, user_id, relation, position) where position is not null;
create index contacts_led_by on contacts (company_id, contact_user_id) where relation = 'lower' and position is not null;
