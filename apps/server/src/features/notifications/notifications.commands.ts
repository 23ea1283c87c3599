import { DAY_MS, MINUTE_MS } from '@reflet/contract/durations'
import { nullable, type Queryable, rows, sql, t } from '../../db/index.ts'
import { describe } from '../../platform/http-errors.ts'
import type { Platform } from '../../platform/index.ts'
import type { Mailer } from '../../platform/mail.ts'
import type { MessageKind } from '../messages/kinds.ts'
import { renderMessage } from './mails/render.ts'
import { type Message, messageColumns, messageRow } from './message.ts'
import { contentOf } from './notifications.queries.ts'
import { queuePushes } from './pushes.commands.ts'
import { type Due, holdAtNight, nightRow } from './quiet-hours.ts'

const BATCH = 20
/** Lease time: a message whose claim was not renewed until then is claimed again, because its process has died. */
const CLAIM_MS = 2 * MINUTE_MS
/** The claim is renewed at this interval while a mail is being sent: a slow mail server may take minutes. */
const RENEW_MS = 30_000
/** Backoff: 1 minute at first, doubled each time, at most 6 hours: an unreachable mail server is retried for about two days. */
const MAX_ATTEMPTS = 16
const MAX_BACKOFF_MINUTES = 360

/**
 * Sends what is due: claims a batch, builds each mail from the current state of the database, sends it and updates the row. At-least-once
 * delivery: a mail that was sent just before a crash is sent again with the same Message-ID.
 * @param onClaimed called after each batch was claimed: push notifications need not wait for the mail server
 * @returns how many rows were processed
 */
export async function sendDue(platform: Platform, mailer: Mailer, onClaimed: () => void = () => {}): Promise<number> {
  let settled = 0
  for (;;) {
    const { due, claimed } = await claim(platform)
    if (claimed.length > 0) onClaimed()
    for (const [place, message] of claimed.entries()) {
      if (platform.closing.aborted) {
        await release(platform, claimed.slice(place))
        return settled
      }
      // The mails before it may have taken longer than the claim lasts, and another process has it now.
      if (!(await renew(platform, message))) continue
      await settle(platform, mailer, message)
      settled++
    }
    if (due < BATCH || platform.closing.aborted) return settled
  }
}

const dueRow = { ...nightRow, kind: t.oneOf<MessageKind>() }

/** These are sent at any hour: the reader is waiting for them, or must act at once. */
const AT_ANY_HOUR: ReadonlySet<MessageKind> = new Set([
  'password_reset',
  'invitation_asked',
  'address_change_old',
  'address_change_new',
  'badge',
  'new_device',
  'security_changed',
])

/**
 * Claims what is due outside quiet hours. A message that waits for the morning keeps its bundle open; claiming the others closes their
 * bundles, and later messages open new ones. Its first claim also queues a message for its reader's devices.
 */
function claim(platform: Platform): Promise<{ due: number; claimed: Message[] }> {
  const now = platform.clock()
  return platform.db.transaction(async (tx) => {
    const due = await selectDue(tx, now)
    const ready = await holdAtNight(tx, 'outbox', due, now, ({ kind }) => AT_ANY_HOUR.has(kind))
    const claimed = ready.length > 0 ? await claimThese(tx, ready, now) : []
    await queuePushes(tx, claimed, now)
    return { due: due.length, claimed }
  })
}

/** Quiet hours are in the receiver's time zone; for a guest, in that of the sender, because their own is unknown. */
const selectDue = (tx: Queryable, now: Date) =>
  rows(
    tx,
    dueRow,
    sql`select o.company_id, o.id, o.kind, c.quiet_from, c.quiet_until,
        coalesce(u.time_zone, requester.time_zone, receiver.time_zone, manager.time_zone, employee.time_zone,
          organiser.time_zone, 'UTC') as time_zone
      from (select * from outbox where sent_at is null and failed_at is null and send_after <= ${now}
          and (claimed_until is null or claimed_until < ${now})
        order by send_after limit ${BATCH} for update skip locked) o
      join companies c on c.company_id = o.company_id
      left join users u on u.company_id = o.company_id and u.id = o.user_id
      left join recipients p on p.company_id = o.company_id and p.id = o.recipient_id
      left join requests r on r.company_id = p.company_id and r.id = p.request_id
      left join users requester on requester.company_id = r.company_id and requester.id = r.requester_id
      left join feedbacks f on f.company_id = o.company_id and f.id = o.feedback_id
      left join users receiver on receiver.company_id = f.company_id and receiver.id = f.receiver_id
      left join hierarchy_invitations hi on hi.company_id = o.company_id and hi.id = o.invitation_id
      left join users manager on manager.company_id = hi.company_id and manager.email = hi.email
        and manager.deactivated_at is null
      left join users employee on employee.company_id = hi.company_id and employee.id = hi.user_id
      left join coffee_requests cq on cq.company_id = o.company_id and cq.id = o.coffee_id
      left join users organiser on organiser.company_id = cq.company_id and organiser.id = cq.organiser_id
      order by o.send_after`,
  )

const claimThese = (tx: Queryable, these: readonly Due[], now: Date) =>
  rows(
    tx,
    messageRow,
    sql`update outbox o set claimed_until = ${new Date(now.getTime() + CLAIM_MS)}, attempts = o.attempts + 1, bundle_key = null
      from json_to_recordset(${JSON.stringify(these.map(({ company_id, id }) => ({ company_id, id })))}::json) as due
        (company_id uuid, id uuid)
      join outbox previous on previous.company_id = due.company_id and previous.id = due.id
      where o.company_id = due.company_id and o.id = due.id
      returning previous.bundle_key, ${messageColumns}`,
  )

/**
 * Optimistic lock: the row as this process claimed it. Each claim increments the attempts, so that of two processes only the later one owns
 * it.
 */
const claimedRow = ({ company_id, id, attempts }: Message) =>
  sql`company_id = ${company_id} and id = ${id} and attempts = ${attempts} and sent_at is null and failed_at is null`

/** @returns false when another process has claimed the message meanwhile */
async function renew(platform: Platform, message: Message): Promise<boolean> {
  const until = new Date(platform.clock().getTime() + CLAIM_MS)
  const renewed = await platform.db.execute(
    sql`update outbox set claimed_until = ${until} where ${claimedRow(message)} and claimed_until is not null`,
  )
  return renewed > 0
}

/** Gives claims back when the process ends, so that another one sends these messages at once. */
async function release(platform: Platform, messages: readonly Message[]): Promise<void> {
  for (const message of messages)
    await platform.db.execute(
      sql`update outbox set claimed_until = null, attempts = attempts - 1 where ${claimedRow(message)} and claimed_until is not null`,
    )
}

/** Renews the claim until `done`, from the moment the mail is handed to the mail server. */
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

const INVITATIONS: ReadonlySet<MessageKind> = new Set(['invitation', 'invitation_asked'])

/** The administrators see it; the message itself is forgotten after some weeks. */
const noteInvited = (db: Queryable, { company_id, user_id }: Message, sentAt: Date) =>
  db.execute(sql`update users set invitation_sent_at = ${sentAt} where company_id = ${company_id} and id = ${user_id}`)

async function settle(platform: Platform, mailer: Mailer, message: Message): Promise<void> {
  const key = claimedRow(message)
  try {
    const content = await contentOf(platform, message, 'email')
    if (content) {
      const { subject, html, text } = await renderMessage(content.view)
      const sent = mailer.send({
        messageId: `<${message.id}@${new URL(platform.publicUrl()).hostname}>`,
        to: content.to,
        subject,
        html,
        text,
        ...(content.unsubscribeUrl && { unsubscribeUrl: content.unsubscribeUrl }),
        ...(content.oneClick && { oneClick: true }),
        ...(content.calendar && { calendar: content.calendar }),
        ...(content.attachments && { attachments: content.attachments }),
      })
      await keepClaim(platform, message, sent)
    }
    const sentAt = platform.clock()
    if (content && INVITATIONS.has(message.kind)) await noteInvited(platform.db, message, sentAt)
    await platform.db.execute(sql`update outbox
      set sent_at = ${sentAt}, claimed_until = null, last_error = ${content ? null : 'nothing_to_say'}
      where ${key}`)
  } catch (error) {
    const { code, error: name } = describe(error)
    const reason = code ?? name
    platform.log.warn({ message_id: message.id, kind: message.kind, attempts: message.attempts, reason }, 'mail not sent')
    const wait = Math.min(2 ** (message.attempts - 1), MAX_BACKOFF_MINUTES) * MINUTE_MS
    const now = platform.clock()
    const failed = message.attempts >= MAX_ATTEMPTS
    // Messages until the next attempt join its bundle, unless another bundle has been opened meanwhile.
    const bundle = failed ? null : message.bundle_key
    const taken = sql`exists (select from outbox o where o.company_id = ${message.company_id} and o.bundle_key = ${bundle}::text)`
    await platform.db.execute(sql`update outbox
      set claimed_until = null, last_error = ${reason}, send_after = ${new Date(now.getTime() + wait)},
      failed_at = ${failed ? now : null}::timestamptz, bundle_key = case when not ${taken} then ${bundle}::text end
      where ${key}`)
  }
}

const waiting = sql`sent_at is null and failed_at is null`

/** When the next message is due, by mail or to a device; null when none is pending. */
export async function nextDue(platform: Platform): Promise<Date | null> {
  const [row] = await rows(
    platform.db,
    { at: nullable(t.time) },
    sql`select least((select min(greatest(send_after, claimed_until)) from outbox where ${waiting}),
      (select min(greatest(send_after, claimed_until)) from pushes where ${waiting})) as at`,
  )
  return row?.at ? new Date(row.at) : null
}

/** How long sent (or abandoned) messages are kept, for support questions. */
const KEEP_DAYS = 30

export async function forgetSent(platform: Platform): Promise<void> {
  const before = new Date(platform.clock().getTime() - KEEP_DAYS * DAY_MS)
  // These rows record that a calendar has an entry; they are kept until it no longer needs to be removed.
  const ahead = sql`exists (select from coffee_requests cq where cq.company_id = o.company_id and cq.id = o.coffee_id
    and (cq.status = 'pending' or cq.slot_at > ${platform.clock()}))`
  await platform.db.execute(sql`delete from outbox o where (sent_at < ${before} or failed_at < ${before}) and not ${ahead}`)
}
