-- A manager who was replaced can still stop the mails from the old link. Said so that it also passes where an earlier
-- form of 0002 has done it.
alter table hierarchy_invitations add column if not exists replaced_at timestamptz;
alter table hierarchy_invitations drop constraint if exists hierarchy_invitations_company_id_user_id_key;
alter table hierarchy_invitations drop constraint if exists hierarchy_invitations_company_id_user_id_email_key;
alter table hierarchy_invitations add unique (company_id, user_id, email);
create unique index if not exists hierarchy_invitations_current on hierarchy_invitations (company_id, user_id) where replaced_at is null;
