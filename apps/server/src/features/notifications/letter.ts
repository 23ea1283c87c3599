import type { NotificationChoices, NotificationKind } from '@reflet/contract/people'
import { sql } from 'drizzle-orm'
import type { MessageKind } from '../../db/schema/messages.ts'
import type { SwitchedOff } from '../../db/schema/people.ts'
import { stopToken } from '../../platform/guests.ts'
import type { Platform } from '../../platform/index.ts'
import type { MailCalendar } from '../../platform/mail.ts'
import { stopLinks } from '../../platform/stop-page.ts'
import { choicesOf } from '../people/notifications.policy.ts'
import type { MessageView } from './mails/render.ts'

/** A row of the outbox that is being sent. */
export interface Message {
  company_id: string
  id: string
  kind: MessageKind
  user_id: string | null
  guest_id: string | null
  recipient_id: string | null
  reset_id: string | null
  invitation_id: string | null
  feedback_id: string | null
  award_id: string | null
  coffee_id: string | null
  /** Of the bundle that it closed when it was claimed. */
  bundle_key: string | null
  attempts: number
  created_at: string
}

/** The columns of `Message` but for the bundle, over `outbox o`. */
export const messageColumns = sql`o.company_id, o.id, o.kind, o.user_id, o.guest_id, o.recipient_id, o.reset_id, o.invitation_id, o.feedback_id,
  o.award_id, o.coffee_id, o.attempts, o.created_at`

/** The ways by which a message reaches an employee; each can be switched off by itself. */
export type Channel = keyof NotificationChoices[NotificationKind]

/** To whom and what; null when there is nothing left to say (answered, cancelled, stopped, deactivated meanwhile). */
export interface Letter {
  readonly to: string
  readonly view: MessageView
  readonly unsubscribeUrl?: string
  readonly oneClick?: boolean
  readonly calendar?: MailCalendar
  /** The one feedback that it is about and that its reader may know of. */
  readonly feedbackId?: string
}

/** The employee or guest whom a message is for. */
export interface Addressee {
  email: string
  first_name: string
  locale: string
  time_zone: string | null
  /** null for a guest. */
  switched_off: SwitchedOff | null
  company: string
  threshold: number
}

/** Under which choice a kind can be switched off; the others belong to the account or have a stop link of their own. */
const CHOICE: Partial<Record<MessageKind, NotificationKind>> = {
  request: 'request',
  reminder: 'reminder',
  answered: 'answered',
  self_evaluation: 'self_evaluation',
  thanks: 'thanks',
  shared: 'shared',
  award: 'award',
  coffee_proposed: 'coffee',
  coffee_accepted: 'coffee',
  coffee_declined: 'coffee',
  coffee_cancelled: 'coffee',
  hierarchy_request: 'hierarchy',
  hierarchy_reminder: 'hierarchy',
  hierarchy_filled: 'hierarchy',
}

/** Whether an employee can choose by which channels messages of this kind come. */
export const hasChoice = (kind: MessageKind) => CHOICE[kind] !== undefined

/** Whether an employee wants messages of this kind this way; somebody without an account has switched nothing off. */
export function isWanted(kind: MessageKind, switchedOff: SwitchedOff | null, channel: Channel): boolean {
  const choice = CHOICE[kind]
  return !choice || choicesOf(switchedOff ?? {})[choice][channel]
}

/** Where an employee stops mails, by hand only. */
export const byChoice = (platform: Platform) => ({
  unsubscribe: choicesUrl(platform),
  unsubscribeUrl: choicesUrl(platform),
  oneClick: false,
})

/** A guest's page of one group, with the ways to stop the mails that only this mail knows. */
export function guestPage(
  { vault, publicUrl }: Platform,
  { company_id, guest_id, recipient_id }: Message,
  page: string,
  feedbackId: string,
) {
  const mail = stopToken(vault, { companyId: company_id, guestId: guest_id ?? '' })
  const link = vault.deriveToken('guest', recipient_id ?? '')
  return stopLinks(publicUrl(), { page: `${page}/${link}/${feedbackId}`, api: `/api/guest/${mail}/${feedbackId}`, link, mail })
}

/** Where an employee says which mails they want. */
export const choicesUrl = (platform: Platform) => `${platform.publicUrl()}/profile?notifications`
