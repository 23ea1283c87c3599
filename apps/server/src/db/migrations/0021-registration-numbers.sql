-- Registration numbers are compared without case and in any script's digits: N-1001, n-1001 and N-١٠٠١ are one number.

-- The form in which they are compared: compatibility forms (full width) and case folded, then each decimal digit of Unicode as 0 to 9.
do $$
declare
  digits text;
begin
  select string_agg(chr(('x' || lpad(zero, 8, '0'))::bit(32)::int + digit), '' order by zero, digit) into digits
    from regexp_split_to_table('660 6f0 7c0 966 9e6 a66 ae6 b66 be6 c66 ce6 d66 de6 e50 ed0 f20 1040 1090 17e0 1810 1946 19d0 '
      '1a80 1a90 1b50 1bb0 1c40 1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0 104a0 10d30 10d40 11066 110f0 11136 111d0 112f0 '
      '11450 114d0 11650 116c0 116d0 116da 11730 118e0 11950 11bf0 11c50 11d50 11da0 11de0 11f50 16130 16a60 16ac0 16b50 '
      '16d70 1e140 1e2f0 1e4f0 1e5f1 1e950', '\s') as zero, generate_series(0, 9) as digit;
  execute format($f$
    create function registration_key(number text) returns text language sql immutable strict parallel safe
      return translate(lower(normalize(number, nfkc)), %L, repeat('0123456789', %s))
  $f$, digits, char_length(digits) / 10);
end $$;

drop index users_by_registration_number;
create index users_by_registration_key on users (registration_key(registration_number), company_id)
  where registration_number is not null;
-- Who a person is must not outlive its row in the planner's samples (0003).
alter index users_by_registration_key alter column 1 set statistics 0;

-- A number that differs from another one of the company by its form only is refused as the same one would be, by the same constraint's name.
-- Numbers from before stay, also where two people have the same one by this comparison: such a number signs no one in but who has exactly it.
-- After the rows are written, so that an insertion that another constraint skips is not refused. The planner must not choose to read the whole
-- table while it is small: the plan is kept while a file of people fills it.
create function check_registration_number() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_op = 'UPDATE' then
    if registration_key(new.registration_number) is not distinct from registration_key(old.registration_number) then
      return null;
    end if;
  end if;
  if exists (select from users u
    where u.registration_number is not null and u.company_id = new.company_id and u.id <> new.id
      and registration_key(u.registration_number) = registration_key(new.registration_number))
  then
    raise exception 'registration number is taken'
      using errcode = 'unique_violation', constraint = 'users_company_id_registration_number_key';
  end if;
  return null;
end $$;
create trigger users_check_registration_number after insert or update of registration_number on users
  for each row when (new.registration_number is not null) execute function check_registration_number();
