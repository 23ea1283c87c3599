import { type Locale, toLocale } from '@reflet/contract/common'
import { DAY_MS } from '@reflet/contract/durations'
import { type GuestView, THANKS_READABLE_DAYS } from '@reflet/contract/guest'
import { type SQL, sql } from 'drizzle-orm'
import { instant, instantOrNull, type Queryable, rows, statement } from '../../../db/index.ts'
import type { ColumnsOf } from '../../../db/row.ts'
import { hashToken, type Seal } from '../../../platform/crypto.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/index.ts'
import { readStopToken } from '../../guests/guests.ts'
import { personJson } from '../../people/person.queries.ts'
import { type AskedRow, askedRow, type OwnRow, ownColumns, toAsked, toOwnFeedback } from '../answers/answers.queries.ts'
import { editableSince } from '../feedback.policy.ts'

/** The guest of a link, with the link's scope and everything the page shows. */
export interface Guest {
  readonly companyId: string
  readonly userId: null
  readonly recipientId: string
  readonly guestId: string | null
  readonly name: { readonly first_name: string; readonly last_name: string }
  readonly locale: Locale
  /** Chosen by the requester or by the guest, and not only the requester's own. */
  readonly localeIsChosen: boolean
  readonly threshold: number
  readonly seal: Seal
  readonly link: LinkRow
}

interface LinkRow extends AskedRow {
  company_id: string
  request_id: string
  recipient_id: string
  guest_id: string | null
  locale: string | null
  locale_is_chosen: boolean
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

const linkRow: ColumnsOf<LinkRow> = {
  company_id: 'uuid',
  request_id: 'uuid',
  recipient_id: 'uuid',
  guest_id: 'uuid?',
  locale: 'text?',
  locale_is_chosen: 'bool',
  first_name: 'text?',
  last_name: 'text?',
  stopped: 'bool',
  company_name: 'text',
  threshold: 'int2',
  wrapped_key: 'bytea',
  requester: 'json',
  confidential: 'bool',
  sealed_context: 'bytea?',
  sealed_message: 'bytea?',
  created_at: 'timestamptz',
  due_at: 'timestamptz?',
  expires_at: 'timestamptz',
  ...askedRow,
}

/** At an event the typed address is not verified: nothing known about it is shown. */
const nameOfGuest = sql`case when r.kind <> 'event' then coalesce(p.first_name, g.first_name) end as first_name,
  case when r.kind <> 'event' then coalesce(p.last_name, g.last_name) end as last_name`

const linkRows = (
  which: SQL,
) => sql`select p.company_id, p.request_id, p.id as recipient_id, p.guest_id, coalesce(p.locale, g.locale) as locale,
      coalesce(p.locale, g.locale) is distinct from u.locale as locale_is_chosen,
      ${nameOfGuest}, g.stopped_at is not null as stopped,
      c.name as company_name, coalesce(r.threshold, c.confidentiality_threshold) as threshold, c.wrapped_key,
      ${personJson(sql`u`, sql`null`)} as requester,
      r.confidential, r.sealed_context, r.sealed_message, r.created_at, r.due_at, r.expires_at,
      r.asked_colleagues, r.asked_outsiders
    from recipients p
    join feedbacks f on f.company_id = p.company_id and f.recipient_id = p.id
      and f.id = ${sql.placeholder('feedback_id')}
    join requests r on r.company_id = p.company_id and r.id = p.request_id
    join users u on u.company_id = r.company_id and u.id = r.requester_id
    join companies c on c.company_id = p.company_id
    left join guests g on g.company_id = p.company_id and g.id = p.guest_id
    where ${which}`

const selectLink = statement<LinkRow, { token_hash: Buffer; feedback_id: string }>(
  'guest_link',
  linkRow,
  linkRows(sql`p.token_hash = ${sql.placeholder('token_hash')}`),
)
const selectByAddress = statement<LinkRow, { company_id: string; guest_id: string; feedback_id: string }>(
  'guest_link_of_address',
  linkRow,
  linkRows(sql`p.company_id = ${sql.placeholder('company_id')} and p.guest_id = ${sql.placeholder('guest_id')}`),
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

/** A link is valid while an answer can still be given or edited through it. */
function isAlive(feedbacks: readonly OwnRow[], expiresAt: Date, now: Date): boolean {
  return feedbacks.some(({ status, answered_at }) =>
    status === 'answered'
      ? answered_at !== null && new Date(answered_at) > editableSince(now)
      : (status === 'pending' || status === 'declined') && expiresAt > now,
  )
}

/** Until when the receiver's thanks can be read; null when there are none, or that time has passed. */
function readableUntil(feedbacks: readonly OwnRow[], now: Date): Date | null {
  const rated = feedbacks.flatMap(({ status, rated_at }) => (status === 'answered' && rated_at !== null ? [Date.parse(rated_at)] : []))
  const until = new Date(Math.max(0, ...rated) + THANKS_READABLE_DAYS * DAY_MS)
  return until > now ? until : null
}

/** The purpose of the access: to answer or edit, or to read the thanks. */
type Purpose = 'change' | 'read'

/**
 * The guest of a link. Safe and without side effects: mail scanners open every link.
 * @throws not_found for an unknown token or a feedback of another group; gone when the link has expired for this purpose
 */
export async function findGuest(platform: Platform, token: string, feedbackId: string, purpose: Purpose): Promise<Guest> {
  const [link] = await selectLink(platform.db, { token_hash: hashToken(token), feedback_id: feedbackId })
  if (!link) throw notFound()
  const feedbacks = await feedbacksOf(platform.db, link.company_id, link.recipient_id)
  const now = platform.clock()
  const lives = isAlive(feedbacks, new Date(link.expires_at), now) || (purpose === 'read' && readableUntil(feedbacks, now) !== null)
  if (!lives) throw new Problem('gone')
  return toGuest(platform, link)
}

/**
 * The address of a mail's unsubscribe token, within one of the groups in which it was asked, expired ones included.
 * @throws not_found for any other token, a guest link's among them, and for a feedback of another person
 */
export async function findAddressee(platform: Platform, token: string, feedbackId: string): Promise<Guest> {
  const { companyId, guestId } = readStopToken(platform.vault, token)
  const [link] = await selectByAddress(platform.db, { company_id: companyId, guest_id: guestId, feedback_id: feedbackId })
  if (!link) throw notFound()
  return toGuest(platform, link)
}

function toGuest(platform: Platform, link: LinkRow): Guest {
  return {
    companyId: link.company_id,
    userId: null,
    recipientId: link.recipient_id,
    guestId: link.guest_id,
    name: { first_name: link.first_name ?? '', last_name: link.last_name ?? '' },
    locale: toLocale(link.locale),
    localeIsChosen: link.locale_is_chosen,
    threshold: link.threshold,
    seal: platform.vault.sealOf(link.company_id, link.wrapped_key),
    link,
  }
}

/** What the guest's page shows, their own answers included; without any text for a person who only manages mails. */
export async function getGuestView(platform: Platform, guest: Guest, { words = true } = {}): Promise<GuestView> {
  const { link, seal } = guest
  const now = platform.clock()
  const feedbacks = await feedbacksOf(platform.db, guest.companyId, guest.recipientId)
  const alive = isAlive(feedbacks, new Date(link.expires_at), now)
  const until = alive ? null : readableUntil(feedbacks, now)
  const shown = words && (alive || until !== null)
  return {
    locale: guest.locale,
    locale_is_chosen: guest.localeIsChosen,
    company_name: link.company_name,
    requester: link.requester,
    guest: guest.name,
    context: shown ? seal.open(link.sealed_context, 'requests.sealed_context', link.request_id) : null,
    message: shown ? seal.open(link.sealed_message, 'requests.sealed_message', link.request_id) : null,
    confidential: link.confidential,
    confidentiality_threshold: link.threshold,
    asked: toAsked(link),
    created_at: instant(link.created_at),
    due_at: instantOrNull(link.due_at),
    expires_at: instant(link.expires_at),
    feedbacks: shown ? feedbacks.map((row) => toOwnFeedback(row, guest, now)) : [],
    readable_until: until?.toISOString() ?? null,
    mails_stopped: link.stopped,
  }
}
