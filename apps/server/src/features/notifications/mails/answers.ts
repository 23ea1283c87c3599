import { THANKS_READABLE_DAYS } from '@reflet/contract/guest'
import type { MailContent } from './layout.ts'
import { type Addressed, type Counted, greeting, linked, NAME_MAX, unsubscribe } from './parts.ts'
import { quote, quoteName, translate } from './texts.ts'

/** Notifies the giver that the receiver has thanked them. */
export interface Thanked extends Addressed {
  readonly receiver: string
  /** Whether there is text besides the rating. */
  readonly has_words: boolean
}

export interface ThankedGuest extends Thanked {
  readonly company: string
}

/** Notifies a manager of the number of answers shared with them. */
export interface Shared extends Counted {
  readonly owner: string
}

/** Notifies the owner of a shared answer that their manager thanked them or wrote to them. */
export interface Noted extends Addressed {
  readonly manager: string
  readonly has_words: boolean
}

export function answeredContent(view: Counted): MailContent {
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

export function thanksContent(view: Thanked): MailContent {
  const { locale, receiver } = view
  const values = { name: quoteName(locale, receiver) }
  const [subject, body] = view.has_words ? (['thanks_subject', 'thanks_body'] as const) : (['rated_subject', 'rated_body'] as const)
  return {
    ...linked(view),
    subject: translate(locale, subject, { name: quoteName(locale, receiver, NAME_MAX) }),
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

export function guestThanksContent(view: ThankedGuest): MailContent {
  const { locale } = view
  const values = { name: quoteName(locale, view.receiver), company: quote(locale, view.company) }
  return {
    ...thanksContent(view),
    closing: [translate(locale, 'guest_thanks_effort', {}, THANKS_READABLE_DAYS)],
    why: translate(locale, 'guest_thanks_why', values),
  }
}

/** Asks the address of a guest whether an answer that came by a copied link is theirs. */
export interface Receipted extends Addressed {
  readonly receiver: string
  readonly company: string
}

export function guestReceiptContent(view: Receipted): MailContent {
  const { locale, receiver } = view
  const values = { name: quoteName(locale, receiver), company: quote(locale, view.company) }
  const body = translate(locale, 'guest_receipt_body', values)
  return {
    ...linked(view),
    subject: translate(locale, 'guest_receipt_subject', { name: quoteName(locale, receiver, NAME_MAX) }),
    preheader: body,
    title: translate(locale, 'guest_receipt_subject', values),
    paragraphs: [greeting(view), body],
    closing: [translate(locale, 'guest_receipt_effort')],
    button: translate(locale, 'guest_receipt_button'),
    trust: translate(locale, 'guest_receipt_trust'),
    why: translate(locale, 'guest_receipt_why', values),
    unsubscribe: unsubscribe(view),
  }
}

export function sharedContent(view: Shared): MailContent {
  const { locale, count, owner } = view
  const values = { name: quoteName(locale, owner) }
  const body = translate(locale, 'shared_body', values, count)
  return {
    ...linked(view),
    subject: translate(locale, 'shared_subject', { name: quoteName(locale, owner, NAME_MAX) }, count),
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

export function notedContent(view: Noted): MailContent {
  const { locale, manager } = view
  const values = { name: quoteName(locale, manager) }
  const [subject, body] = view.has_words ? (['noted_subject', 'noted_body'] as const) : (['shown_subject', 'shown_body'] as const)
  return {
    ...linked(view),
    subject: translate(locale, subject, { name: quoteName(locale, manager, NAME_MAX) }),
    preheader: translate(locale, body, values),
    title: translate(locale, subject, values),
    paragraphs: [greeting(view), translate(locale, body, values)],
    closing: [],
    button: translate(locale, 'noted_button'),
    trust: translate(locale, 'thanks_trust', values),
    why: translate(locale, 'noted_why', values),
    unsubscribe: unsubscribe(view),
  }
}
