-- Devices that messages are sent to. A token belongs to the session that registered it: whoever logs out, or is logged
-- out everywhere, is told nothing more there. A device has one owner, over all companies.
create table push_tokens (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  type text not null check (type in ('fcm', 'apns', 'webpush')),
  sealed_token bytea not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users on delete cascade,
  foreign key (company_id, session_id) references sessions on delete cascade
);
create index push_tokens_by_user on push_tokens (company_id, user_id, id);
create index push_tokens_by_session on push_tokens (company_id, session_id);
alter table push_tokens alter column sealed_token set statistics 0, alter column token_hash set statistics 0;

-- A message of the outbox on its way to one device: tried again by itself, without the mail or the other devices.
create table pushes (
  company_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  token_id uuid not null,
  send_after timestamptz not null,
  attempts smallint not null default 0,
  claimed_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, message_id, token_id),
  foreign key (company_id, message_id) references outbox on delete cascade,
  foreign key (company_id, token_id) references push_tokens on delete cascade
);
create index pushes_due on pushes (send_after) where sent_at is null and failed_at is null;
create index pushes_by_token on pushes (company_id, token_id);

-- The count on the app's icon is what was sent since then.
alter table users add column pushes_seen_at timestamptz;

-- What the schedules look for each hour, whatever has gathered meanwhile.
create index coffee_pending on coffee_requests (company_id, id) where status = 'pending';
