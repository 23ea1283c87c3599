import type { Locale } from '@reflet/contract/common'
import type { AdministrationChange, SecurityChange } from '../../messages/kinds.ts'
import type { MailContent } from './layout.ts'
import { DEFAULT_TIME_ZONE, greeting, linked } from './parts.ts'
import { day, moment, quote, quoteName, translate } from './texts.ts'

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
  /** The company's identity provider signs the person in: there is no password to choose. */
  readonly sign_on: boolean
}

/** What a person must learn of their own account, because it may not have been them. */
export interface Secured extends ToAccount {
  readonly company: string
  readonly at: Date
  readonly time_zone: string | null
}

/** What another administrator, the operator or a directory changed. */
export interface AdministrationChanged extends Secured {
  readonly change: AdministrationChange
  readonly by: { readonly kind: 'person' | 'operator' | 'system' | 'scim'; readonly name: string | null }
  /** Whom it is about; null for no one, and without an account. */
  readonly person: string | null
  /** People whom an import makes administrators, and makes none. */
  readonly promoted: number
  readonly demoted: number
  /** Whether the reader may open the audit log. */
  readonly isAdmin: boolean
}

export interface NewDevice extends Secured {
  readonly browser: string | null
  readonly system: string | null
  readonly network: string | null
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
    preheader: translate(locale, view.sign_on ? 'invitation_sign_on_preheader' : 'invitation_preheader'),
    title: translate(locale, 'invitation_subject', values),
    paragraphs: [greeting(view), translate(locale, view.sign_on ? 'invitation_sign_on_body' : 'invitation_body', values)],
    closing: view.sign_on ? [] : [translate(locale, 'invitation_expires', { date: dateOf(view) })],
    button: translate(locale, 'invitation_button'),
    trust: translate(locale, 'password_trust'),
    why: translate(locale, 'invitation_why', values),
    unsubscribe: null,
  }
}

/** To the new address, which must agree. */
export function addressContent(view: AddressChange): MailContent {
  const { locale } = view
  const confirm = translate(locale, 'address_confirm')
  return {
    ...aboutAddress(view),
    subject: translate(locale, 'address_subject'),
    preheader: confirm,
    title: translate(locale, 'address_subject'),
    paragraphs: [greeting(view), translate(locale, 'address_new_body', addressValues(view))],
    closing: [confirm, translate(locale, 'address_expires', { date: dateOf(view) })],
  }
}

/** To the address before a change, from which it can be undone. */
export function addressChangedContent(view: AddressChange): MailContent {
  const { locale } = view
  const body = translate(locale, 'address_changed_body', addressValues(view))
  return {
    ...aboutAddress(view),
    subject: translate(locale, 'change_address_changed'),
    preheader: body,
    title: translate(locale, 'change_address_changed'),
    paragraphs: [greeting(view), body],
    closing: [translate(locale, 'address_changed_restore', { date: dateOf(view) })],
  }
}

const addressValues = ({ locale, company, new_email }: AddressChange) => ({ company: quote(locale, company), email: new_email })

const aboutAddress = (view: AddressChange) => ({
  ...linked(view),
  button: translate(view.locale, 'address_button'),
  trust: translate(view.locale, 'password_trust'),
  why: translate(view.locale, 'address_why', addressValues(view)),
  unsubscribe: null,
})

const whenOf = ({ locale, at, time_zone }: Secured) => moment(locale, at, time_zone ?? DEFAULT_TIME_ZONE)

const securityParts = (view: Secured) => ({
  ...linked(view),
  button: translate(view.locale, 'security_button'),
  trust: translate(view.locale, 'security_trust'),
  why: translate(view.locale, 'security_why'),
  unsubscribe: null,
})

/** A sign-in on a device that this account was not used on. */
export function newDeviceContent(view: NewDevice): MailContent {
  const { locale, browser, system } = view
  const device = [browser, system].filter((name) => name !== null).join(', ')
  const values = {
    device: device ? quote(locale, device) : translate(locale, 'device_unknown'),
    network: quote(locale, view.network ?? '?'),
    when: whenOf(view),
  }
  return {
    ...securityParts(view),
    subject: translate(locale, 'new_device_subject'),
    preheader: translate(locale, 'new_device_known'),
    title: translate(locale, 'new_device_subject'),
    paragraphs: [greeting(view), translate(locale, 'new_device_body', values)],
    closing: [translate(locale, 'new_device_known'), translate(locale, 'new_device_other')],
  }
}

/** A changed password, a factor that was added or removed, a recovery code that was used. */
export function securityContent(view: Secured & { readonly change: SecurityChange }): MailContent {
  const { locale, change } = view
  const values = { company: quote(locale, view.company), when: whenOf(view) }
  const title = translate(locale, `change_${change}`)
  const other = translate(locale, 'security_other', values)
  return {
    ...securityParts(view),
    subject: title,
    preheader: other,
    title,
    paragraphs: [greeting(view), translate(locale, change === 'factors_reset' ? 'security_reset_body' : 'security_body', values)],
    closing: [other],
  }
}

/** A change of sign-in, tokens, roles or factors, to the other administrators. */
export function administrationContent(view: AdministrationChanged): MailContent {
  const { locale, change, by } = view
  const nameOf = (name: string | null) => (name === null ? translate(locale, 'administration_former') : quoteName(locale, name))
  const actor = by.kind === 'person' ? nameOf(by.name) : translate(locale, `administration_${by.kind}`)
  const values = { company: quote(locale, view.company), when: whenOf(view), actor }
  const title = translate(locale, `administration_title_${change}`, { person: nameOf(view.person) })
  const counts = { promoted: String(view.promoted), demoted: String(view.demoted) }
  const body = translate(locale, 'administration_body', values)
  return {
    ...securityParts(view),
    subject: title,
    preheader: body,
    title,
    paragraphs: [greeting(view), body, ...(change === 'admins_imported' ? [translate(locale, 'administration_imported', counts)] : [])],
    closing: view.isAdmin ? [translate(locale, 'administration_other')] : [],
    button: translate(locale, view.isAdmin ? 'administration_button' : 'security_button'),
    why: translate(locale, 'administration_why', values),
  }
}
