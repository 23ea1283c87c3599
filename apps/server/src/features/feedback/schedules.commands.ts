import { nullable, type RowOf, rows, sql, t } from '../../db/index.ts'
import { inBatches } from '../../platform/batches.ts'
import type { Platform } from '../../platform/index.ts'
import { nextTime } from '../../platform/local-time.ts'
import { readRequest } from './answers/notify.commands.ts'
import { insertCopied, linkHashes } from './requests/asked.commands.ts'
import { queueReminders, remindedRow } from './requests/reminders.commands.ts'
import { remindableFrom } from './requests/requests.queries.ts'

const BATCH = 500

/** Expires feedbacks that were not answered in time, with the news of their requests; returns how many. Idempotent. */
export async function expireFeedbacks(platform: Platform): Promise<number> {
  const now = platform.clock()
  const expired = await rows(
    platform.db,
    { id: t.uuid },
    sql`with expired as (
        update feedbacks f set status = 'expired' from requests r
        where r.expires_at <= ${now} and r.cancelled_at is null and f.company_id = r.company_id
          and f.request_id = r.id and f.status = 'pending'
        returning f.id, f.company_id, f.request_id, f.giver_id
      ), known as (${readRequest(sql`expired`, sql`done.giver_id`, sql`${now}::timestamptz`)})
      select id from expired`,
  )
  return expired.length
}

/**
 * Gives each outsider of an open named request a link that the requester may copy, where the previous release made the request; returns how
 * many. Only the server can derive the tokens, so no migration can. To be removed with the columns `token_hash`.
 */
export async function giveCopiedLinks({ db, vault, clock }: Platform): Promise<number> {
  return inBatches(BATCH, async () => {
    const without = await rows(
      db,
      { company_id: t.uuid, id: t.uuid },
      sql`select p.company_id, p.id from recipients p
        join requests r on r.company_id = p.company_id and r.id = p.request_id
        where p.guest_id is not null and r.kind in ('asked', 'recurring') and not r.confidential
          and r.cancelled_at is null and r.expires_at > ${clock()}
          and not exists (select from links l
            where l.company_id = p.company_id and l.kind = 'guest' and l.subject_id = p.id and l.copied)
        limit ${BATCH}`,
    )
    const copies = without.map(({ company_id, id }) => ({ company_id, id, copy_hash: linkHashes(vault, id, false).copy_hash }))
    await db.execute(
      insertCopied({ from: sql`json_to_recordset(${JSON.stringify(copies)}::json) as x (company_id uuid, id uuid, copy_hash text)` }),
    )
    return without.length
  })
}

const dueRow = { ...remindedRow, pending: t.bool, time_zone: t.text, quiet_until: nullable(t.int) }
type Due = RowOf<typeof dueRow>

/**
 * Reminds of unanswered feedbacks at the company's two days (docs/PRODUCT.md, "Messages"): each at most once, and never within a day of
 * another reminder or of the request's mail. On a confidential request everyone is marked as reminded and only those who have not answered get a mail, so that a
 * later manual reminder reveals nothing. Who postponed the request is marked, too, without a mail: `remindPostponed` reminds them. With
 * quiet hours the mails are sent when these end, in the receiver's time zone (for a guest: the
 * requester's): one mail a morning, however many requests. Returns how many people.
 */
export async function remindUnanswered(platform: Platform): Promise<number> {
  const now = platform.clock()
  const total = await inBatches(BATCH, () =>
    platform.db.transaction(async (tx) => {
      const due = await rows(
        tx,
        dueRow,
        sql`update recipients p set reminded_at = ${now}, reminders = p.reminders + 1
          from (select p.company_id, p.id, c.quiet_until, coalesce(u.time_zone, requester.time_zone) as time_zone,
            exists (select from feedbacks f
              where f.company_id = p.company_id and f.recipient_id = p.id and f.status = 'pending')
              and p.later_at is null
              and coalesce(p.later_reminded_at <= ${now}::timestamptz - interval '1 day', true) as pending
            from recipients p
            join requests r on r.company_id = p.company_id and r.id = p.request_id and r.kind in ('asked', 'recurring')
              and r.cancelled_at is null and r.expires_at > ${now}
            join companies c on c.company_id = p.company_id
            join users requester on requester.company_id = r.company_id and requester.id = r.requester_id
            left join users u on u.company_id = p.company_id and u.id = p.user_id
            where (p.reminders = 0 and p.created_at <= ${now}::timestamptz - c.first_reminder_days * interval '1 day'
                or p.reminders = 1 and p.created_at <= ${now}::timestamptz - c.second_reminder_days * interval '1 day')
              and ${remindableFrom(now)} <= ${now}::timestamptz
              and (r.confidential or exists (select from feedbacks f
                where f.company_id = p.company_id and f.recipient_id = p.id and f.status = 'pending'))
            limit ${BATCH} for update of p skip locked) as due
          where p.company_id = due.company_id and p.id = due.id
          returning p.company_id, p.id, p.user_id, p.guest_id, due.pending, due.quiet_until, due.time_zone`,
      )
      await queueReminders(
        tx,
        due.filter(({ pending }) => pending),
        now,
        (group) => morningOf(group, now),
      )
      return due.length
    }),
  )
  if (total > 0) platform.wake(now)
  return total
}

/**
 * Reminds those who postponed a request until now and still have not answered, in one mail per person. Nothing that the requester sees
 * changes: neither the date nor the count of reminders. Returns how many groups.
 */
export async function remindPostponed(platform: Platform): Promise<number> {
  const now = platform.clock()
  const total = await inBatches(BATCH, () =>
    platform.db.transaction(async (tx) => {
      const due = await rows(
        tx,
        { ...remindedRow, pending: t.bool },
        sql`update recipients p set later_at = null, later_reminded_at = ${now}
          from (select p.company_id, p.id,
              exists (select from feedbacks f join requests r on r.company_id = f.company_id and r.id = f.request_id
                where f.company_id = p.company_id and f.recipient_id = p.id and f.status = 'pending'
                  and r.expires_at > ${now}) as pending
            from recipients p where p.later_at <= ${now} limit ${BATCH} for update of p skip locked) as due
          where p.company_id = due.company_id and p.id = due.id
          returning p.company_id, p.id, p.user_id, p.guest_id, due.pending`,
      )
      await queueReminders(
        tx,
        due.filter(({ pending }) => pending),
        now,
        () => now,
      )
      return due.length
    }),
  )
  if (total > 0) platform.wake(now)
  return total
}

const morningOf = ({ quiet_until, time_zone }: Due, now: Date) => (quiet_until === null ? now : nextTime(now, time_zone, quiet_until))
