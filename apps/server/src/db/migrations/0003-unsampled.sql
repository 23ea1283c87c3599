-- ANALYZE copies values of its columns into pg_statistic, and a table that becomes empty keeps them there. Who a person
-- is, and what they wrote, must not outlive its row: no sample is taken (none of these columns needs one to be found
-- fast). Setting the type again drops what was sampled before.

alter table users
  alter column email type text, alter column email set statistics 0,
  alter column first_name type text, alter column first_name set statistics 0,
  alter column last_name type text, alter column last_name set statistics 0,
  alter column job_title type text, alter column job_title set statistics 0,
  alter column avatar_url type text, alter column avatar_url set statistics 0,
  alter column registration_number type text, alter column registration_number set statistics 0,
  alter column password_hash type text, alter column password_hash set statistics 0,
  alter column domoscio_student type text, alter column domoscio_student set statistics 0;

alter table user_words alter column name type text collate "C", alter column name set statistics 0;
alter table sessions alter column token_hash type bytea, alter column token_hash set statistics 0;
alter table password_resets alter column token_hash type bytea, alter column token_hash set statistics 0;
alter table recipients alter column token_hash type bytea, alter column token_hash set statistics 0;
alter table login_failures alter column account_hash type bytea, alter column account_hash set statistics 0;
alter table rate_limits alter column bucket type bytea, alter column bucket set statistics 0;

alter table guests
  alter column email type text, alter column email set statistics 0,
  alter column first_name type text, alter column first_name set statistics 0,
  alter column last_name type text, alter column last_name set statistics 0;

alter table contacts
  alter column email type text, alter column email set statistics 0,
  alter column first_name type text, alter column first_name set statistics 0,
  alter column last_name type text, alter column last_name set statistics 0;

alter table contact_groups alter column name type text, alter column name set statistics 0;

alter table hierarchy_members
  alter column email type text, alter column email set statistics 0,
  alter column first_name type text, alter column first_name set statistics 0,
  alter column last_name type text, alter column last_name set statistics 0;

alter table hierarchy_invitations
  alter column token_hash type bytea, alter column token_hash set statistics 0,
  alter column email type text, alter column email set statistics 0,
  alter column first_name type text, alter column first_name set statistics 0,
  alter column last_name type text, alter column last_name set statistics 0;

alter table requests
  alter column sealed_context type bytea, alter column sealed_context set statistics 0,
  alter column sealed_message type bytea, alter column sealed_message set statistics 0;

alter table feedbacks
  alter column sealed_situation type bytea, alter column sealed_situation set statistics 0,
  alter column sealed_keep type bytea, alter column sealed_keep set statistics 0,
  alter column sealed_improve type bytea, alter column sealed_improve set statistics 0,
  alter column sealed_reason type bytea, alter column sealed_reason set statistics 0;

alter table avatars
  alter column small type bytea, alter column small set statistics 0,
  alter column medium type bytea, alter column medium set statistics 0,
  alter column large type bytea, alter column large set statistics 0;
