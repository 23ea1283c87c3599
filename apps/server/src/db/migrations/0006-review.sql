-- An event's title is sealed in its request's context and stands nowhere in clear. The table is written anew, because a
-- row keeps the values of dropped columns.
alter table events drop column title;
cluster events using events_pkey;
alter table events set without cluster;

-- Null: unknown, because the words were sealed before anybody counted them.
alter table feedbacks
  alter column has_situation drop not null, alter column has_situation drop default,
  alter column has_keep drop not null, alter column has_keep drop default,
  alter column has_improve drop not null, alter column has_improve drop default;
update feedbacks set has_situation = null, has_keep = null, has_improve = null
where status = 'answered' and not (has_situation or has_keep or has_improve)
  and coalesce(sealed_situation, sealed_keep, sealed_improve) is not null;
