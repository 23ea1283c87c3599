-- Signing in: single sign-on by SAML and OpenID Connect, second factors, passkeys, and what a person sees of their sessions.

alter table companies
  -- Who may log in without the company's identity provider.
  add column password_login text not null default 'everyone' check (password_login in ('everyone', 'admins', 'nobody')),
  -- Who needs a second factor after a password.
  add column second_factor text not null default 'off' check (second_factor in ('off', 'admins', 'everyone')),
  -- Until then administrators may log in with a password, whatever `password_login` says: set by the operator only.
  add column emergency_until timestamptz;

-- The number that a person types to find the company's sign-in page.
create index users_by_registration_number on users (registration_number) where registration_number is not null;

alter table sessions
  add column method text not null default 'password' check (method in ('password', 'passkey', 'saml', 'oidc')),
  -- When the person last proved who they are; null is `created_at`.
  add column authenticated_at timestamptz,
  add column network text,
  add column browser text,
  add column system text;

-- Our own key pair for a company's SAML provider: it is in our metadata, and assertions may be encrypted for it. It exists before the provider is
-- set, because many providers want our metadata first.
create table sign_in_keys (
  company_id uuid primary key references companies,
  certificate text not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null
);

-- A company's identity provider.
create table sign_in_saml (
  company_id uuid primary key references companies,
  idp_entity_id text not null,
  sso_url text not null,
  -- PEM; several at once while the provider changes its key.
  certificates text[] not null check (cardinality(certificates) > 0),
  person_by text not null check (person_by in ('registration_number', 'email')),
  -- null: the NameID.
  attribute text,
  idp_initiated boolean not null default false,
  create_people boolean not null default false,
  updated_at timestamptz not null
);

create table sign_in_oidc (
  company_id uuid primary key references companies,
  issuer text not null,
  client_id text not null,
  sealed_client_secret bytea not null,
  claim text not null,
  person_by text not null check (person_by in ('registration_number', 'email')),
  -- Google: the issuer is the same for all of its customers.
  hosted_domain text,
  updated_at timestamptz not null
);

-- A sign-in that began here and waits for the provider's answer.
create table sign_in_requests (
  company_id uuid not null references companies,
  id uuid not null,
  protocol text not null check (protocol in ('saml', 'oidc')),
  -- The AuthnRequest's ID, or the hash of the state.
  request_hash bytea not null,
  -- Of the cookie of the browser that began.
  browser_hash bytea not null,
  -- PKCE (S256) of the native app.
  app_challenge text,
  nonce text,
  sealed_code_verifier bytea,
  -- An administrator who tests the settings: it signs no one in, and the result is stored for them.
  tester_id uuid,
  outcome text,
  sealed_result bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, tester_id) references users on delete cascade
);
create unique index sign_in_requests_by_hash on sign_in_requests (company_id, request_hash);
create index sign_in_requests_by_tester on sign_in_requests (company_id, tester_id) where tester_id is not null;
create index sign_in_requests_expired on sign_in_requests (expires_at);

-- Assertions that were used: a copy is refused until it has expired by itself.
create table saml_assertions (
  company_id uuid not null references companies,
  assertion_hash bytea not null,
  expires_at timestamptz not null,
  primary key (company_id, assertion_hash)
);
create index saml_assertions_expired on saml_assertions (expires_at);

-- One-time codes: what the provider confirmed, until the app has logged in with it.
create table sign_in_codes (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  method text not null check (method in ('saml', 'oidc')),
  browser_hash bytea,
  app_challenge text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, id),
  -- A code is for the browser that began, or for the app that did.
  check ((browser_hash is null) <> (app_challenge is null)),
  foreign key (company_id, user_id) references users on delete cascade
);
create unique index sign_in_codes_by_hash on sign_in_codes (code_hash);
create index sign_in_codes_by_user on sign_in_codes (company_id, user_id);
create index sign_in_codes_expired on sign_in_codes (expires_at);

create table passkeys (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  -- Synchronised by its provider between devices.
  backed_up boolean not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users on delete cascade
);
create unique index passkeys_by_credential on passkeys (credential_id);
create index passkeys_by_user on passkeys (company_id, user_id);

-- Time-based one-time passwords (RFC 6238). Not confirmed: the person has not yet typed a code of it.
create table totp_secrets (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null,
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  -- The time step of the last accepted code: each code is accepted once.
  last_step bigint,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users on delete cascade
);
-- One in use, and one that is being set up.
create unique index totp_secrets_by_user on totp_secrets (company_id, user_id, (confirmed_at is null));

create table recovery_codes (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users on delete cascade
);
create unique index recovery_codes_by_hash on recovery_codes (company_id, user_id, code_hash);

-- A login whose password was right and whose second factor is due.
create table login_challenges (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  -- Wrong codes so far.
  failures smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users on delete cascade
);
create unique index login_challenges_by_token on login_challenges (token_hash);
create index login_challenges_by_user on login_challenges (company_id, user_id);
create index login_challenges_expired on login_challenges (expires_at);

-- WebAuthn challenges, each for one ceremony. Without a user: a login by passkey alone, where the passkey says whose it is.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('login', 'second_factor', 'enrolment', 'reauthentication')),
  company_id uuid,
  user_id uuid,
  expires_at timestamptz not null,
  foreign key (company_id, user_id) references users on delete cascade
);
create index passkey_challenges_by_user on passkey_challenges (company_id, user_id) where user_id is not null;
create index passkey_challenges_expired on passkey_challenges (expires_at);

-- Mails about a person's own security: the session of a new device, or what was changed.
alter table outbox add column session_id uuid, add column change text;
alter table outbox add foreign key (company_id, session_id) references sessions on delete set null (session_id);
create index outbox_by_session on outbox (company_id, session_id) where session_id is not null;

-- Personal data is not sampled (0003-unsampled.sql).
alter table sessions alter column network set statistics 0, alter column browser set statistics 0, alter column system set statistics 0;
alter table sign_in_saml
  alter column idp_entity_id set statistics 0, alter column sso_url set statistics 0, alter column certificates set statistics 0,
  alter column attribute set statistics 0;
alter table sign_in_keys alter column certificate set statistics 0, alter column sealed_private_key set statistics 0;
alter table sign_in_oidc
  alter column issuer set statistics 0, alter column client_id set statistics 0, alter column sealed_client_secret set statistics 0,
  alter column claim set statistics 0, alter column hosted_domain set statistics 0;
alter table sign_in_requests
  alter column app_challenge set statistics 0, alter column nonce set statistics 0, alter column sealed_code_verifier set statistics 0,
  alter column outcome set statistics 0, alter column sealed_result set statistics 0, alter column browser_hash set statistics 0,
  alter column request_hash set statistics 0;
alter table saml_assertions alter column assertion_hash set statistics 0;
alter table sign_in_codes
  alter column code_hash set statistics 0, alter column browser_hash set statistics 0, alter column app_challenge set statistics 0;
alter table passkeys
  alter column credential_id set statistics 0, alter column public_key set statistics 0, alter column name set statistics 0;
alter table totp_secrets alter column sealed_secret set statistics 0;
alter table recovery_codes alter column code_hash set statistics 0;
alter table login_challenges alter column token_hash set statistics 0;
alter table passkey_challenges alter column challenge_hash set statistics 0;
