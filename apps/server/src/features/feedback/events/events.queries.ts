import type { Locale } from '@reflet/contract/common'
import type { EventLinkView, FeedbackEvent } from '@reflet/contract/events'
import { instant, instantOrNull, nullable, type Queryable, type RowOf, rows, type Sql, sql, t } from '../../../db/index.ts'
import type { Seal } from '../../../platform/crypto.ts'
import { cursorAfter, pageOf } from '../../../platform/cursor.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/index.ts'
import type { FoundLink } from '../../../platform/links.ts'
import type { Viewer } from '../../../platform/session.ts'
import { type DescribedSkill, skillDescription, skillName } from '../../catalogue/catalogue.queries.ts'
import { personJson } from '../../people/person.queries.ts'
import { isForgotten, isOpen } from './events.policy.ts'

const PAGE = 20

type EventSkill = DescribedSkill & { id: string }

const eventRow = {
  id: t.uuid,
  request_id: t.uuid,
  sealed_context: nullable(t.bytes),
  takes_place_on: t.text,
  ends_at: t.time,
  closed_at: nullable(t.time),
  created_at: t.time,
  confidential: t.bool,
  skills: t.json<EventSkill[]>(),
  participants: t.int,
}
type EventRow = RowOf<typeof eventRow>

/** The skills of `events e`, in the order in which its organiser chose them. */
const skillsOfEvent = sql`(
  select json_agg(json_build_object('id', k.id, 'catalogue_key', k.catalogue_key, 'names', k.names,
    'descriptions', k.descriptions) order by es.position)
    from event_skills es join skills k on k.company_id = es.company_id and k.id = es.skill_id
    where es.company_id = e.company_id and es.event_id = e.id)`

/**
 * The number of participants of `events e` whose answer its organiser may read. Named event: all. Confidential event: only released answers
 * of the skill with most, because the number over all skills would reveal how many answered only one of them. There each guest answer
 * counts: deduplicating by address would reveal that its owner participated.
 */
const participants = sql`(
  select coalesce(max(n), 0) from (
    select count(distinct case when f.confidential then p.id else coalesce(p.user_id, p.guest_id, p.id) end) as n
    from feedbacks f
    join recipients p on p.company_id = f.company_id and p.id = f.recipient_id
    where f.company_id = e.company_id and f.request_id = e.request_id and f.status = 'answered'
      and f.released_at is not null
    group by case when f.confidential then f.skill_id end) s)::int`

const selectEvents = (viewer: Viewer, which: Sql) => sql`
  select e.id, e.request_id, r.sealed_context, e.takes_place_on::text, e.ends_at, e.closed_at, e.created_at, r.confidential,
    ${skillsOfEvent} as skills, ${participants} as participants
  from events e join requests r on r.company_id = e.company_id and r.id = e.request_id
  where e.company_id = ${viewer.companyId} and e.organiser_id = ${viewer.userId} and ${which}
  order by e.id desc limit ${PAGE + 1}`

const openNow = (row: { ends_at: string; closed_at: string | null }, now: Date) =>
  isOpen({ ends_at: new Date(row.ends_at), closed_at: row.closed_at === null ? null : new Date(row.closed_at) }, now)

/** The link for participants; derived each time, as the database stores only its token's hash. */
const linkOf = (platform: Platform, id: string) => `${platform.publicUrl()}/event/${platform.vault.deriveToken('event', id)}`

/** An event's title is the context of its request: each participant reads it there. */
const titleOf = ({ request_id, sealed_context }: Pick<EventRow, 'request_id' | 'sealed_context'>, seal: Seal) =>
  seal.open(sealed_context, 'requests.sealed_context', request_id) ?? ''

const toEvent = (row: EventRow, platform: Platform, { locale, seal }: Viewer): FeedbackEvent => ({
  id: row.id,
  title: titleOf(row, seal),
  takes_place_on: row.takes_place_on,
  ends_at: instant(row.ends_at),
  closed_at: instantOrNull(row.closed_at),
  is_open: openNow(row, platform.clock()),
  confidential: row.confidential,
  skills: row.skills.map((skill) => ({ id: skill.id, name: skillName(skill, locale) })),
  link: linkOf(platform, row.id),
  participants: row.confidential && row.participants === 0 ? null : row.participants,
  created_at: instant(row.created_at),
})

/**
 * One event that the viewer organises.
 * @throws not_found also for another person's event
 */
export async function getEvent(db: Queryable, platform: Platform, viewer: Viewer, id: string): Promise<FeedbackEvent> {
  const [row] = await rows(db, eventRow, selectEvents(viewer, sql`e.id = ${id}`))
  if (!row) throw notFound()
  return toEvent(row, platform, viewer)
}

/** Events that the viewer organises, newest first. */
export async function listEvents(platform: Platform, viewer: Viewer, cursor: string | undefined) {
  const [before] = cursorAfter(cursor, 'id')
  const found = await rows(platform.db, eventRow, selectEvents(viewer, before ? sql`e.id < ${before}` : sql`true`))
  const { page, next_cursor } = pageOf(found, PAGE, (row) => [row.id])
  return { events: page.map((row) => toEvent(row, platform, viewer)), next_cursor }
}

const linkRow = {
  company_id: t.uuid,
  request_id: t.uuid,
  wrapped_key: t.bytes,
  sealed_context: nullable(t.bytes),
  takes_place_on: t.text,
  ends_at: t.time,
  closed_at: nullable(t.time),
  company_name: t.text,
  threshold: t.int,
  confidential: t.bool,
  organiser: t.json<EventLinkView['organiser']>(),
  active: t.bool,
  skills: t.json<EventSkill[]>(),
}

/**
 * What the holder of the link sees. Safe and without side effects: mail scanners open every link.
 * @throws not_found; gone when the event is long over, or its organiser has left
 */
export async function getEventLink(platform: Platform, { companyId, subjectId }: FoundLink, locale: Locale): Promise<EventLinkView> {
  const now = platform.clock()
  const [row] = await rows(
    platform.db,
    linkRow,
    sql`select e.company_id, e.request_id, c.wrapped_key, r.sealed_context, e.takes_place_on::text, e.ends_at,
      e.closed_at, c.name as company_name, coalesce(r.threshold, c.confidentiality_threshold) as threshold, r.confidential,
        ${personJson(sql`u`, sql`null`)} as organiser, u.deactivated_at is null as active, ${skillsOfEvent} as skills
      from events e
      join requests r on r.company_id = e.company_id and r.id = e.request_id
      join users u on u.company_id = e.company_id and u.id = e.organiser_id
      join companies c on c.company_id = e.company_id
      where e.company_id = ${companyId} and e.id = ${subjectId}`,
  )
  if (!row) throw notFound()
  if (!row.active || isForgotten({ ends_at: new Date(row.ends_at) }, now)) throw new Problem('gone')
  return {
    title: titleOf(row, platform.vault.sealOf(row.company_id, row.wrapped_key)),
    takes_place_on: row.takes_place_on,
    ends_at: instant(row.ends_at),
    is_open: openNow(row, now),
    company_name: row.company_name,
    organiser: row.organiser,
    confidential: row.confidential,
    confidentiality_threshold: row.threshold,
    skills: row.skills.map((skill) => ({
      id: skill.id,
      name: skillName(skill, locale),
      description: skillDescription(skill, locale),
    })),
  }
}
