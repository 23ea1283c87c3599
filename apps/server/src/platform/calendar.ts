/** What a calendar program is told of one meeting (RFC 5546): to enter or move it, to take it out, or just what it is. */
export interface CalendarEntry {
  readonly method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  /** The same for the meeting's whole life; never used for another. */
  readonly uid: string
  /** Grows with each word about the meeting: a program ignores what is older than what it knows. */
  readonly sequence: number
  /** When this was decided. The same words sent again have the same stamp. */
  readonly stamp: Date
  readonly start: Date
  readonly minutes: number
  readonly summary: string
  readonly location: string | null
  readonly url: string | null
  /** As in a mail's From: "Name <address>". It must be the sender of the mails, and nobody whom they invite. */
  readonly organizer: string
  /** Who takes part; they have said so already. */
  readonly attendees: readonly { readonly name: string; readonly email: string }[]
}

const MINUTE_MS = 60_000

/** Writes a meeting as iCalendar text (RFC 5545), in UTC: every program shows it in its own zone. */
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
    // Who publishes invites nobody.
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
