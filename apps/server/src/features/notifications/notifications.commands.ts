import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../db/index.ts'
import { type MessageKind, outbox } from '../../db/schema/messages.ts'
import { describe } from '../../platform/http-errors.ts'
import type { Platform } from '../../platform/index.ts'
import type { Mailer } from '../../platform/mail.ts'
import { type Message, messageColumns } from './letter.ts'
import { renderMessage } from './mails/render.ts'
import { letterOf } from './notifications.queries.ts'
import { queuePushes } from './pushes.commands.ts'
import { type Due, holdAtNight } from './quiet-hours.ts'

const BATCH = 20
/** A claimed message whose claim was not renewed by then is claimed again: its process has died. */
const CLAIM_MS = 2 * 60_000
/** While a mail is on its way its claim is renewed this often: a slow mail server may take minutes for one. */
const RENEW_MS = 30_000
/** First wait 1 minute, doubled each time, at most 6 hours: an unreachable mail server is tried for about two days. */
const MAX_ATTEMPTS = 16
const MAX_BACKOFF_MINUTES = 360

/**
 * Sends what is due: claims a batch, makes each mail from what the database says now, sends it and settles the row.
 * At least once: a mail that left just before a crash leaves again with the same Message-ID.
 * @param onClaimed called after each batch was claimed: what is on its way to devices need not wait for the mail server
 * @returns how many rows were settled
 */
export async function sendDue(platform: Platform, mailer: Mailer, onClaimed: () => void = () => {}): Promise<number> {
  let settled = 0
  for (;;) {
    const { due, claimed } = await claim(platform)
    if (claimed.length > 0) onClaimed()
    for (const message of claimed) {
      // The mails before it may have taken longer than the claim lasts, and another process has it now.
      if (!(await renew(platform, message))) continue
      await settle(platform, mailer, message)
      settled++
    }
    if (due < BATCH) return settled
  }
}

interface DueRow extends Due {
  kind: MessageKind
}

/** Whoever asks for one of these waits for it, at any hour. */
const AT_ANY_HOUR: ReadonlySet<MessageKind> = new Set(['password_reset'])

/**
 * Takes what is due by day; what waits for a morning keeps its bundle open, claiming the rest closes theirs: what comes after
 * opens new ones. With its first claim a message goes to its reader's devices, too.
 */
function claim(platform: Platform): Promise<{ due: number; claimed: Message[] }> {
  const now = platform.clock()
  return platform.db.transaction(async (tx) => {
    const due = await selectDue(tx, now)
    const ready = await holdAtNight(tx, outbox, due, now, ({ kind }) => AT_ANY_HOUR.has(kind))
    const claimed = ready.length > 0 ? await claimThese(tx, ready, now) : []
    await queuePushes(tx, claimed, now)
    return { due: due.length, claimed }
  })
}

/** The night is the receiver's; a guest's is that of whoever writes to them, because nobody knows where they live. */
const selectDue = (tx: Queryable, now: Date) =>
  rows<DueRow>(
    tx,
    sql`select o.company_id, o.id, o.kind, c.quiet_from, c.quiet_until,
        coalesce(u.time_zone, q.time_zone, b.time_zone, m.time_zone, e.time_zone, k.time_zone, 'UTC') as time_zone
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
      left join users m on m.company_id = h.company_id and m.email = h.email and m.deactivated_at is null
      left join users e on e.company_id = h.company_id and e.id = h.user_id
      left join coffee_requests f on f.company_id = o.company_id and f.id = o.coffee_id
      left join users k on k.company_id = f.company_id and k.id = f.organiser_id
      order by o.send_after`,
  )

const claimThese = (tx: Queryable, these: readonly Due[], now: Date) =>
  rows<Message>(
    tx,
    sql`update outbox o set claimed_until = ${new Date(now.getTime() + CLAIM_MS)}, attempts = o.attempts + 1, bundle_key = null
      from json_to_recordset(${JSON.stringify(these.map(({ company_id, id }) => ({ company_id, id })))}::json) as due (company_id uuid, id uuid)
      join outbox b on b.company_id = due.company_id and b.id = due.id
      where o.company_id = due.company_id and o.id = due.id
      returning b.bundle_key, ${messageColumns}`,
  )

/** The row as this process claimed it: each claim counts an attempt, so that of two processes only the later one has it. */
const claimedRow = ({ company_id, id, attempts }: Message) =>
  sql`company_id = ${company_id} and id = ${id} and attempts = ${attempts} and sent_at is null and failed_at is null`

/** @returns false when another process has claimed the message meanwhile */
async function renew(platform: Platform, message: Message): Promise<boolean> {
  const until = new Date(platform.clock().getTime() + CLAIM_MS)
  const renewed = await rows(
    platform.db,
    sql`update outbox set claimed_until = ${until} where ${claimedRow(message)} and claimed_until is not null returning id`,
  )
  return renewed.length > 0
}

/** Renews the claim until `done`, from the moment on that the mail server has the mail to take. */
async function keepClaim<T>(platform: Platform, message: Message, done: Promise<T>): Promise<T> {
  const beat = setInterval(() => {
    renew(platform, message).catch((error) => platform.log.warn({ message_id: message.id, ...describe(error) }, 'claim not renewed'))
  }, RENEW_MS)
  try {
    return await done
  } finally {
    clearInterval(beat)
  }
}

async function settle(platform: Platform, mailer: Mailer, message: Message): Promise<void> {
  const key = claimedRow(message)
  try {
    const letter = await letterOf(platform, message, 'email')
    if (letter) {
      const { subject, html, text } = await renderMessage(letter.view)
      const sent = mailer.send({
        messageId: `<${message.id}@${new URL(platform.publicUrl()).hostname}>`,
        to: letter.to,
        subject,
        html,
        text,
        ...(letter.unsubscribeUrl && { unsubscribeUrl: letter.unsubscribeUrl }),
        ...(letter.oneClick && { oneClick: true }),
        ...(letter.calendar && { calendar: letter.calendar }),
      })
      await keepClaim(platform, message, sent)
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

const waiting = sql`sent_at is null and failed_at is null`

/** When the next message wants to leave, by mail or to a device; null when none waits. */
export async function nextDue(platform: Platform): Promise<Date | null> {
  const [row] = await rows<{ at: string | null }>(
    platform.db,
    sql`select least((select min(greatest(send_after, claimed_until)) from outbox where ${waiting}),
      (select min(greatest(send_after, claimed_until)) from pushes where ${waiting})) as at`,
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
