import type { FeedbackStatus, RequestKind } from '@reflet/contract/answers'
import { type Locale, toLocale } from '@reflet/contract/common'
import { DAY_MS } from '@reflet/contract/durations'
import type { SentRequest } from '@reflet/contract/feedback'
import { guestAnswerPage } from '@reflet/contract/guest-pages'
import { instant, instantOrNull, nullable, type Queryable, type RowOf, rows, type Sql, sql, t } from '../../../db/index.ts'
import type { Seal } from '../../../platform/crypto.ts'
import { cursorAfter, pageOf } from '../../../platform/cursor.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Viewer } from '../../../platform/session.ts'
import { type SkillText, skillName } from '../../catalogue/catalogue.queries.ts'
import { leftAt } from '../../messages/left.ts'
import { isWithdrawn } from '../feedback.policy.ts'

const PAGE = 20

/** One request with its feedbacks, as the database returns it. */
const sentRow = {
  id: t.uuid,
  confidential: t.bool,
  kind: t.oneOf<RequestKind>(),
  sealed_context: nullable(t.bytes),
  sealed_message: nullable(t.bytes),
  created_at: t.time,
  due_at: nullable(t.time),
  expires_at: t.time,
  cancelled_at: nullable(t.time),
  feedbacks: t.json<SentFeedbackRow[]>(),
}
export type SentRow = RowOf<typeof sentRow>

export interface SentFeedbackRow extends SkillText {
  id: string
  skill_id: string
  status: FeedbackStatus
  withdrawn: boolean
  released: boolean
  /** base64 */
  sealed_reason: string | null
  recipient_id: string
  remindable_from: string
  user_id: string | null
  guest_id: string | null
  email: string | null
  first_name: string | null
  last_name: string | null
  avatar_url: string | null
  /** Whether the requester has a link to copy. */
  copied: boolean
  /** Of an external person. */
  locale?: Locale | null
  stopped?: boolean | null
}

interface Look {
  readonly platform: Platform
  readonly seal: Seal
  readonly locale: Locale
}

/** The link for an external person's answer that the requester copies; derived each time, as the database stores only its token's hash. */
const copiedLink = (platform: Platform, recipientId: string, feedbackId: string) =>
  `${platform.publicUrl()}${guestAnswerPage(platform.vault.deriveToken('guest_copy', recipientId), feedbackId)}`

/** A person who waits for nothing but to answer: has answered none of a request's skills. */
const isUnanswered = ({ feedbacks }: SentRow, recipientId: string) =>
  feedbacks.every(({ recipient_id, status }) => recipient_id !== recipientId || status !== 'answered')

const peopleOf = (feedbacks: readonly SentFeedbackRow[]) => new Set(feedbacks.map((f) => f.recipient_id)).size

/**
 * How many answered a confidential request. Only released answers count, because the number must not change with a single answer. Of
 * several skills the one with most counts, because the number over all skills would reveal how many answered only one of them.
 */
const shownOf = (feedbacks: readonly SentFeedbackRow[]) =>
  Math.max(
    0,
    ...[
      ...Map.groupBy(
        feedbacks.filter((f) => f.released),
        (f) => f.skill_id,
      ).values(),
    ].map(peopleOf),
  )

/** How often one person may be reminded, and how long after the request at the earliest. */
export const REMIND_EVERY_MS = DAY_MS

/**
 * From when the person of `recipients p` may be reminded: a day after the mail of the request left, and after each reminder. While that mail
 * is still to leave it is in the future: no reminder comes before what it reminds of. Who gets no mail counts from the request.
 */
export const remindableFrom = (now: Date) => sql`(greatest(p.reminded_at, coalesce(
    (select ${leftAt(now)} from outbox o
      where o.company_id = p.company_id and o.recipient_id = p.id and o.kind in ('request', 'guest_request')
      order by o.id limit 1), p.created_at)) + ${sql.raw(`interval '${REMIND_EVERY_MS} milliseconds'`)})`

/**
 * From when the first of them may be reminded; Infinity: there is no one to remind. Everyone counts on a confidential request, so that the
 * result does not depend on who has answered.
 */
const firstRemindable = ({ confidential, feedbacks }: SentRow) =>
  Math.min(
    ...feedbacks
      .filter(({ status }) => confidential || status === 'pending')
      .map(({ remindable_from }) => new Date(remindable_from).getTime()),
  )

/**
 * A request as its sender sees it. A confidential one does not show who answered or declined, nor a guest link. No one is given the link of
 * a request that was answered.
 */
export function toSentRequest(row: SentRow, { platform, seal, locale }: Look): SentRequest {
  const now = platform.clock().getTime()
  const pending = row.confidential || row.feedbacks.some((feedback) => feedback.status === 'pending')
  const open = pending && row.cancelled_at === null && new Date(row.expires_at).getTime() > now
  const remindable = firstRemindable(row)
  const answered = row.confidential ? shownOf(row.feedbacks) : peopleOf(row.feedbacks.filter((f) => f.status === 'answered'))
  const skills = new Map(row.feedbacks.map((f) => [f.skill_id, { id: f.skill_id, name: skillName(f, locale) }]))
  return {
    id: row.id,
    created_at: instant(row.created_at),
    due_at: instantOrNull(row.due_at),
    expires_at: instant(row.expires_at),
    cancelled_at: instantOrNull(row.cancelled_at),
    confidential: row.confidential,
    kind: row.kind,
    context: seal.open(row.sealed_context, 'requests.sealed_context', row.id),
    message: seal.open(row.sealed_message, 'requests.sealed_message', row.id),
    skills: [...skills.values()],
    feedbacks: row.feedbacks.map((f) => ({
      id: f.id,
      skill: { id: f.skill_id, name: skillName(f, locale) },
      recipient: {
        id: f.recipient_id,
        user_id: f.user_id,
        email: f.email,
        first_name: f.first_name ?? '',
        last_name: f.last_name ?? '',
        avatar_url: f.avatar_url,
        ...(f.guest_id && { locale: toLocale(f.locale), mails_stopped: f.stopped ?? false }),
      },
      status: row.confidential ? null : f.status,
      withdrawn: !row.confidential && f.withdrawn,
      reason:
        row.confidential || f.sealed_reason === null
          ? null
          : seal.open(Buffer.from(f.sealed_reason, 'base64'), 'feedbacks.sealed_reason', f.id),
      ...(f.copied && isUnanswered(row, f.recipient_id) && { guest_link: copiedLink(platform, f.recipient_id, f.id) }),
    })),
    counts: {
      recipients: new Set(row.feedbacks.map((f) => f.recipient_id)).size,
      answered: row.confidential && answered === 0 ? null : answered,
    },
    can_remind_from: open && remindable > now ? new Date(remindable).toISOString() : null,
    can: { remind: open && remindable <= now, cancel: open },
  }
}

/** Whether there is a link that the requester may copy, over `recipients p`. */
const hasCopiedLink = sql`exists (select from links l
  where l.company_id = p.company_id and l.kind = 'guest' and l.subject_id = p.id and l.copied)`

const selectSent = (viewer: Viewer, now: Date, which: Sql) => sql`
  select r.id, r.confidential, r.kind, r.sealed_context, r.sealed_message, r.created_at, r.due_at, r.expires_at, r.cancelled_at,
    (select json_agg(json_build_object('id', f.id, 'skill_id', f.skill_id, 'catalogue_key', k.catalogue_key, 'names', k.names,
        'status', f.status, 'withdrawn', ${isWithdrawn},
        'released', f.released_at is not null, 'sealed_reason', encode(f.sealed_reason, 'base64'),
        'recipient_id', p.id, 'remindable_from', ${remindableFrom(now)}, 'user_id', p.user_id, 'guest_id', p.guest_id,
        'copied', ${hasCopiedLink},
        'email', coalesce(u.email, g.email), 'first_name', coalesce(u.first_name, p.first_name, g.first_name),
        'last_name', coalesce(u.last_name, p.last_name, g.last_name), 'avatar_url', u.avatar_url,
        'locale', coalesce(p.locale, g.locale), 'stopped', g.stopped_at is not null) order by p.id, f.id)
      from feedbacks f
      join recipients p on p.company_id = f.company_id and p.id = f.recipient_id
      join skills k on k.company_id = f.company_id and k.id = f.skill_id
      left join users u on u.company_id = p.company_id and u.id = p.user_id
      left join guests g on g.company_id = p.company_id and g.id = p.guest_id
      where f.company_id = r.company_id and f.request_id = r.id) as feedbacks
  from requests r
  where r.company_id = ${viewer.companyId} and r.requester_id = ${viewer.userId} and r.kind in ('asked', 'recurring')
    and ${which}`

/**
 * One request that the viewer sent.
 * @throws not_found also for another person's
 */
export async function getRequest(db: Queryable, platform: Platform, viewer: Viewer, id: string): Promise<SentRequest> {
  const [row] = await rows(db, sentRow, selectSent(viewer, platform.clock(), sql`r.id = ${id}`))
  if (!row) throw notFound()
  return toSentRequest(row, { platform, ...viewer })
}

/** Requests that the viewer sent, newest first. */
export async function listRequests(platform: Platform, viewer: Viewer, cursor: string | undefined) {
  const [before] = cursorAfter(cursor, 'id')
  const found = await rows(
    platform.db,
    sentRow,
    sql`${selectSent(viewer, platform.clock(), before ? sql`r.id < ${before}` : sql`true`)} order by r.id desc limit ${PAGE + 1}`,
  )
  const { page, next_cursor } = pageOf(found, PAGE, (row) => [row.id])
  return { requests: page.map((row) => toSentRequest(row, { platform, ...viewer })), next_cursor }
}
