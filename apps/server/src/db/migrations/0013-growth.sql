-- What the receiver of an answer said they will try. The words stay in `feedbacks.sealed_will_try`; a row lives as long as they do.
create table tries (
  company_id uuid not null,
  feedback_id uuid not null,
  user_id uuid not null,
  status text not null default 'trying' check (status in ('trying', 'done', 'dropped')),
  created_at timestamptz not null,
  -- From when the two weeks are counted after which it is asked about.
  since timestamptz not null,
  -- When its owner was reminded for these two weeks.
  asked_at timestamptz,
  outcome text check (outcome in ('yes', 'a_little', 'not_yet')),
  outcome_at timestamptz,
  primary key (company_id, feedback_id),
  foreign key (company_id, feedback_id) references feedbacks on delete cascade,
  foreign key (company_id, user_id) references users on delete cascade
);
create index tries_by_user on tries (company_id, user_id, created_at desc, feedback_id desc);
create index tries_to_ask on tries (since) where status = 'trying' and asked_at is null;

create function keep_tries() returns trigger language plpgsql as $$
begin
  if new.sealed_will_try is null then
    delete from tries where company_id = new.company_id and feedback_id = new.id;
  else
    insert into tries (company_id, feedback_id, user_id, created_at, since)
    values (new.company_id, new.id, new.receiver_id, coalesce(new.rated_at, new.created_at), coalesce(new.rated_at, new.created_at))
    on conflict (company_id, feedback_id) do nothing;
  end if;
  return null;
end $$;
create trigger feedbacks_first_try after insert on feedbacks for each row
  when (new.sealed_will_try is not null) execute function keep_tries();
create trigger feedbacks_change_try after update of sealed_will_try on feedbacks for each row
  when ((old.sealed_will_try is null) <> (new.sealed_will_try is null)) execute function keep_tries();

-- No one is reminded of what was noted before: such rows count as already asked about.
insert into tries (company_id, feedback_id, user_id, created_at, since, asked_at)
select company_id, id, receiver_id, rated_at, rated_at, rated_at from feedbacks
where sealed_will_try is not null and rated_at is not null;

-- A manager's thanks, or their note, to the owner of an answer that was shared with them. It outlives the share: its owner keeps it.
create table manager_notes (
  company_id uuid not null,
  id uuid not null,
  feedback_id uuid not null,
  owner_id uuid not null,
  -- Null once the manager's account is deleted.
  manager_id uuid,
  sealed_note bytea,
  noted_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, feedback_id, manager_id),
  foreign key (company_id, feedback_id) references feedbacks on delete cascade,
  foreign key (company_id, owner_id) references users on delete cascade,
  foreign key (company_id, manager_id) references users on delete set null (manager_id)
);
create index manager_notes_by_manager on manager_notes (company_id, manager_id);
create index manager_notes_by_owner on manager_notes (company_id, owner_id);
alter table manager_notes alter column sealed_note set statistics 0;

-- When the manager saw a shared answer.
alter table shared_answers add column seen_at timestamptz;
