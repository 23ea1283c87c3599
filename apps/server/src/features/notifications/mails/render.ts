import type { SecurityChange } from '../../messages/kinds.ts'
import {
  type AddressChange,
  type AdministrationChanged,
  addressChangedContent,
  addressContent,
  administrationContent,
  type Invited,
  invitationContent,
  type NewDevice,
  newDeviceContent,
  type PasswordReset,
  passwordContent,
  type Secured,
  securityContent,
} from './account.ts'
import {
  answeredContent,
  guestReceiptContent,
  guestThanksContent,
  type Noted,
  notedContent,
  type Receipted,
  type Shared,
  sharedContent,
  type Thanked,
  type ThankedGuest,
  thanksContent,
} from './answers.ts'
import { type Asked, type AskedFrom, guestContent, type Reminders, reminderContent, remindersContent, requestContent } from './asked.ts'
import { type Awarded, awardContent } from './awards.ts'
import { badgeContent, type MailedBadge } from './badges.ts'
import { type CoffeeView, coffeeContent } from './coffee.ts'
import { type AskedManager, type Filled, filledContent, managerContent } from './hierarchy.ts'
import type { MailContent } from './layout.ts'
import { type Counted, greeting, linked, unsubscribe } from './parts.ts'
import { translate } from './texts.ts'

/**
 * All data that a mail may contain: no feedback, context or message by design, so that none can leak (docs/PRODUCT.md, "Confidentiality").
 */
export type MessageView =
  | ({ readonly kind: 'request' } & Asked)
  | ({ readonly kind: 'guest_request' } & AskedFrom)
  | ({ readonly kind: 'reminder'; readonly guest: boolean } & AskedFrom)
  | ({ readonly kind: 'reminders' } & Reminders)
  | ({ readonly kind: 'answered' | 'self_evaluation' | 'growth' | 'badge_earnable' } & Counted)
  | ({ readonly kind: 'badge' } & MailedBadge)
  | ({ readonly kind: 'award' } & Awarded)
  | ({ readonly kind: 'thanks' } & Thanked)
  | ({ readonly kind: 'guest_thanks' } & ThankedGuest)
  | ({ readonly kind: 'guest_receipt' } & Receipted)
  | ({ readonly kind: 'shared' } & Shared)
  | ({ readonly kind: 'noted' } & Noted)
  | CoffeeView
  | ({ readonly kind: 'hierarchy_filled' } & Filled)
  | ({ readonly kind: 'hierarchy_request' | 'hierarchy_reminder' } & AskedManager)
  | ({ readonly kind: 'password_reset' } & PasswordReset)
  | ({ readonly kind: 'invitation' } & Invited)
  | ({ readonly kind: 'address_change_new' | 'address_changed' } & AddressChange)
  | ({ readonly kind: 'new_device' } & NewDevice)
  | ({ readonly kind: 'security_changed'; readonly change: SecurityChange } & Secured)
  | ({ readonly kind: 'administration_changed' } & AdministrationChanged)

export interface RenderedMessage {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** Renders a message in its reader's language. React is loaded lazily, so that the server starts faster. */
export async function renderMessage(view: MessageView): Promise<RenderedMessage> {
  const content = mailContent(view)
  const { renderLayout } = await import('./layout.ts')
  return { subject: content.subject, html: await renderLayout(content), text: plainText(content) }
}

/** The one-line text of a message; a device shows nothing more. */
export const subjectOf = (view: MessageView) => mailContent(view).subject

function mailContent(view: MessageView): MailContent {
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
    case 'growth':
    case 'badge_earnable':
      return dueContent(view)
    case 'badge':
      return badgeContent(view)
    case 'hierarchy_request':
    case 'hierarchy_reminder':
      return managerContent(view)
    case 'award':
      return awardContent(view)
    case 'thanks':
      return thanksContent(view)
    case 'guest_thanks':
      return guestThanksContent(view)
    case 'guest_receipt':
      return guestReceiptContent(view)
    case 'shared':
      return sharedContent(view)
    case 'noted':
      return notedContent(view)
    case 'coffee_proposed':
    case 'coffee_accepted':
    case 'coffee_ended':
      return coffeeContent(view)
    case 'hierarchy_filled':
      return filledContent(view)
    case 'password_reset':
      return passwordContent(view)
    case 'invitation':
      return invitationContent(view)
    case 'address_change_new':
      return addressContent(view)
    case 'address_changed':
      return addressChangedContent(view)
    case 'new_device':
      return newDeviceContent(view)
    case 'security_changed':
      return securityContent(view)
    case 'administration_changed':
      return administrationContent(view)
  }
}

/** About something that a person does for themselves: a self-evaluation, saying whether a try helped, publishing a badge. */
function dueContent(view: MessageView & Counted): MailContent {
  const { locale, count } = view
  const kind = view.kind === 'growth' || view.kind === 'badge_earnable' ? view.kind : 'self_evaluation'
  const title = translate(locale, `${kind}_subject`, {}, count)
  const effort = translate(locale, `${kind}_effort`)
  return {
    ...linked(view),
    subject: title,
    preheader: effort,
    title,
    paragraphs: [greeting(view), translate(locale, `${kind}_body`, {}, count)],
    closing: [effort],
    button: translate(locale, `${kind}_button`),
    trust: translate(locale, `${kind}_trust`),
    why: translate(locale, `${kind}_why`),
    unsubscribe: unsubscribe(view),
  }
}

/** The plain-text alternative, with the same content. */
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
