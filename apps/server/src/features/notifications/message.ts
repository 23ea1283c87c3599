import { toLocale } from '@reflet/contract/common'
import type { guestAnswerPage } from '@reflet/contract/guest-pages'
import type { NotificationChoices, NotificationKind } from '@reflet/contract/people'
import { columnsOf, nullable, type RowOf, t } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import type { MailCalendar, MailFile } from '../../platform/mail.ts'
import { stopToken } from '../guests/guests.ts'
import { stopLinks } from '../guests/stop-page.ts'
import type { AdministrationChange, MessageKind, SecurityChange } from '../messages/kinds.ts'
import { choicesOf, type SwitchedOff } from '../people/notifications.policy.ts'
import type { MessageView } from './mails/render.ts'

/** A row of the outbox that is being sent. */
export const withoutBundleRow = {
  company_id: t.uuid,
  id: t.uuid,
  kind: t.oneOf<MessageKind>(),
  user_id: nullable(t.uuid),
  guest_id: nullable(t.uuid),
  recipient_id: nullable(t.uuid),
  reset_id: nullable(t.uuid),
  invitation_id: nullable(t.uuid),
  feedback_id: nullable(t.uuid),
  award_id: nullable(t.uuid),
  coffee_id: nullable(t.uuid),
  email_change_id: nullable(t.uuid),
  former_address_id: nullable(t.uuid),
  badge_id: nullable(t.uuid),
  session_id: nullable(t.uuid),
  change: nullable(t.oneOf<SecurityChange | AdministrationChange>()),
  audit_id: nullable(t.uuid),
  attempts: t.int,
  created_at: t.time,
}
/** With the bundle that it closed when it was claimed. */
export const messageRow = { ...withoutBundleRow, bundle_key: nullable(t.text) }
export type Message = RowOf<typeof messageRow>

/** The columns of `Message` but for the bundle, over `outbox o`. */
export const messageColumns = columnsOf('o', withoutBundleRow)

/** The channels by which a message reaches an employee; each can be switched off separately. */
export type Channel = keyof NotificationChoices[NotificationKind]

/**
 * A rendered message with its address. The functions that build it return null when there is nothing to send: answered, cancelled, opted
 * out, deactivated.
 */
export interface MessageContent {
  readonly to: string
  readonly view: MessageView
  readonly unsubscribeUrl?: string
  readonly oneClick?: boolean
  readonly calendar?: MailCalendar
  readonly attachments?: readonly MailFile[]
  /** The one feedback that it is about and that its reader may see. */
  readonly feedbackId?: string
}

/** The recipient of a message: an employee or a guest. */
export const addresseeRow = {
  email: t.text,
  first_name: t.text,
  locale: t.text,
  time_zone: nullable(t.text),
  /** null for a guest. */
  switched_off: nullable(t.json<SwitchedOff>()),
  company: t.text,
  threshold: t.int,
}
export type Addressee = RowOf<typeof addresseeRow>

/** The setting that switches off a kind; the others belong to the account or have their own unsubscribe link. */
const CHOICE: Partial<Record<MessageKind, NotificationKind>> = {
  request: 'request',
  reminder: 'reminder',
  answered: 'answered',
  self_evaluation: 'self_evaluation',
  growth: 'growth',
  thanks: 'thanks',
  shared: 'shared',
  noted: 'thanks',
  award: 'award',
  coffee_proposed: 'coffee',
  coffee_accepted: 'coffee',
  coffee_declined: 'coffee',
  coffee_cancelled: 'coffee',
  hierarchy_request: 'hierarchy',
  hierarchy_reminder: 'hierarchy',
  hierarchy_filled: 'hierarchy',
  badge_earnable: 'badge',
}

/** Whether an employee can choose the channels for messages of this kind. */
export const hasChoice = (kind: MessageKind) => CHOICE[kind] !== undefined

/** Whether an employee wants messages of this kind by this channel; a person without an account has no opt-outs. */
export function isWanted(kind: MessageKind, switchedOff: SwitchedOff | null, channel: Channel): boolean {
  const choice = CHOICE[kind]
  return !choice || choicesOf(switchedOff ?? {})[choice][channel]
}

/** The page where an employee unsubscribes manually. */
export const byChoice = (platform: Platform) => ({
  unsubscribe: choicesUrl(platform),
  unsubscribeUrl: choicesUrl(platform),
  oneClick: false,
})

/** A guest's page of one group, with the unsubscribe links that only the mail contains. */
export function guestPage(
  { vault, publicUrl }: Platform,
  { company_id, guest_id, recipient_id }: Message,
  page: typeof guestAnswerPage,
  feedbackId: string,
) {
  const mail = stopToken(vault, { companyId: company_id, guestId: guest_id ?? '' })
  const link = vault.deriveToken('guest', recipient_id ?? '')
  return stopLinks(publicUrl(), { page: page(link, feedbackId), api: `/api/guest/${mail}/${feedbackId}`, link, mail })
}

/** What every mail to an employee has: its head, and in its text the greeting, the unsubscribe page and a link to a path of the app. */
export function toEmployee(platform: Platform, { email, first_name, locale }: Addressee, path: string) {
  const unsubscribe = choicesUrl(platform)
  return {
    head: { to: email, unsubscribeUrl: unsubscribe },
    common: { locale: toLocale(locale), first_name, link: `${platform.publicUrl()}${path}`, unsubscribe },
  }
}

/** The page where an employee chooses their mails. */
const choicesUrl = (platform: Platform) => `${platform.publicUrl()}/profile?notifications`
