import type { FeedbackStatus } from '@reflet/contract/answers'
import { HOUR_MS, MINUTE_MS } from '@reflet/contract/durations'
import { nullable, rows, sql, t } from '../../../db/index.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/index.ts'
import { dateIn, timeOn } from '../../../platform/local-time.ts'
import type { Viewer } from '../../../platform/session.ts'
import { closed } from './answers.commands.ts'

/** The reminder's time of day. */
const AT_MINUTES = (9 * HOUR_MS) / MINUTE_MS

const postponedRow = { status: t.oneOf<FeedbackStatus>(), due_at: nullable(t.time), expires_at: t.time, time_zone: t.text }

/**
 * Postpones a group: its giver is reminded on this morning, in their time zone, and not automatically before. At the latest on the due
 * date; once that has passed, before the request expires.
 * @returns when the reminder is sent
 * @throws not_found; already_answered, feedback_declined, feedback_expired, feedback_cancelled; due_in_past, due_too_far
 */
export async function postponeRequest(platform: Platform, viewer: Viewer, groupId: string, day: string): Promise<Date> {
  const now = platform.clock()
  const [group] = await rows(
    platform.db,
    postponedRow,
    sql`select f.status, r.due_at, r.expires_at, u.time_zone
      from recipients p
      join feedbacks f on f.company_id = p.company_id and f.recipient_id = p.id
      join requests r on r.company_id = p.company_id and r.id = p.request_id
      join users u on u.company_id = p.company_id and u.id = p.user_id
      where p.company_id = ${viewer.companyId} and p.id = ${groupId} and p.user_id = ${viewer.userId}
      order by f.status = 'pending' desc limit 1`,
  )
  if (!group) throw notFound()
  const expires = new Date(group.expires_at)
  if (group.status !== 'pending') throw closed(group)
  if (expires <= now) throw new Problem('feedback_expired')
  const date = Date.parse(day)
  const dateOf = (at: Date) => dateIn(group.time_zone, at)
  if (date <= dateOf(now)) throw new Problem('due_in_past')
  const due = group.due_at === null ? null : dateOf(new Date(group.due_at))
  if (date >= dateOf(expires) || (due !== null && due >= dateOf(now) && date > due)) throw new Problem('due_too_far')
  const later = timeOn(date, group.time_zone, AT_MINUTES)
  await platform.db.execute(sql`update recipients set later_at = ${later}, later_reminded_at = null
    where company_id = ${viewer.companyId} and id = ${groupId} and user_id = ${viewer.userId}`)
  return later
}

/**
 * Ends the postponement of a group, if there is one. Idempotent.
 * @throws not_found
 */
export async function resumeRequest(platform: Platform, viewer: Viewer, groupId: string): Promise<void> {
  const found = await platform.db.execute(sql`update recipients set later_at = null, later_reminded_at = null
      where company_id = ${viewer.companyId} and id = ${groupId} and user_id = ${viewer.userId}`)
  if (found === 0) throw notFound()
}
