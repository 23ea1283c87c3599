import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../db/index.ts'
import type { MessageKind } from '../../db/schema/messages.ts'
import { describe } from '../../platform/http-errors.ts'
import type { Platform } from '../../platform/index.ts'
import { quietUntil } from '../../platform/local-time.ts'
import type { Mailer } from '../../platform/mail.ts'
import type { Message } from './letter.ts'
import { renderMessage } from './mails/render.ts'
import { letterOf } from './notifications.queries.ts'

const BATCH = 20
/** A claimed message that was not settled by then is claimed again: its process has died. */
const CLAIM_MS = 2 * 60_000
/** First wait 1 minute, doubled each time, at most 6 hours: an unreachable mail server is tried for about two days. */
const MAX_ATTEMPTS = 16
const MAX_BACKOFF_MINUTES = 360

/**
 * Sends what is due: claims a batch, makes each mail from what the database says now, sends it and settles the row.
 * At least once: a mail that left just before a crash leaves again with the same Message-ID.
 * @returns how many rows were settled
 */
export async function sendDue(platform: Platform, mailer: Mailer): Promise<number> {
  let settled = 0
  for (;;) {
    const { due, claimed } = await claim(platform)
    for (const message of claimed) {
      await settle(platform, mailer, message)
      settled++
    }
    if (due < BATCH) return settled
  }
}

interface DueRow {
  company_id: string
  id: string
  kind: MessageKind
  time_zone: string
  quiet_from: number | null
  quiet_until: number | null
}

/** Whoever asks for one of these waits for it, at any hour. */
const AT_ANY_HOUR: ReadonlySet<MessageKind> = new Set(['password_reset'])

/** When a message may leave: now (null), or when its reader's night is over. */
function postponedTo(row: DueRow, now: Date): Date | null {
  if (row.quiet_from === null || row.quiet_until === null || AT_ANY_HOUR.has(row.kind)) return null
  return quietUntil(now, row.time_zone, { from: row.quiet_from, until: row.quiet_until })
}

/**
 * Takes what is due. What would reach somebody at night (product.md §8) waits for their morning, its bundle still open;
 * claiming the rest closes their bundles: what comes after opens new ones.
 */
function claim(platform: Platform): Promise<{ due: number; claimed: Message[] }> {
  const now = platform.clock()
  return platform.db.transaction(async (tx) => {
    const due = await selectDue(tx, now)
    const postponed = due.flatMap(({ company_id, id, ...row }) => {
      const at = postponedTo({ company_id, id, ...row }, now)
      return at ? [{ company_id, id, at }] : []
    })
    if (postponed.length > 0) {
      await tx.execute(sql`update outbox o set send_after = x.at
        from json_to_recordset(${JSON.stringify(postponed)}::json) as x (company_id uuid, id uuid, at timestamptz)
        where o.company_id = x.company_id and o.id = x.id`)
    }
    const waiting = new Set(postponed.map(({ id }) => id))
    const ready = due.filter(({ id }) => !waiting.has(id)).map(({ company_id, id }) => ({ company_id, id }))
    return { due: due.length, claimed: ready.length > 0 ? await claimThese(tx, ready, now) : [] }
  })
}

/** The night is the receiver's; a guest's is that of whoever writes to them, because nobody knows where they live. */
const selectDue = (tx: Queryable, now: Date) =>
  rows<DueRow>(
    tx,
    sql`select o.company_id, o.id, o.kind, c.quiet_from, c.quiet_until, 
        coalesce(u.time_zone, q.time_zone, b.time_zone, e.time_zone, k.time_zone, 'UTC') as time_zone
      from (select * from outbox where sent_at is null and failed_at is null and send_after <= ${now}
          and (claimed_until is null or claimed_until < ${now})
        order by send_after limit ${BATCH} for update skip locked) o
      join companies c on c.company_id = o.company_id
      left join users u on u.company_id = o.company_id and u.id = o.user_id
      left join recipients p on p.company_id = o.company_id and p.id = o.recipient_id
      left join requests r on r.company_id = p.company_id and r.id = p.request_id
      left join users q on q.company_id = r.company_id and q.id = r.requester_id
      left join feedbacks a on a.company_id = o.company_id and a.id = o.feedback_id
      left join users b on b.company_id = a.company_id and b.id = a.receiver_id
      left join hierarchy_invitations h on h.company_id = o.company_id and h.id = o.invitation_id
      left join users e on e.company_id = h.company_id and e.id = h.user_id
      left join coffee_requests f on f.company_id = o.company_id and f.id = o.coffee_id
      left join users k on k.company_id = f.company_id and k.id = f.organiser_id
      order by o.send_after`,
  )

const claimThese = (tx: Queryable, these: { company_id: string; id: string }[], now: Date) =>
  rows<Message>(
    tx,
    sql`update outbox o set claimed_until = ${new Date(now.getTime() + CLAIM_MS)}, attempts = o.attempts + 1, bundle_key = null
      from json_to_recordset(${JSON.stringify(these)}::json) as due (company_id uuid, id uuid)
      join outbox b on b.company_id = due.company_id and b.id = due.id
      where o.company_id = due.company_id and o.id = due.id
      returning b.bundle_key, o.company_id, o.id, o.kind, o.user_id, o.guest_id, o.recipient_id, o.reset_id, o.invitation_id, o.feedback_id, o.award_id, o.coffee_id,
        o.attempts, o.created_at`,
  )

async function settle(platform: Platform, mailer: Mailer, message: Message): Promise<void> {
  const key = sql`company_id = ${message.company_id} and id = ${message.id}`
  try {
    const letter = await letterOf(platform, message)
    if (letter) {
      const { subject, html, text } = await renderMessage(letter.view)
      await mailer.send({
        messageId: `<${message.id}@${new URL(platform.publicUrl()).hostname}>`,
        to: letter.to,
        subject,
        html,
        text,
        ...(letter.unsubscribeUrl && { unsubscribeUrl: letter.unsubscribeUrl }),
        ...(letter.oneClick && { oneClick: true }),
        ...(letter.calendar && { calendar: letter.calendar }),
      })
    }
    await platform.db.execute(
      sql`update outbox set sent_at = ${platform.clock()}, claimed_until = null, last_error = ${letter ? null : 'nothing_to_say'} where ${key}`,
    )
  } catch (error) {
    const { code, error: name } = describe(error)
    const reason = code ?? name
    platform.log.warn({ message_id: message.id, kind: message.kind, attempts: message.attempts, reason }, 'mail not sent')
    const wait = Math.min(2 ** (message.attempts - 1), MAX_BACKOFF_MINUTES) * 60_000
    const now = platform.clock()
    const failed = message.attempts >= MAX_ATTEMPTS
    // What comes until the next attempt joins its bundle, unless another has begun meanwhile.
    const bundle = failed ? null : message.bundle_key
    const taken = sql`exists (select from outbox b where b.company_id = ${message.company_id} and b.bundle_key = ${bundle}::text)`
    await platform.db.execute(
      sql`update outbox set claimed_until = null, last_error = ${reason}, send_after = ${new Date(now.getTime() + wait)},
        failed_at = ${failed ? now : null}::timestamptz, bundle_key = case when not ${taken} then ${bundle}::text end where ${key}`,
    )
  }
}

/** When the next message wants to leave; null when none waits. */
export async function nextDue(platform: Platform): Promise<Date | null> {
  const [row] = await rows<{ at: string | null }>(
    platform.db,
    sql`select min(greatest(send_after, claimed_until)) as at from outbox where sent_at is null and failed_at is null`,
  )
  return row?.at ? new Date(row.at) : null
}

/** What was sent (or given up) is kept this long, to explain a mail that somebody asks about. */
const KEEP_DAYS = 30

export async function forgetSent(platform: Platform): Promise<void> {
  const before = new Date(platform.clock().getTime() - KEEP_DAYS * 86_400_000)
  // Whether somebody's calendar was ever filled is known from here, until there is nothing more to take out of it.
  const ahead = sql`exists (select from coffee_requests k where k.company_id = o.company_id and k.id = o.coffee_id
    and (k.status = 'pending' or k.slot_at > ${platform.clock()}))`
  await platform.db.execute(sql`delete from outbox o where (sent_at < ${before} or failed_at < ${before}) and not ${ahead}`)
}
