-- When an employee wants to be reminded of a request, as they chose; null once that was done, which later_reminded_at dates.
alter table recipients add column later_at timestamptz, add column later_reminded_at timestamptz;
create index recipients_later on recipients (later_at) where later_at is not null;
