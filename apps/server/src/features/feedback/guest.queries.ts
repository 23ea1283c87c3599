import { type Locale, toLocale } from '@reflet/contract/common'
import type { GuestView } from '@reflet/contract/guest'
import { sql } from 'drizzle-orm'
import { instant, instantOrNull, type Queryable, rows, statement } from '../../db/index.ts'
import { hashToken, type Seal } from '../../platform/crypto.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import { type OwnRow, ownColumns, toOwnFeedback } from './answers.queries.ts'
import { editableSince } from './feedback.policy.ts'

/** The outsider behind a link: what it is scoped to and everything the page shows. */
export interface Guest {
  readonly companyId: string
  readonly userId: null
  readonly recipientId: string
  readonly guestId: string | null
  readonly locale: Locale
  readonly threshold: number
  readonly seal: Seal
  readonly link: LinkRow
}

interface LinkRow {
  company_id: string
  recipient_id: string
  guest_id: string | null
  locale: string | null
  first_name: string | null
  last_name: string | null
  stopped: boolean
  company_name: string
  threshold: number
  wrapped_key: Buffer
  requester: GuestView['requester']
  confidential: boolean
  sealed_context: Buffer | null
  sealed_message: Buffer | null
  created_at: string
  due_at: string | null
  expires_at: string
}

const selectLink = statement<LinkRow, { token_hash: Buffer; feedback_id: string }>(
  'guest_link',
  sql`select p.company_id, p.id as recipient_id, p.guest_id, g.locale, g.first_name, g.last_name, g.stopped_at is not null as stopped,
      c.name as company_name, c.confidentiality_threshold as threshold, c.wrapped_key,
      json_build_object('id', null, 'first_name', u.first_name, 'last_name', u.last_name, 'job_title', u.job_title, 'avatar_url', u.avatar_url) as requester,
      r.confidential, r.sealed_context, r.sealed_message, r.created_at, r.due_at, r.expires_at
    from recipients p
    join feedbacks f on f.company_id = p.company_id and f.recipient_id = p.id and f.id = ${sql.placeholder('feedback_id')}
    join requests r on r.company_id = p.company_id and r.id = p.request_id
    join users u on u.company_id = r.company_id and u.id = r.requester_id
    join companies c on c.company_id = p.company_id
    left join guests g on g.company_id = p.company_id and g.id = p.guest_id
    where p.token_hash = ${sql.placeholder('token_hash')}`,
)

async function feedbacksOf(db: Queryable, companyId: string, recipientId: string): Promise<OwnRow[]> {
  return rows<OwnRow>(
    db,
    sql`select ${ownColumns} from feedbacks f
      join requests r on r.company_id = f.company_id and r.id = f.request_id
      join skills k on k.company_id = f.company_id and k.id = f.skill_id
      where f.company_id = ${companyId} and f.recipient_id = ${recipientId} order by f.id`,
  )
}

/** A link lives while something can still be said or changed through it. */
function isAlive(feedbacks: readonly OwnRow[], expiresAt: Date, now: Date): boolean {
  return feedbacks.some(({ status, answered_at }) =>
    status === 'answered'
      ? answered_at !== null && new Date(answered_at) > editableSince(now)
      : (status === 'pending' || status === 'declined') && expiresAt > now,
  )
}

/**
 * Whoever holds the link. Finding them changes nothing: mail scanners open every link.
 * @throws not_found for an unknown token or a feedback of another group; gone when nothing can be said or changed any
 *   more, unless `evenEnded` (stopping the mails must work from an old one, too)
 */
export async function findGuest(platform: Platform, token: string, feedbackId: string, { evenEnded = false } = {}): Promise<Guest> {
  const [link] = await selectLink(platform.db, { token_hash: hashToken(token), feedback_id: feedbackId })
  if (!link) throw notFound()
  const feedbacks = await feedbacksOf(platform.db, link.company_id, link.recipient_id)
  const alive = isAlive(feedbacks, new Date(link.expires_at), platform.clock())
  if (!alive && !evenEnded) throw new Problem('gone')
  return {
    companyId: link.company_id,
    userId: null,
    recipientId: link.recipient_id,
    guestId: link.guest_id,
    locale: toLocale(link.locale),
    threshold: link.threshold,
    seal: platform.vault.sealOf(link.company_id, link.wrapped_key),
    link,
  }
}

/** What the guest's page shows, their own answers included. */
export async function getGuestView(platform: Platform, guest: Guest): Promise<GuestView> {
  const { link, seal } = guest
  const now = platform.clock()
  const feedbacks = await feedbacksOf(platform.db, guest.companyId, guest.recipientId)
  const alive = isAlive(feedbacks, new Date(link.expires_at), now)
  return {
    locale: guest.locale,
    company_name: link.company_name,
    requester: link.requester,
    guest: { first_name: link.first_name ?? '', last_name: link.last_name ?? '' },
    context: alive ? seal.open(link.sealed_context) : null,
    message: alive ? seal.open(link.sealed_message) : null,
    confidential: link.confidential,
    confidentiality_threshold: link.threshold,
    created_at: instant(link.created_at),
    due_at: instantOrNull(link.due_at),
    expires_at: instant(link.expires_at),
    feedbacks: alive ? feedbacks.map((row) => toOwnFeedback(row, guest, now)) : [],
    readable_until: null,
    mails_stopped: link.stopped,
  }
}
