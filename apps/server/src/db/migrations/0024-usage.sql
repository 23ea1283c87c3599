-- Usage is counted from acts, each once, for the department that its person had then, and only what at least five people did is kept.

-- The department of the person who asked, was asked or answered, at that moment; null on rows of an earlier release and without the person.
alter table requests add column department text, alter column department set statistics 0,
  -- The month in which the answers of a confidential request that ended were counted.
  add column usage_month date;
alter table recipients add column department text, alter column department set statistics 0;
alter table feedbacks add column department text, alter column department set statistics 0;

create function keep_requester_department() returns trigger language plpgsql as $$
begin
  new.department := (select u.department from users u where u.company_id = new.company_id and u.id = new.requester_id);
  return new;
end $$;
create trigger requests_keep_department before insert on requests for each row execute function keep_requester_department();

create function keep_recipient_department() returns trigger language plpgsql as $$
begin
  new.department := (select u.department from users u where u.company_id = new.company_id and u.id = new.user_id);
  return new;
end $$;
create trigger recipients_keep_department before insert or update of user_id on recipients
  for each row execute function keep_recipient_department();

create function keep_giver_department() returns trigger language plpgsql as $$
begin
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
create trigger feedbacks_keep_department before insert on feedbacks
  for each row when (new.status = 'answered') execute function keep_giver_department();
create trigger feedbacks_change_department before update of status, giver_id on feedbacks
  for each row execute function keep_giver_department();

-- Who did what in the running month; deleted when the month has ended. A person has one row for each department, and is active in one of them.
-- When an account is deleted its rows stay without it: `person` is random and means nothing elsewhere.
create table usage_people (
  company_id uuid not null references companies,
  id uuid not null,
  month date not null,
  person uuid not null,
  user_id uuid,
  department text not null,
  active boolean not null,
  asked integer not null,
  answered integer not null,
  primary key (company_id, id),
  unique (company_id, month, user_id, department),
  foreign key (company_id, user_id) references users on delete set null (user_id)
);
create index usage_people_by_user on usage_people (company_id, user_id);
alter table usage_people alter column department set statistics 0;

-- The whole company by month, up to `counted_until`; a month that has ended is final. Figures that fewer than five people made are null.
create table usage_months (
  company_id uuid not null references companies,
  month date not null,
  counted_until timestamptz not null,
  people integer not null,
  active integer,
  asked integer,
  answered integer,
  received integer,
  received_answered integer,
  days integer[],
  quality_sum bigint,
  quality_count integer,
  primary key (company_id, month)
);

-- The departments of a month that has ended; '' is the small ones together.
create table usage_departments (
  company_id uuid not null,
  month date not null,
  department text not null,
  people integer not null,
  active integer not null,
  asked integer not null,
  answered integer not null,
  received integer,
  received_answered integer,
  days integer[],
  quality_sum bigint,
  quality_count integer,
  primary key (company_id, month, department),
  foreign key (company_id, month) references usage_months on delete cascade
);
alter table usage_departments alter column department set statistics 0;
