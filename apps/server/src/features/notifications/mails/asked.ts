import type { MailContent } from './layout.ts'
import { type Addressed, DEFAULT_TIME_ZONE, greeting, linked, NAME_MAX, unsubscribe } from './parts.ts'
import { day, list, quote, quoteName, translate } from './texts.ts'

/** Most inboxes cut longer subjects. */
const SUBJECT_MAX = 89

export interface Asked extends Addressed {
  readonly requester: string
  readonly skills: readonly string[]
  readonly confidential: boolean
  readonly threshold: number
  readonly due_at: Date | null
  /** The reader's time zone, for the day of `due_at`. */
  readonly time_zone?: string
}

export interface AskedFrom extends Asked {
  readonly company: string
}

/** Several pending requests to the same employee. */
export interface Reminders extends Addressed {
  readonly groups: readonly { readonly requester: string; readonly skills: readonly string[] }[]
}

export function requestContent(view: Asked): MailContent {
  const { locale } = view
  const values = { name: quoteName(locale, view.requester) }
  return {
    ...asked(view),
    subject: requestSubject(view),
    preheader: trust(view),
    title: translate(locale, 'request_title', values),
    paragraphs: [greeting(view), translate(locale, 'request_question', values, view.skills.length)],
    closing: [translate(locale, 'request_effort')],
    why: translate(locale, 'request_why', values),
  }
}

export function guestContent(view: AskedFrom): MailContent {
  const { locale } = view
  const values = { name: quoteName(locale, view.requester), company: quote(locale, view.company) }
  return {
    ...requestContent(view),
    preheader: translate(locale, 'guest_preheader'),
    closing: [translate(locale, 'guest_effort'), translate(locale, 'guest_about', values)],
    why: translate(locale, 'guest_why', values),
  }
}

export function reminderContent(view: AskedFrom & { readonly guest: boolean }): MailContent {
  const { locale, guest } = view
  const name = quoteName(locale, view.requester)
  const values = { name, company: quote(locale, view.company) }
  const about = guest ? [translate(locale, 'guest_about', values)] : []
  return {
    ...asked(view),
    subject: translate(locale, 'reminder_subject', { name: nameInSubject(view) }),
    preheader: translate(locale, 'reminder_preheader'),
    title: translate(locale, 'reminder_title', values),
    paragraphs: [greeting(view), translate(locale, 'reminder_asked', values, view.skills.length)],
    closing: [translate(locale, guest ? 'reminder_effort_guest' : 'reminder_effort'), ...about],
    why: translate(locale, guest ? 'guest_why' : 'request_why', values),
  }
}

export function remindersContent(view: Reminders): MailContent {
  const { locale, groups } = view
  const title = translate(locale, 'reminders_subject', {}, groups.length)
  const lines = groups.map(({ requester, skills }) => {
    const names = skills.map((skill) => quote(locale, skill))
    return translate(locale, 'reminders_line', { name: quoteName(locale, requester, NAME_MAX), skills: list(locale, names) })
  })
  return {
    ...linked(view),
    subject: title,
    preheader: translate(locale, 'reminder_preheader'),
    title,
    paragraphs: [greeting(view), translate(locale, 'reminders_body')],
    facts: { skills: lines, due: null },
    closing: [translate(locale, 'reminder_effort')],
    button: translate(locale, 'reminders_button'),
    trust: translate(locale, 'reminders_trust'),
    why: translate(locale, 'reminders_why'),
    unsubscribe: unsubscribe(view),
  }
}

/** The common part of a request and its reminder. */
function asked(view: Asked) {
  const { locale, due_at } = view
  const date = due_at && day(locale, due_at, view.time_zone ?? DEFAULT_TIME_ZONE)
  return {
    ...linked(view),
    facts: {
      skills: view.skills.map((skill) => quote(locale, skill)),
      due: date && translate(locale, 'due', { date }),
    },
    button: translate(locale, 'request_button'),
    trust: trust(view),
    unsubscribe: unsubscribe(view),
  }
}

function trust({ locale, confidential, threshold, requester }: Asked): string {
  const name = quoteName(locale, requester)
  return confidential ? translate(locale, 'trust_confidential', { name }, threshold) : translate(locale, 'trust_named', { name })
}

/** Names the skills if they fit, else their number. */
function requestSubject(view: Asked): string {
  const { locale } = view
  const skills = list(
    locale,
    view.skills.map((skill) => quote(locale, skill)),
  )
  const full = translate(locale, 'request_subject', { name: nameInSubject(view), skills })
  if (full.length <= SUBJECT_MAX) return full
  return translate(locale, 'request_subject_short', { name: nameInSubject(view) }, view.skills.length)
}

const nameInSubject = ({ locale, requester }: Asked) => quoteName(locale, requester, NAME_MAX)
