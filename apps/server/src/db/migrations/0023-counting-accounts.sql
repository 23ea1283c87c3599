-- Confidential requests of administrators: only accounts count that are theirs to use for some time. Who administers could make the others.
alter table users
  -- The last reactivation, new address or number, or factor that was added or reset; null: never.
  add column access_changed_at timestamptz,
  -- When the person last stopped being an administrator; null: never, or they are one.
  add column administered_until timestamptz;

-- Of a confidential request of an administrator: how many of the colleagues count; null: all.
alter table requests add column asked_counting smallint;

-- As far as the audit log knows. Older entries change nothing: the periods are over.
update users u set access_changed_at = known.at
  from (select company_id, target_id, max(at) as at from audit_log
    where at > now() - interval '30 days' and target_kind = 'person'
      and action in ('person_reactivated', 'address_changed', 'passkey_added', 'totp_added', 'factors_reset')
    group by company_id, target_id) known
  where u.company_id = known.company_id and u.id = known.target_id;
update users u set administered_until = known.at
  from (select company_id, target_id, max(at) as at from audit_log
    where at > now() - interval '90 days' and target_kind = 'person'
      and action = 'person_updated' and details ->> 'role' = 'employee'
    group by company_id, target_id) known
  where u.company_id = known.company_id and u.id = known.target_id and u.role <> 'admin';
