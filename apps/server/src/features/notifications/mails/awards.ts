import type { Visibility } from '@reflet/contract/awards'
import type { MailContent } from './layout.ts'
import { type Addressed, greeting, linked, NAME_MAX, unsubscribe } from './parts.ts'
import { quote, quoteName, translate } from './texts.ts'

/** A colleague's thanks. */
export interface Awarded extends Addressed {
  readonly giver: string
  readonly type: string
  readonly visibility: Visibility
}

export function awardContent(view: Awarded): MailContent {
  const { locale, giver, visibility } = view
  const values = { name: quoteName(locale, giver), type: quote(locale, view.type) }
  const body = translate(locale, 'award_body', values)
  return {
    ...linked(view),
    subject: translate(locale, 'award_subject', { ...values, name: quoteName(locale, giver, NAME_MAX) }),
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
