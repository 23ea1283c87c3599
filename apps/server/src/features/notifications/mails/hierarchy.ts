import type { MailContent } from './layout.ts'
import { type Addressed, DEFAULT_TIME_ZONE, greeting, linked, NAME_MAX, unsubscribe } from './parts.ts'
import { day, quote, quoteName, translate } from './texts.ts'

/** What a manager needs to know about the employee who invites them to fill the five lists. */
export interface AskedManager extends Addressed {
  readonly employee: string
  readonly company: string
  readonly expires_at: Date
  /** The reader's time zone, for the day of `expires_at`. */
  readonly time_zone?: string
}

export interface Filled extends Addressed {
  readonly manager: string
}

export function managerContent(view: AskedManager & { kind: 'hierarchy_request' | 'hierarchy_reminder' }): MailContent {
  const { locale, employee } = view
  const values = { name: quoteName(locale, employee), company: quote(locale, view.company) }
  const [subject, body] =
    view.kind === 'hierarchy_request'
      ? (['hierarchy_subject', 'hierarchy_body'] as const)
      : (['hierarchy_reminder_subject', 'hierarchy_reminder_body'] as const)
  const date = day(locale, view.expires_at, view.time_zone ?? DEFAULT_TIME_ZONE)
  return {
    ...linked(view),
    subject: translate(locale, subject, { name: quoteName(locale, employee, NAME_MAX) }),
    preheader: translate(locale, 'hierarchy_preheader'),
    title: translate(locale, subject, values),
    paragraphs: [greeting(view), translate(locale, body, values)],
    closing: [translate(locale, 'hierarchy_effort', { date }), translate(locale, 'guest_about', values)],
    button: translate(locale, 'hierarchy_button'),
    trust: translate(locale, 'hierarchy_trust', values),
    why: translate(locale, 'hierarchy_why', values),
    unsubscribe: unsubscribe(view),
  }
}

export function filledContent(view: Filled): MailContent {
  const { locale } = view
  const values = { name: quoteName(locale, view.manager) }
  const body = translate(locale, 'hierarchy_filled_body', values)
  return {
    ...linked(view),
    subject: translate(locale, 'hierarchy_filled_subject', { name: quoteName(locale, view.manager, NAME_MAX) }),
    preheader: body,
    title: translate(locale, 'hierarchy_filled_subject', values),
    paragraphs: [greeting(view), body],
    closing: [],
    button: translate(locale, 'hierarchy_filled_button'),
    trust: translate(locale, 'hierarchy_filled_trust', values),
    why: translate(locale, 'hierarchy_filled_why', values),
    unsubscribe: unsubscribe(view),
  }
}
