import { toLocale } from '@reflet/contract/common'
import { RESET_HOURS } from '@reflet/contract/session'
import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { dueSince, isDue } from '../skills/self-evaluation.policy.ts'
import { awardLetter } from './award-letters.queries.ts'
import { coffeeLetter, isAboutCoffee } from './coffee-letters.queries.ts'
import { filledLetter, managerLetter } from './hierarchy-letters.queries.ts'
import { type Addressee, type Channel, choicesUrl, isWanted, type Letter, type Message } from './letter.ts'
import { reminderLetter, requestLetter } from './request-letters.queries.ts'
import { sharedLetter, thanksLetter } from './thanks-letters.queries.ts'

async function addresseeOf(db: Queryable, message: Message): Promise<Addressee | undefined> {
  const [row] = await rows<Addressee>(
    db,
    sql`select coalesce(u.email, g.email) as email, coalesce(u.first_name, p.first_name, k.guest_first_name, g.first_name) as first_name,
        coalesce(u.locale, p.locale, k.guest_locale, g.locale) as locale, u.time_zone,
        u.notifications as switched_off, c.name as company, c.confidentiality_threshold as threshold
      from companies c
      left join users u on u.company_id = c.company_id and u.id = ${message.user_id}::uuid and u.deactivated_at is null
      left join guests g on g.company_id = c.company_id and g.id = ${message.guest_id}::uuid and g.stopped_at is null
      left join recipients p on p.company_id = g.company_id and p.id = ${message.recipient_id}::uuid and p.guest_id = g.id
      left join coffee_requests k on k.company_id = g.company_id and k.id = ${message.coffee_id}::uuid and k.guest_id = g.id
      where c.company_id = ${message.company_id} and (u.id is not null or g.id is not null)`,
  )
  return row
}

/** Makes the letter of a message from what the database says now, for a mail or for what a device shows. */
export async function letterOf(platform: Platform, message: Message, channel: Channel): Promise<Letter | null> {
  const { kind } = message
  if (kind === 'hierarchy_request' || kind === 'hierarchy_reminder') return managerLetter(platform, message, kind)
  const addressee = await addresseeOf(platform.db, message)
  if (!addressee) return null
  if (isAboutCoffee(kind)) return coffeeLetter(platform, message, kind, addressee, channel)
  if (!isWanted(kind, addressee.switched_off, channel)) return null
  switch (kind) {
    case 'password_reset':
      return resetLetter(platform, message, addressee)
    case 'answered':
      return answeredLetter(platform, message, addressee)
    case 'self_evaluation':
      return selfEvaluationLetter(platform, message, addressee)
    case 'award':
      return awardLetter(platform, message, addressee)
    case 'thanks':
    case 'guest_thanks':
      return thanksLetter(platform, message, addressee)
    case 'shared':
      return sharedLetter(platform, message, addressee)
    case 'hierarchy_filled':
      return filledLetter(platform, message, addressee)
    case 'reminder':
      return reminderLetter(platform, message, addressee)
    default:
      return requestLetter(platform, message, addressee)
  }
}

async function resetLetter(platform: Platform, message: Message, addressee: Addressee): Promise<Letter | null> {
  const [reset] = await rows(
    platform.db,
    sql`select 1 from password_resets where company_id = ${message.company_id} and id = ${message.reset_id} and used_at is null and expires_at > ${platform.clock()}`,
  )
  if (!reset || !message.reset_id) return null
  const link = `${platform.publicUrl()}/reset-password/${platform.vault.deriveToken('reset', message.reset_id)}`
  return {
    to: addressee.email,
    view: { kind: 'password_reset', locale: toLocale(addressee.locale), first_name: addressee.first_name, link, hours: RESET_HOURS },
  }
}

async function answeredLetter(platform: Platform, message: Message, addressee: Addressee): Promise<Letter | null> {
  const [unread] = await rows<{ count: number }>(
    platform.db,
    sql`select count(*)::int as count from feedbacks where company_id = ${message.company_id} and receiver_id = ${message.user_id}
      and released_at is not null and read_at is null`,
  )
  if (!unread?.count) return null
  return counted(platform, addressee, 'answered', unread.count, '/dashboard')
}

async function selfEvaluationLetter(platform: Platform, message: Message, addressee: Addressee): Promise<Letter | null> {
  const [due] = await rows<{ count: number }>(
    platform.db,
    sql`select count(*)::int as count from user_skills k
      where k.company_id = ${message.company_id} and k.user_id = ${message.user_id} and ${isDue(sql`${dueSince(platform.clock())}`)}`,
  )
  if (!due?.count) return null
  return counted(platform, addressee, 'self_evaluation', due.count, '/self-evaluation')
}

/** A letter to an employee that says how many of something wait. */
function counted(platform: Platform, addressee: Addressee, kind: 'answered' | 'self_evaluation', count: number, path: string): Letter {
  const unsubscribe = choicesUrl(platform)
  const { email: to, first_name } = addressee
  const view = { kind, locale: toLocale(addressee.locale), first_name, count, link: `${platform.publicUrl()}${path}`, unsubscribe }
  return { to, unsubscribeUrl: unsubscribe, view }
}
