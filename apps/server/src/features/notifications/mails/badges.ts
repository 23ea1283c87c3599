import type { MailContent } from './layout.ts'
import { type Addressed, greeting, linked } from './parts.ts'
import { quote, translate } from './texts.ts'

/** Longer ones are cut in the subject. */
const SKILL_MAX = 60

/** A badge that its owner mails to themselves: there is nothing to switch off. */
export interface MailedBadge extends Omit<Addressed, 'unsubscribe'> {
  readonly skill: string
  readonly company: string
}

export function badgeContent(view: MailedBadge): MailContent {
  const { locale } = view
  const values = { skill: quote(locale, view.skill), company: quote(locale, view.company) }
  const subject = translate(locale, 'badge_subject', { skill: quote(locale, view.skill, SKILL_MAX) })
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
