import type { Locale } from '@reflet/contract/common'
import type { MailContent } from './layout.ts'
import { DEFAULT_TIME_ZONE, greeting, linked } from './parts.ts'
import { day, quote, translate } from './texts.ts'

/** Mails that an account needs: they have no unsubscribe link. */
interface ToAccount {
  readonly locale: Locale
  readonly first_name: string
  readonly link: string
}

export interface PasswordReset extends ToAccount {
  readonly hours: number
}

export interface Invited extends ToAccount {
  readonly company: string
  readonly expires_at: Date
  readonly time_zone: string | null
}

export interface AddressChange extends ToAccount {
  readonly company: string
  readonly new_email: string
  readonly expires_at: Date
  readonly time_zone: string | null
}

export function passwordContent(view: PasswordReset): MailContent {
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

const dateOf = ({ locale, expires_at, time_zone }: Invited | AddressChange) => day(locale, expires_at, time_zone ?? DEFAULT_TIME_ZONE)

export function invitationContent(view: Invited): MailContent {
  const { locale } = view
  const values = { company: quote(locale, view.company) }
  return {
    ...linked(view),
    subject: translate(locale, 'invitation_subject', values),
    preheader: translate(locale, 'invitation_preheader'),
    title: translate(locale, 'invitation_subject', values),
    paragraphs: [greeting(view), translate(locale, 'invitation_body', values)],
    closing: [translate(locale, 'invitation_expires', { date: dateOf(view) })],
    button: translate(locale, 'invitation_button'),
    trust: translate(locale, 'password_trust'),
    why: translate(locale, 'invitation_why', values),
    unsubscribe: null,
  }
}

/** To the address so far and to the new one: both must agree. */
export function addressContent(view: AddressChange & { kind: 'address_change_old' | 'address_change_new' }): MailContent {
  const { locale } = view
  const values = { company: quote(locale, view.company), email: view.new_email }
  return {
    ...linked(view),
    subject: translate(locale, 'address_subject'),
    preheader: translate(locale, 'address_both'),
    title: translate(locale, 'address_subject'),
    paragraphs: [greeting(view), translate(locale, `${view.kind === 'address_change_old' ? 'address_old' : 'address_new'}_body`, values)],
    closing: [translate(locale, 'address_both'), translate(locale, 'address_expires', { date: dateOf(view) })],
    button: translate(locale, 'address_button'),
    trust: translate(locale, 'password_trust'),
    why: translate(locale, 'address_why', values),
    unsubscribe: null,
  }
}
