-- The trigger of 0019 named its columns: PostgreSQL then refuses to set the type of users.department again, which drops the planner's samples
-- of a table that has become empty (db/scrub.ts). The function compares them instead.
create or replace function note_user_change() returns trigger language plpgsql as $$
begin
  if (old.email, old.first_name, old.last_name, old.job_title, old.department, old.locale, old.registration_number, old.manager_id,
      old.deactivated_at, old.external_id, old.scim_deleted_at)
    is distinct from
    (new.email, new.first_name, new.last_name, new.job_title, new.department, new.locale, new.registration_number, new.manager_id,
      new.deactivated_at, new.external_id, new.scim_deleted_at)
  then
    new.changed_at := greatest(clock_timestamp(), new.created_at);
    if new.deactivated_at is null then
      new.scim_deleted_at := null;
    end if;
  end if;
  return new;
end $$;
drop trigger users_note_change on users;
create trigger users_note_change before update on users for each row execute function note_user_change();
