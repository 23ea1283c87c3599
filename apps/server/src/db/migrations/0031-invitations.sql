-- When the mail of an invitation last left; null: none has. `invited_at` is when one was last made.
alter table users add column invitation_sent_at timestamptz;
-- Of older invitations, whose messages are forgotten, that is not known: they left or failed within two days.
update users u set invitation_sent_at = coalesce(mailed.sent_at, u.invited_at)
  from (select invited.company_id, invited.id, count(o.id) as messages, max(o.sent_at) filter (where o.last_error is null) as sent_at
    from users invited left join outbox o on o.company_id = invited.company_id and o.user_id = invited.id
      and o.kind in ('invitation', 'invitation_asked')
    group by invited.company_id, invited.id) mailed
  where mailed.company_id = u.company_id and mailed.id = u.id
    and (mailed.sent_at is not null or mailed.messages = 0 and u.invited_at is not null);
