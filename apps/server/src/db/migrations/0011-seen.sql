-- When the receiver saw an answer on a screen. Opening the dashboard reads answers (`read_at`), which does not say that they were seen;
-- what was read before this release counts as seen.
alter table feedbacks add column seen_at timestamptz;
update feedbacks set seen_at = read_at where read_at is not null;
create index feedbacks_new on feedbacks (company_id, receiver_id) where released_at is not null and seen_at is null;
