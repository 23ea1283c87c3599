import ICAL from 'ical.js'
import { type ParsedMail, simpleParser } from 'mailparser'

/** A calendar message as a calendar program reads it. */
export interface Invitation {
  readonly method: string
  readonly uid: string
  readonly sequence: number
  readonly stamp: number
  readonly start: Date
  readonly minutes: number
  readonly summary: string
  readonly location: string | null
  readonly url: string | null
  readonly status: string
  readonly organizer: string
  readonly attendees: readonly { address: string; name: string; status: string; rsvp: string }[]
}

const addressOf = (property: ICAL.Property) => String(property.getFirstValue()).toLowerCase().replace('mailto:', '')
const parameter = (property: ICAL.Property, name: string) => String(property.getParameter(name) ?? '')

/** Parses iCalendar text with Thunderbird's parser. @throws when it is invalid */
export function readCalendar(text: string): Invitation {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const [event, another] = calendar.getAllSubcomponents('vevent')
  if (!event || another) throw new Error('one event was expected')
  const value = (name: string) => event.getFirstPropertyValue(name)
  const start = value('dtstart') as ICAL.Time
  const end = value('dtend') as ICAL.Time
  const organizer = event.getFirstProperty('organizer')
  if (!organizer) throw new Error('the calendar entry has no organiser')
  return {
    method: String(calendar.getFirstPropertyValue('method')),
    uid: String(value('uid')),
    sequence: Number(value('sequence')),
    stamp: (value('dtstamp') as ICAL.Time).toJSDate().getTime(),
    start: start.toJSDate(),
    minutes: end.subtractDate(start).toSeconds() / 60,
    summary: String(value('summary')),
    location: value('location') as string | null,
    url: value('url') as string | null,
    status: String(value('status')),
    organizer: addressOf(organizer),
    attendees: event.getAllProperties('attendee').map((attendee) => ({
      address: addressOf(attendee),
      name: parameter(attendee, 'cn'),
      status: parameter(attendee, 'partstat'),
      rsvp: parameter(attendee, 'rsvp'),
    })),
  }
}

/** The calendar part that mail programs process, and the same as a file. */
export function calendarPartsOf(mail: ParsedMail) {
  const part = mail.attachments.find(({ contentType }) => contentType === 'text/calendar')
  const file = mail.attachments.find(({ filename }) => filename?.endsWith('.ics'))
  const header = part?.headers.get('content-type') as { params: Record<string, string> } | undefined
  return { text: part?.content.toString() ?? null, file: file?.content.toString() ?? null, params: header?.params ?? {} }
}

/** The same of a raw mail. */
export const calendarPartsIn = async (source: string) => calendarPartsOf(await simpleParser(source))

/** A person's calendar by the rules of RFC 5546: messages older than the current state are ignored. */
export function aCalendar(owner: string) {
  const known = new Map<string, Invitation>()
  const isNews = (message: Invitation, before: Invitation | undefined) =>
    !before || message.sequence > before.sequence || (message.sequence === before.sequence && message.stamp > before.stamp)
  return {
    apply(text: string) {
      const message = readCalendar(text)
      if (message.organizer === owner || !message.attendees.some(({ address }) => address === owner)) throw new Error('not for this person')
      if (isNews(message, known.get(message.uid))) known.set(message.uid, message)
    },
    /** The start and duration of its entry. */
    entries: () =>
      [...known.values()].filter(({ method }) => method === 'REQUEST').map(({ start, minutes }) => [start.toISOString(), minutes]),
  }
}
