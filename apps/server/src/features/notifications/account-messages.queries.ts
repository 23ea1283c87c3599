import { toLocale } from '@reflet/contract/common'
import { RESET_HOURS } from '@reflet/contract/session'
import { sql } from 'drizzle-orm'
import { rows } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import type { Addressee, Message, MessageContent } from './message.ts'

/** The link of a forgotten password, or of an invitation; null when it was used or is too old. */
export async function passwordMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const [reset] = await rows<{ kind: 'reset' | 'invitation'; expires_at: string }>(
    platform.db,
    sql`select kind, expires_at from password_resets
      where company_id = ${message.company_id} and id = ${message.reset_id} and used_at is null
      and expires_at > ${platform.clock()}`,
  )
  if (!reset || !message.reset_id) return null
  const url = `${platform.publicUrl()}/reset-password/${platform.vault.deriveToken('reset', message.reset_id)}`
  const { email: to, first_name, company, time_zone } = addressee
  const locale = toLocale(addressee.locale)
  if (reset.kind === 'reset') return { to, view: { kind: 'password_reset', locale, first_name, link: url, hours: RESET_HOURS } }
  const expires_at = new Date(reset.expires_at)
  return { to, view: { kind: 'invitation', locale, first_name, link: `${url}?invitation`, company, time_zone, expires_at } }
}

/** To the address so far, or to the new one; null when it was confirmed there, refused, or is too old. */
export async function addressMessage(
  platform: Platform,
  message: Message,
  kind: 'address_change_old' | 'address_change_new',
  addressee: Addressee,
): Promise<MessageContent | null> {
  const [change] = await rows<{ new_email: string; expires_at: string; confirmed_at: string | null }>(
    platform.db,
    sql`select new_email, expires_at,
        case when ${kind === 'address_change_old'}::boolean then old_confirmed_at
          else new_confirmed_at end as confirmed_at
      from email_changes where company_id = ${message.company_id} and id = ${message.email_change_id}
        and expires_at > ${platform.clock()}`,
  )
  if (!change || change.confirmed_at || !message.email_change_id) return null
  const token = platform.vault.deriveToken(kind, message.email_change_id)
  const { first_name, company, time_zone } = addressee
  return {
    to: kind === 'address_change_old' ? addressee.email : change.new_email,
    view: {
      kind,
      locale: toLocale(addressee.locale),
      first_name,
      company,
      time_zone,
      new_email: change.new_email,
      expires_at: new Date(change.expires_at),
      link: `${platform.publicUrl()}/address/${token}`,
    },
  }
}
