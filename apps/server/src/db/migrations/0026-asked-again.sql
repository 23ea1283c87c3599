-- Mails to the other administrators about a change of sign-in, tokens, roles or factors: its entry of the audit log says who and when.
-- No foreign key: retention removes entries, and the log is append-only.
alter table outbox add column audit_id uuid;
