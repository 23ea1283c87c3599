import type { Platform } from '../../platform/index.ts'
import { getBadgeFile } from '../badges/badge-file.queries.ts'
import { countEarnable } from '../badges/badges.queries.ts'
import { type Addressee, type Message, type MessageContent, toEmployee } from './message.ts'

/** A badge with its picture, which its owner asked for; null when it was deleted meanwhile. */
export async function badgeMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const { head, common } = toEmployee(platform, addressee, `/badge?id=${message.badge_id}`)
  const file = await getBadgeFile(platform.db, message, common.locale)
  if (!file) return null
  const attachments = [{ filename: file.name, content: file.png, contentType: 'image/png' }]
  return { to: head.to, view: { kind: 'badge', ...common, skill: file.skill, company: file.company }, attachments }
}

/** How many badges can be published; null when there is none any more. */
export async function earnableMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const person = { companyId: message.company_id, userId: message.user_id ?? '' }
  const count = await countEarnable(platform.db, person, platform.clock())
  if (count === 0) return null
  const { head, common } = toEmployee(platform, addressee, '/badge-home')
  return { ...head, view: { kind: 'badge_earnable', ...common, count } }
}
