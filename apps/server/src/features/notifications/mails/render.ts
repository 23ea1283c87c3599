import type { Visibility } from '@reflet/contract/awards'
import type { Locale } from '@reflet/contract/common'
import { THANKS_READABLE_DAYS } from '@reflet/contract/guest'
import { type CoffeeView, coffeeContent } from './coffee.ts'
import type { MailContent } from './layout.ts'
import { type Addressed, greeting, linked, NAME_MAX, unsubscribe } from './parts.ts'
import { day, list, quote, translate } from './texts.ts'

interface Asked extends Addressed {
  readonly requester: string
  readonly skills: readonly string[]
  readonly confidential: boolean
  readonly threshold: number
  readonly due_at: Date | null
  /** Where the reader lives, for the day of `due_at`. */
  readonly time_zone?: string
}

interface AskedFrom extends Asked {
  readonly company: string
}

/** Several requests that wait for the same employee. */
interface Reminders extends Addressed {
  readonly groups: readonly { readonly requester: string; readonly skills: readonly string[] }[]
}

/** What a manager must know of the employee who asks them to fill the five lists. */
interface AskedManager extends Addressed {
  readonly employee: string
  readonly company: string
  readonly expires_at: Date
  /** Where the reader lives, for the day of `expires_at`. */
  readonly time_zone?: string
}

/** Tells an employee how many of something wait for them. */
interface Counted extends Addressed {
  readonly count: number
}

/** Who gave an answer learns that its receiver says something back. */
interface Thanked extends Addressed {
  readonly receiver: string
  /** Words, and not only how useful it was. */
  readonly has_words: boolean
}

interface ThankedGuest extends Thanked {
  readonly company: string
}

/** A manager learns how many answers somebody shares with them. */
interface Shared extends Counted {
  readonly owner: string
}

/** A colleague's thanks. */
interface Awarded extends Addressed {
  readonly giver: string
  readonly type: string
  readonly visibility: Visibility
}

/** All that a mail may know: it holds no feedback, context or message on purpose, so that none can leak (product.md §3). */
export type MessageView =
  | ({ readonly kind: 'request' } & Asked)
  | ({ readonly kind: 'guest_request' } & AskedFrom)
  | ({ readonly kind: 'reminder'; readonly guest: boolean } & AskedFrom)
  | ({ readonly kind: 'reminders' } & Reminders)
  | ({ readonly kind: 'answered' | 'self_evaluation' } & Counted)
  | ({ readonly kind: 'award' } & Awarded)
  | ({ readonly kind: 'thanks' } & Thanked)
  | ({ readonly kind: 'guest_thanks' } & ThankedGuest)
  | ({ readonly kind: 'shared' } & Shared)
  | CoffeeView
  | ({ readonly kind: 'hierarchy_filled'; readonly manager: string } & Addressed)
  | ({ readonly kind: 'hierarchy_request' | 'hierarchy_reminder' } & AskedManager)
  | {
      readonly kind: 'password_reset'
      readonly locale: Locale
      readonly first_name: string
      readonly link: string
      readonly hours: number
    }

export interface RenderedMessage {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** Longer subjects are cut by most inboxes. */
const SUBJECT_MAX = 89
const DEFAULT_TIME_ZONE = 'Europe/Paris'

/** Writes a message in its reader's language; React is loaded here, so that a server starts without waiting for it. */
export async function renderMessage(view: MessageView): Promise<RenderedMessage> {
  const content = contentOf(view)
  const { renderLayout } = await import('./layout.ts')
  return { subject: content.subject, html: await renderLayout(content), text: plainText(content) }
}

function contentOf(view: MessageView): MailContent {
  switch (view.kind) {
    case 'request':
      return requestContent(view)
    case 'guest_request':
      return guestContent(view)
    case 'reminder':
      return reminderContent(view)
    case 'reminders':
      return remindersContent(view)
    case 'answered':
      return answeredContent(view)
    case 'self_evaluation':
      return selfEvaluationContent(view)
    case 'hierarchy_request':
    case 'hierarchy_reminder':
      return managerContent(view)
    case 'award':
      return awardContent(view)
    case 'thanks':
      return thanksContent(view)
    case 'guest_thanks':
      return guestThanksContent(view)
    case 'shared':
      return sharedContent(view)
    case 'coffee_proposed':
    case 'coffee_accepted':
    case 'coffee_ended':
      return coffeeContent(view)
    case 'hierarchy_filled':
      return filledContent(view)
    case 'password_reset':
      return passwordContent(view)
  }
}

function requestContent(view: Asked): MailContent {
  const { locale } = view
  const values = { name: quote(locale, view.requester) }
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

function guestContent(view: AskedFrom): MailContent {
  const { locale } = view
  const values = { name: quote(locale, view.requester), company: quote(locale, view.company) }
  return {
    ...requestContent(view),
    preheader: translate(locale, 'guest_preheader'),
    closing: [translate(locale, 'guest_effort'), translate(locale, 'guest_about', values)],
    why: translate(locale, 'guest_why', values),
  }
}

function reminderContent(view: AskedFrom & { readonly guest: boolean }): MailContent {
  const { locale, guest } = view
  const name = quote(locale, view.requester)
  const values = { name, company: quote(locale, view.company) }
  const about = guest ? [translate(locale, 'guest_about', values)] : []
  // A date that has passed would only reproach.
  const due_at = view.due_at && view.due_at > new Date() ? view.due_at : null
  return {
    ...asked({ ...view, due_at }),
    subject: translate(locale, 'reminder_subject', { name: nameInSubject(view) }),
    preheader: translate(locale, 'reminder_preheader'),
    title: translate(locale, 'reminder_title', values),
    paragraphs: [greeting(view), translate(locale, 'reminder_asked', values, view.skills.length)],
    closing: [translate(locale, guest ? 'reminder_effort_guest' : 'reminder_effort'), ...about],
    why: translate(locale, guest ? 'guest_why' : 'request_why', values),
  }
}

function remindersContent(view: Reminders): MailContent {
  const { locale, groups } = view
  const title = translate(locale, 'reminders_subject', {}, groups.length)
  const lines = groups.map(({ requester, skills }) => {
    const names = skills.map((skill) => quote(locale, skill))
    return translate(locale, 'reminders_line', { name: quote(locale, requester, NAME_MAX), skills: list(locale, names) })
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

function answeredContent(view: Counted): MailContent {
  const { locale, count } = view
  const title = translate(locale, 'answered_subject', {}, count)
  return {
    ...linked(view),
    subject: title,
    preheader: translate(locale, 'answered_preheader'),
    title,
    paragraphs: [greeting(view), translate(locale, 'answered_body')],
    closing: [],
    button: translate(locale, 'answered_button', {}, count),
    trust: translate(locale, 'answered_trust'),
    why: translate(locale, 'answered_why'),
    unsubscribe: unsubscribe(view),
  }
}

function selfEvaluationContent(view: Counted): MailContent {
  const { locale, count } = view
  const title = translate(locale, 'self_evaluation_subject', {}, count)
  const effort = translate(locale, 'self_evaluation_effort')
  return {
    ...linked(view),
    subject: title,
    preheader: effort,
    title,
    paragraphs: [greeting(view), translate(locale, 'self_evaluation_body', {}, count)],
    closing: [effort],
    button: translate(locale, 'self_evaluation_button'),
    trust: translate(locale, 'self_evaluation_trust'),
    why: translate(locale, 'self_evaluation_why'),
    unsubscribe: unsubscribe(view),
  }
}

function thanksContent(view: Thanked): MailContent {
  const { locale, receiver } = view
  const values = { name: quote(locale, receiver) }
  const [subject, body] = view.has_words ? (['thanks_subject', 'thanks_body'] as const) : (['rated_subject', 'rated_body'] as const)
  return {
    ...linked(view),
    subject: translate(locale, subject, { name: quote(locale, receiver, NAME_MAX) }),
    preheader: translate(locale, body, values),
    title: translate(locale, subject, values),
    paragraphs: [greeting(view), translate(locale, body, values)],
    closing: [],
    button: translate(locale, 'thanks_button'),
    trust: translate(locale, 'thanks_trust', values),
    why: translate(locale, 'thanks_why', values),
    unsubscribe: unsubscribe(view),
  }
}

function guestThanksContent(view: ThankedGuest): MailContent {
  const { locale } = view
  const values = { name: quote(locale, view.receiver), company: quote(locale, view.company) }
  return {
    ...thanksContent(view),
    closing: [translate(locale, 'guest_thanks_effort', {}, THANKS_READABLE_DAYS)],
    why: translate(locale, 'guest_thanks_why', values),
  }
}

function sharedContent(view: Shared): MailContent {
  const { locale, count, owner } = view
  const values = { name: quote(locale, owner) }
  const body = translate(locale, 'shared_body', values, count)
  return {
    ...linked(view),
    subject: translate(locale, 'shared_subject', { name: quote(locale, owner, NAME_MAX) }, count),
    preheader: body,
    title: translate(locale, 'shared_subject', values, count),
    paragraphs: [greeting(view), body],
    closing: [],
    button: translate(locale, 'answered_button', {}, count),
    trust: translate(locale, 'shared_trust', values),
    why: translate(locale, 'shared_why', values),
    unsubscribe: unsubscribe(view),
  }
}

function managerContent(view: AskedManager & { kind: 'hierarchy_request' | 'hierarchy_reminder' }): MailContent {
  const { locale, employee } = view
  const values = { name: quote(locale, employee), company: quote(locale, view.company) }
  const [subject, body] =
    view.kind === 'hierarchy_request'
      ? (['hierarchy_subject', 'hierarchy_body'] as const)
      : (['hierarchy_reminder_subject', 'hierarchy_reminder_body'] as const)
  const date = day(locale, view.expires_at, view.time_zone ?? DEFAULT_TIME_ZONE)
  return {
    ...linked(view),
    subject: translate(locale, subject, { name: quote(locale, employee, NAME_MAX) }),
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

function awardContent(view: Awarded): MailContent {
  const { locale, giver, visibility } = view
  const values = { name: quote(locale, giver), type: quote(locale, view.type) }
  const body = translate(locale, 'award_body', values)
  return {
    ...linked(view),
    subject: translate(locale, 'award_subject', { ...values, name: quote(locale, giver, NAME_MAX) }),
    preheader: body,
    title: translate(locale, 'award_subject', values),
    paragraphs: [greeting(view), body],
    closing: [],
    button: translate(locale, 'award_button'),
    trust: translate(locale, visibility === 'company' ? 'award_trust_company' : 'award_trust_private', values),
    why: translate(locale, 'award_why', values),
    unsubscribe: unsubscribe(view),
  }
}

function filledContent(view: MessageView & { kind: 'hierarchy_filled' }): MailContent {
  const { locale } = view
  const values = { name: quote(locale, view.manager) }
  const body = translate(locale, 'hierarchy_filled_body', values)
  return {
    ...linked(view),
    subject: translate(locale, 'hierarchy_filled_subject', { name: quote(locale, view.manager, NAME_MAX) }),
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

function passwordContent(view: MessageView & { kind: 'password_reset' }): MailContent {
  const { locale } = view
  return {
    ...linked(view),
    subject: translate(locale, 'password_subject'),
    preheader: translate(locale, 'password_ignore'),
    title: translate(locale, 'password_title'),
    paragraphs: [greeting(view), translate(locale, 'password_body', {}, view.hours)],
    closing: [translate(locale, 'password_ignore')],
    button: translate(locale, 'password_button'),
    trust: translate(locale, 'password_trust'),
    why: translate(locale, 'password_why'),
    unsubscribe: null,
  }
}

/** What a request and its reminder share. */
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
  if (confidential) return translate(locale, 'trust_confidential', {}, threshold)
  return translate(locale, 'trust_named', { name: quote(locale, requester) })
}

/** Names the skills where they fit, else says how many. */
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

const nameInSubject = ({ locale, requester }: Asked) => quote(locale, requester, NAME_MAX)

/** The same words for those who read without HTML. */
function plainText(content: MailContent): string {
  const { facts, unsubscribe: stop } = content
  const blocks = [
    content.title,
    ...content.paragraphs,
    facts?.skills.map((skill) => `- ${skill}`).join('\n'),
    facts?.due,
    ...content.closing,
    `${content.button}\n${content.link}`,
    content.trust,
    `-- \n${content.why}`,
    stop && `${stop.label}\n${stop.url}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}
