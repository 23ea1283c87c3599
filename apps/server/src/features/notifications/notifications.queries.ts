import { countOf, type Queryable, rows, type Sql, sql } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { isNamedAnswer } from '../feedback/feedback.policy.ts'
import { isDue as isTryDue, dueSince as triesDueSince } from '../feedback/growth/growth.policy.ts'
import { isUnread } from '../messages/unread.ts'
import { dueSince, isDue } from '../skills/self-evaluation.policy.ts'
import { addressMessage, newDeviceMessage, passwordMessage, securityMessage } from './account-messages.queries.ts'
import { awardMessage } from './award-messages.queries.ts'
import { badgeMessage, earnableMessage } from './badge-messages.queries.ts'
import { coffeeMessage, isAboutCoffee } from './coffee-messages.queries.ts'
import { filledMessage, managerMessage } from './hierarchy-messages.queries.ts'
import { type Addressee, addresseeRow, type Channel, isWanted, type Message, type MessageContent, toEmployee } from './message.ts'
import { reminderMessage, requestMessage } from './request-messages.queries.ts'
import { notedMessage, receiptMessage, sharedMessage, thanksMessage } from './thanks-messages.queries.ts'

const concernsAccess = ({ kind, change, former_address_id }: Message) =>
  former_address_id !== null || kind === 'new_device' || change === 'number_changed'

/** A deactivated person gets no mail, except of what a deactivation must not hide: a changed address or number, and a sign-in. */
async function addresseeOf(db: Queryable, message: Message): Promise<Addressee | undefined> {
  const [row] = await rows(
    db,
    addresseeRow,
    sql`select coalesce(u.email, g.email) as email,
        coalesce(u.first_name, p.first_name, cq.guest_first_name, g.first_name) as first_name,
        coalesce(u.locale, p.locale, cq.guest_locale, g.locale) as locale, u.time_zone,
        u.notifications as switched_off, c.name as company, c.confidentiality_threshold as threshold
      from companies c
      left join users u on u.company_id = c.company_id and u.id = ${message.user_id}::uuid
        and (u.deactivated_at is null or ${concernsAccess(message)}::boolean)
      left join guests g on g.company_id = c.company_id and g.id = ${message.guest_id}::uuid and g.stopped_at is null
      left join recipients p on p.company_id = g.company_id and p.id = ${message.recipient_id}::uuid
        and p.guest_id = g.id
      left join coffee_requests cq on cq.company_id = g.company_id and cq.id = ${message.coffee_id}::uuid
        and cq.guest_id = g.id
      where c.company_id = ${message.company_id} and c.suspended_at is null and (u.id is not null or g.id is not null)`,
  )
  return row
}

/** The content of a message, from the current state of the database, for a mail or for a device. */
export async function contentOf(platform: Platform, message: Message, channel: Channel): Promise<MessageContent | null> {
  const { kind } = message
  if (kind === 'hierarchy_request' || kind === 'hierarchy_reminder') return managerMessage(platform, message, kind)
  const addressee = await addresseeOf(platform.db, message)
  if (!addressee) return null
  if (isAboutCoffee(kind)) return coffeeMessage(platform, message, kind, addressee, channel)
  if (!isWanted(kind, addressee.switched_off, channel)) return null
  switch (kind) {
    case 'password_reset':
    case 'invitation':
    case 'invitation_asked':
      return passwordMessage(platform, message, addressee)
    case 'address_change_new':
      return addressMessage(platform, message, addressee)
    case 'address_change_old':
      // The previous release asked the old mailbox, too.
      return null
    case 'new_device':
      return newDeviceMessage(platform, message, addressee)
    case 'security_changed':
      return securityMessage(platform, message, addressee)
    case 'answered':
      return answeredMessage(platform, message, addressee)
    case 'self_evaluation':
      return selfEvaluationMessage(platform, message, addressee)
    case 'growth':
      return growthMessage(platform, message, addressee)
    case 'award':
      return awardMessage(platform, message, addressee)
    case 'thanks':
    case 'guest_thanks':
      return thanksMessage(platform, message, addressee)
    case 'guest_receipt':
      return receiptMessage(platform, message, addressee)
    case 'shared':
      return sharedMessage(platform, message, addressee)
    case 'noted':
      return notedMessage(platform, message, addressee)
    case 'badge':
      return badgeMessage(platform, message, addressee)
    case 'badge_earnable':
      return earnableMessage(platform, message, addressee)
    case 'hierarchy_filled':
      return filledMessage(platform, message, addressee)
    case 'reminder':
      return reminderMessage(platform, message, addressee)
    default:
      return requestMessage(platform, message, addressee)
  }
}

const answeredMessage = (platform: Platform, { company_id, user_id }: Message, addressee: Addressee) =>
  counted(
    platform,
    addressee,
    { kind: 'answered', path: '/dashboard' },
    sql`feedbacks f where f.company_id = ${company_id} and f.receiver_id = ${user_id} and ${isUnread}`,
  )

const selfEvaluationMessage = (platform: Platform, { company_id, user_id }: Message, addressee: Addressee) =>
  counted(
    platform,
    addressee,
    { kind: 'self_evaluation', path: '/self-evaluation' },
    sql`user_skills us where us.company_id = ${company_id} and us.user_id = ${user_id} and ${isDue(dueSince(platform.clock()))}`,
  )

const growthMessage = (platform: Platform, { company_id, user_id }: Message, addressee: Addressee) =>
  counted(
    platform,
    addressee,
    { kind: 'growth', path: '/growth' },
    sql`tries t join feedbacks f on f.company_id = t.company_id and f.id = t.feedback_id and ${isNamedAnswer}
      where t.company_id = ${company_id} and t.user_id = ${user_id} and ${isTryDue(triesDueSince(platform.clock()))}`,
  )

/** A message to an employee about the number of pending items, while there are some. */
async function counted(
  platform: Platform,
  addressee: Addressee,
  { kind, path }: { readonly kind: 'answered' | 'self_evaluation' | 'growth'; readonly path: string },
  pending: Sql,
): Promise<MessageContent | null> {
  const count = await countOf(platform.db, pending)
  if (count === 0) return null
  const { head, common } = toEmployee(platform, addressee, path)
  return { ...head, view: { kind, ...common, count } }
}
