import type { MailContent } from './layout.ts'
import { type Addressed, greeting, linked } from './parts.ts'
import { quote, translate } from './texts.ts'

/** A badge that its owner mails to themselves. */
export interface MailedBadge extends Addressed {
  readonly skill: string
  readonly company: string
}

export function badgeContent(view: MailedBadge): MailContent {
  const { locale } = view
  const values = { skill: quote(locale, view.skill), company: quote(locale, view.company) }
  const subject = translate(locale, 'badge_subject', values)
  const body = translate(locale, 'badge_body', values)
  return {
    ...linked(view),
    subject,
    preheader: body,
    title: subject,
    paragraphs: [greeting(view), body],
    closing: [],
    button: translate(locale, 'badge_button'),
    trust: translate(locale, 'badge_trust'),
    why: translate(locale, 'badge_why'),
    unsubscribe: null,
  }
}
