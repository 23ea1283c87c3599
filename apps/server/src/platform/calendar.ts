import { MINUTE_MS } from '@reflet/contract/durations'

/** A meeting for a calendar program (RFC 5546): to add or move it, to cancel it, or to publish it. */
export interface CalendarEntry {
  readonly method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  /** iCalendar UID: constant for the meeting, never reused. */
  readonly uid: string
  /** iCalendar SEQUENCE: increases with each message; programs ignore older ones. */
  readonly sequence: number
  /** iCalendar DTSTAMP: when this was decided. A repeated message has the same stamp. */
  readonly stamp: Date
  readonly start: Date
  readonly minutes: number
  readonly summary: string
  readonly location: string | null
  readonly url: string | null
  /** As in a mail's From: "Name <address>". It must be the sender of the mails, and none of the attendees. */
  readonly organizer: string
  /** The attendees; they have accepted already. */
  readonly attendees: readonly { readonly name: string; readonly email: string }[]
}

/** Writes a meeting as iCalendar text (RFC 5545), in UTC: every program converts it to its own time zone. */
export async function writeCalendar(entry: CalendarEntry): Promise<string> {
  const { default: ical, ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator')
  const calendar = ical({ prodId: { company: 'Reflet', product: 'Reflet', language: 'EN' }, method: ICalCalendarMethod[entry.method] })
  calendar.createEvent({
    id: entry.uid,
    sequence: entry.sequence,
    stamp: entry.stamp,
    start: entry.start,
    end: new Date(entry.start.getTime() + entry.minutes * MINUTE_MS),
    summary: oneLine(entry.summary),
    location: entry.location && oneLine(entry.location),
    url: entry.url,
    organizer: organizerOf(entry.organizer),
    // METHOD:PUBLISH has no attendees.
    attendees: (entry.method === 'PUBLISH' ? [] : entry.attendees).map(({ name, email }) => ({
      name: oneLine(name) || email,
      email,
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    })),
    status: entry.method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  return `${calendar.toString()}\r\n`
}

/** Calendar programs show a name in one line, and a control character would end the line of the file. */
const oneLine = (words: string) => words.replace(/[\s\p{Cc}]+/gu, ' ').trim()

function organizerOf(from: string): { name: string; email: string } {
  const [, name = '', email = from] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? []
  return { name: name || email, email: email.trim() }
}
