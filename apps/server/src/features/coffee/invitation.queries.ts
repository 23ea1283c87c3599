import type { Locale } from '@reflet/contract/common'
import { withoutLinks } from '@reflet/contract/plain'
import { nullable, type RowOf, rows, sql, t } from '../../db/index.ts'
import { type CalendarEntry, writeCalendar } from '../../platform/calendar.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import type { CoffeeSide } from './coffee.policy.ts'
import { coffeeTables, meetingRow, slotsColumn } from './coffee.queries.ts'
import summaries from './summaries.json' with { type: 'json' }

/** A coffee chat as shown in a mail or a calendar; a deleted account is empty or null. */
export const invitedRow = {
  ...meetingRow,
  wrapped_key: t.bytes,
  organiser_name: t.text,
  organiser_email: nullable(t.text),
  organiser_zone: nullable(t.text),
  invitee_name: t.text,
  invitee_email: nullable(t.text),
  /** null for a guest: their time zone is unknown. */
  invitee_zone: nullable(t.text),
}
export type InvitedRow = RowOf<typeof invitedRow>

/** The columns of `InvitedRow`, over `invitedTables`. */
export const invitedColumns = sql`cq.company_id, cq.id, cq.status, cq.organiser_id, cq.user_id, cq.guest_id,
  cq.guest_first_name, cq.guest_last_name, cq.slot_at, cq.minutes, cq.sequence, cq.changed_at,
  cq.sealed_place, c.wrapped_key, concat_ws(' ', organiser.first_name, organiser.last_name) as organiser_name,
  organiser.email as organiser_email, organiser.time_zone as organiser_zone,
  concat_ws(' ', coalesce(invitee.first_name, cq.guest_first_name, g.first_name),
    coalesce(invitee.last_name, cq.guest_last_name, g.last_name)) as invitee_name,
  coalesce(invitee.email, g.email) as invitee_email, invitee.time_zone as invitee_zone, ${slotsColumn}`

export const invitedTables = sql`${coffeeTables} join companies c on c.company_id = cq.company_id`

/** How mails and calendars name both people: without a web address; a guest without a name is shown by the address that was entered. */
export const namesOf = ({ organiser_name, invitee_name, invitee_email, user_id }: InvitedRow) => ({
  organiser: withoutLinks(organiser_name.trim()),
  invitee: withoutLinks(invitee_name.trim()) || (user_id === null && invitee_email) || '',
})

/** The place is the only text of a coffee chat in mails and calendars. A web address is shown on the page only. */
export function coffeePlace({ vault }: Platform, row: InvitedRow): string | null {
  const place = vault.sealOf(row.company_id, row.wrapped_key).open(row.sealed_place, 'coffee_requests.sealed_place', row.id)
  return place && withoutLinks(place)
}

/**
 * The calendar entry of a coffee chat, for one of its two people. Its organiser is Reflet: calendar programs ignore a REQUEST whose
 * organiser is the reader (RFC 5546). Both people are attendees and have accepted. Calendars are shared with others: the entry has no
 * message, and no link that works without login.
 */
export async function invitationOf(
  platform: Platform,
  row: InvitedRow,
  method: CalendarEntry['method'],
  reader: CoffeeSide,
  locale: Locale,
): Promise<string> {
  const toOrganiser = reader === 'organiser'
  const names = namesOf(row)
  const people = [
    { name: names.organiser, email: row.organiser_email },
    { name: names.invitee, email: row.invitee_email },
  ]
  const name = toOrganiser ? names.invitee : names.organiser
  const { coffee, coffee_with } = summaries[locale]
  return writeCalendar({
    method,
    uid: `${row.id}@${new URL(platform.publicUrl()).hostname}`,
    sequence: row.sequence,
    stamp: new Date(row.changed_at),
    start: new Date(row.slot_at ?? row.changed_at),
    minutes: row.minutes,
    summary: name ? coffee_with.replace('{name}', () => name) : coffee,
    location: coffeePlace(platform, row),
    url: toOrganiser || row.user_id ? `${platform.publicUrl()}/coffee-request?id=${row.id}` : null,
    organizer: platform.mailFrom,
    attendees: people.flatMap(({ name, email }) => (email ? [{ name, email }] : [])),
  })
}

/**
 * The entry of an accepted coffee chat, as a file.
 * @throws not_found; coffee_closed when it is not accepted
 */
export async function getInvitation(platform: Platform, viewer: Viewer, id: string): Promise<string> {
  const [row] = await rows(
    platform.db,
    invitedRow,
    sql`select ${invitedColumns} from ${invitedTables} where cq.company_id = ${viewer.companyId} and cq.id = ${id}
      and (cq.organiser_id = ${viewer.userId} or cq.user_id = ${viewer.userId})`,
  )
  if (!row) throw notFound()
  if (row.status !== 'accepted' || !row.slot_at) throw new Problem('coffee_closed')
  return invitationOf(platform, row, 'PUBLISH', row.organiser_id === viewer.userId ? 'organiser' : 'invitee', viewer.locale)
}
