import { sql } from 'drizzle-orm'
import { rows } from '../../db/index.ts'
import { describe } from '../../platform/http-errors.ts'
import type { Platform } from '../../platform/index.ts'
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
    const batch = await claim(platform)
    for (const message of batch) {
      await settle(platform, mailer, message)
      settled++
    }
    if (batch.length < BATCH) return settled
  }
}

/** Claiming closes a bundle: what comes after it opens a new one. */
const claim = (platform: Platform) => {
  const now = platform.clock()
  return rows<Message>(
    platform.db,
    sql`update outbox o set claimed_until = ${new Date(now.getTime() + CLAIM_MS)}, attempts = o.attempts + 1, bundle_key = null
      from (select company_id, id from outbox where sent_at is null and failed_at is null and send_after <= ${now}
          and (claimed_until is null or claimed_until < ${now})
        order by send_after limit ${BATCH} for update skip locked) as due
      where o.company_id = due.company_id and o.id = due.id
      returning o.company_id, o.id, o.kind, o.user_id, o.guest_id, o.recipient_id, o.reset_id, o.invitation_id, o.attempts`,
  )
}

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
    await platform.db.execute(
      sql`update outbox set claimed_until = null, last_error = ${reason}, send_after = ${new Date(now.getTime() + wait)},
        failed_at = ${message.attempts >= MAX_ATTEMPTS ? now : null}::timestamptz where ${key}`,
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
  await platform.db.execute(sql`delete from outbox where sent_at < ${before} or failed_at < ${before}`)
}
