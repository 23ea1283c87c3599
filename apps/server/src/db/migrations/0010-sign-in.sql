-- Attempts to sign in, by account and by where they come from: a network, a known browser, or all networks that the account
-- never signed in from. Of no company: an unknown address is counted like a known one. The previous release keeps
-- `login_failures`; it counts for itself while both run.
create table login_attempts (
  account_hash bytea not null,
  source_hash bytea not null,
  failures integer not null,
  failed_at timestamptz not null,
  locked_until timestamptz,
  refused boolean not null default false,
  succeeded_at timestamptz,
  primary key (account_hash, source_hash)
);
alter table login_attempts alter column account_hash set statistics 0, alter column source_hash set statistics 0;
