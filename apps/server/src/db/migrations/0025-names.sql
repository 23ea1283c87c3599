-- A name that a person gave themself is signed on a badge only when they have borne it for 30 days. A confirmed part of the name that they
-- replaced is kept until then, so that going back to it needs no wait; null: this part is confirmed. Names from before are confirmed.
-- manager_changed_at: null is before this migration. What is shared without naming the manager waits for a day after a change.
alter table users
  add column confirmed_first_name text,
  add column confirmed_last_name text,
  add column name_changed_at timestamptz,
  add column manager_changed_at timestamptz;
-- Who a person is must not outlive its row in the planner's samples (0003).
alter table users alter column confirmed_first_name set statistics 0, alter column confirmed_last_name set statistics 0;
create index users_by_name_change on users (name_changed_at) where name_changed_at is not null;

-- Whatever changes the manager: a person, the administration, a file, a directory, a deleted account, the previous release. The function
-- compares the columns, as note_user_change does (0019).
create function note_manager_change() returns trigger language plpgsql as $$
begin
  if old.manager_id is distinct from new.manager_id then
    new.manager_changed_at := now();
  end if;
  return new;
end $$;
create trigger users_note_manager_change before update on users for each row execute function note_manager_change();
