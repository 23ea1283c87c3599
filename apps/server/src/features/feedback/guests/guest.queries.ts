import { type Locale, toLocale } from '@reflet/contract/common'
import { DAY_MS } from '@reflet/contract/durations'
import { type GuestView, THANKS_READABLE_DAYS } from '@reflet/contract/guest'
import {
  instant,
  instantOrNull,
  nullable,
  type Params,
  type Queryable,
  query,
  type RowOf,
  rows,
  type Sql,
  sql,
  t,
} from '../../../db/index.ts'
import type { Seal } from '../../../platform/crypto.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/index.ts'
import type { FoundLink } from '../../../platform/links.ts'
import { readStopToken } from '../../guests/guests.ts'
import { personJson } from '../../people/person.queries.ts'
import { askedRow, type OwnRow, ownColumns, ownRow, toAsked, toOwnFeedback } from '../answers/answers.queries.ts'
import { editableSince, verifiableSince } from '../feedback.policy.ts'

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
  /** By a link that the requester copied: what it answers is unverified, and it changes no answer. */
  readonly copied: boolean
  readonly asked: GroupRow
  /** Their feedbacks, as they were when the link was opened. */
  readonly feedbacks: readonly OwnRow[]
}

const groupRow = {
  company_id: t.uuid,
  request_id: t.uuid,
  recipient_id: t.uuid,
  guest_id: nullable(t.uuid),
  locale: nullable(t.text),
  locale_is_chosen: t.bool,
  first_name: nullable(t.text),
  last_name: nullable(t.text),
  stopped: t.bool,
  company_name: t.text,
  threshold: t.int,
  wrapped_key: t.bytes,
  requester: t.json<GuestView['requester']>(),
  confidential: t.bool,
  sealed_context: nullable(t.bytes),
  sealed_message: nullable(t.bytes),
  created_at: t.time,
  due_at: nullable(t.time),
  ...askedRow,
}
type GroupRow = RowOf<typeof groupRow> & { expires_at: string }

/** At an event the typed address is not verified: nothing known about it is shown. */
const nameOfGuest = sql`case when r.kind <> 'event' then coalesce(p.first_name, g.first_name) end as first_name,
  case when r.kind <> 'event' then coalesce(p.last_name, g.last_name) end as last_name`

const groupRows = (
  which: Sql,
  more: Sql,
) => sql`select p.company_id, p.request_id, p.id as recipient_id, p.guest_id, coalesce(p.locale, g.locale) as locale,
      coalesce(p.locale, g.locale) is distinct from u.locale as locale_is_chosen,
      ${nameOfGuest}, g.stopped_at is not null as stopped,
      c.name as company_name, coalesce(r.threshold, c.confidentiality_threshold) as threshold, c.wrapped_key,
      ${personJson(sql`u`, sql`null`)} as requester, r.confidential, r.sealed_context, r.sealed_message, r.created_at, r.due_at,
      r.asked_colleagues, r.asked_outsiders, r.asked_counting, ${more}
    from recipients p
    join feedbacks f on f.company_id = p.company_id and f.recipient_id = p.id
    join requests r on r.company_id = p.company_id and r.id = p.request_id
    join users u on u.company_id = r.company_id and u.id = r.requester_id
    join companies c on c.company_id = p.company_id
    left join guests g on g.company_id = p.company_id and g.id = p.guest_id
    join skills k on k.company_id = f.company_id and k.id = f.skill_id
    where ${which}`

/** A group with its feedbacks: a row for each. */
const selectGroup = query(
  'guest_group',
  { ...groupRow, ...ownRow },
  (v: Params<{ company_id: string; recipient_id: string }>) =>
    sql`${groupRows(sql`p.company_id = ${v.company_id} and p.id = ${v.recipient_id}`, ownColumns)} order by f.id`,
)
const selectByAddress = query(
  'guest_group_of_address',
  { ...groupRow, expires_at: t.time },
  (v: Params<{ company_id: string; guest_id: string; feedback_id: string }>) =>
    groupRows(sql`p.company_id = ${v.company_id} and p.guest_id = ${v.guest_id} and f.id = ${v.feedback_id}`, sql`r.expires_at`),
)

async function feedbacksOf(db: Queryable, companyId: string, recipientId: string): Promise<OwnRow[]> {
  return rows(
    db,
    ownRow,
    sql`select ${ownColumns} from feedbacks f
      join requests r on r.company_id = f.company_id and r.id = f.request_id
      join skills k on k.company_id = f.company_id and k.id = f.skill_id
      where f.company_id = ${companyId} and f.recipient_id = ${recipientId} order by f.id`,
  )
}

/** A link is valid while an answer can still be given or edited through it, and the mailed one while an answer can be confirmed. */
function isAlive(feedbacks: readonly OwnRow[], copied: boolean, expiresAt: Date, now: Date): boolean {
  return feedbacks.some(({ status, answered_at, unverified }) =>
    status === 'answered'
      ? answered_at !== null && new Date(answered_at) > (unverified && !copied ? verifiableSince(now) : editableSince(now))
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
 * @throws not_found for a feedback of another group; gone when the link has expired for this purpose
 */
export async function findGuest(platform: Platform, link: FoundLink, feedbackId: string, purpose: Purpose): Promise<Guest> {
  const feedbacks = await selectGroup(platform.db, { company_id: link.companyId, recipient_id: link.subjectId })
  const asked = feedbacks.find(({ id }) => id === feedbackId.toLowerCase())
  if (!asked) throw notFound()
  const now = platform.clock()
  const lives =
    isAlive(feedbacks, link.copied, new Date(asked.expires_at), now) || (purpose === 'read' && readableUntil(feedbacks, now) !== null)
  if (!lives) throw new Problem('gone')
  return toGuest(platform, asked, link.copied, feedbacks)
}

/**
 * The address of a mail's unsubscribe token, within one of the groups in which it was asked, expired ones included.
 * @throws not_found for any other token, a guest link's among them, and for a feedback of another person
 */
export async function findAddressee(platform: Platform, token: string, feedbackId: string): Promise<Guest> {
  const { companyId, guestId } = readStopToken(platform.vault, token)
  const [asked] = await selectByAddress(platform.db, { company_id: companyId, guest_id: guestId, feedback_id: feedbackId })
  if (!asked) throw notFound()
  return toGuest(platform, asked, false, [])
}

function toGuest(platform: Platform, asked: GroupRow, copied: boolean, feedbacks: readonly OwnRow[]): Guest {
  return {
    companyId: asked.company_id,
    userId: null,
    recipientId: asked.recipient_id,
    guestId: asked.guest_id,
    name: { first_name: asked.first_name ?? '', last_name: asked.last_name ?? '' },
    locale: toLocale(asked.locale),
    localeIsChosen: asked.locale_is_chosen,
    threshold: asked.threshold,
    seal: platform.vault.sealOf(asked.company_id, asked.wrapped_key),
    copied,
    asked,
    feedbacks,
  }
}

/** The guest after a change of theirs. */
export const withChanges = async ({ db }: Platform, guest: Guest): Promise<Guest> => ({
  ...guest,
  feedbacks: await feedbacksOf(db, guest.companyId, guest.recipientId),
})

/** What the guest's page shows, their own answers included. */
export function toGuestView({ clock }: Platform, guest: Guest): GuestView {
  const { asked, seal, feedbacks, copied } = guest
  const now = clock()
  const alive = isAlive(feedbacks, copied, new Date(asked.expires_at), now)
  const until = alive ? null : readableUntil(feedbacks, now)
  const shown = alive || until !== null
  return {
    locale: guest.locale,
    locale_is_chosen: guest.localeIsChosen,
    company_name: asked.company_name,
    requester: asked.requester,
    guest: guest.name,
    context: shown ? seal.open(asked.sealed_context, 'requests.sealed_context', asked.request_id) : null,
    message: shown ? seal.open(asked.sealed_message, 'requests.sealed_message', asked.request_id) : null,
    confidential: asked.confidential,
    confidentiality_threshold: asked.threshold,
    asked: toAsked(asked),
    created_at: instant(asked.created_at),
    due_at: instantOrNull(asked.due_at),
    expires_at: instant(asked.expires_at),
    feedbacks: shown ? feedbacks.map((row) => toGuestFeedback(row, guest, now)) : [],
    link: copied ? 'copied' : 'mailed',
    readable_until: until?.toISOString() ?? null,
    mails_stopped: asked.stopped,
  }
}

/** By a copied link an answer from the mailed one is not shown, and none is changed. */
function toGuestFeedback(row: OwnRow, guest: Guest, now: Date): GuestView['feedbacks'][number] {
  const own = { ...toOwnFeedback(row, guest, now), unverified: row.unverified }
  if (!guest.copied) return own
  return {
    ...own,
    ...(!row.unverified && { answer: null, thanks: null }),
    editable_until: null,
    can: { ...own.can, edit: false },
  }
}
