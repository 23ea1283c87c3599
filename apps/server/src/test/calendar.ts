import ICAL from 'ical.js'
import { type ParsedMail, simpleParser } from 'mailparser'

/** What a calendar message says, as a calendar program reads it. */
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

/** Reads iCalendar text with the parser of Thunderbird. @throws when it is none */
export function readCalendar(text: string): Invitation {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const [event, another] = calendar.getAllSubcomponents('vevent')
  if (!event || another) throw new Error('one event was expected')
  const value = (name: string) => event.getFirstPropertyValue(name)
  const start = value('dtstart') as ICAL.Time
  const end = value('dtend') as ICAL.Time
  const organizer = event.getFirstProperty('organizer')
  if (!organizer) throw new Error('nobody organises this')
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

/** The calendar part that mail programs act upon, and the same as a file. */
export function calendarPartsOf(mail: ParsedMail) {
  const part = mail.attachments.find(({ contentType }) => contentType === 'text/calendar')
  const file = mail.attachments.find(({ filename }) => filename?.endsWith('.ics'))
  const header = part?.headers.get('content-type') as { params: Record<string, string> } | undefined
  return { text: part?.content.toString() ?? null, file: file?.content.toString() ?? null, params: header?.params ?? {} }
}

/** The same of a mail as it travels. */
export const calendarPartsIn = async (source: string) => calendarPartsOf(await simpleParser(source))

/** A person's calendar, as RFC 5546 has a program keep it: what is older than what it knows changes nothing. */
export function aCalendar(owner: string) {
  const known = new Map<string, Invitation>()
  const isNews = (told: Invitation, before: Invitation | undefined) =>
    !before || told.sequence > before.sequence || (told.sequence === before.sequence && told.stamp > before.stamp)
  return {
    apply(text: string) {
      const told = readCalendar(text)
      if (told.organizer === owner || !told.attendees.some(({ address }) => address === owner)) throw new Error('not for this person')
      if (isNews(told, known.get(told.uid))) known.set(told.uid, told)
    },
    /** When and for how long something stands in it. */
    entries: () =>
      [...known.values()].filter(({ method }) => method === 'REQUEST').map(({ start, minutes }) => [start.toISOString(), minutes]),
  }
}
