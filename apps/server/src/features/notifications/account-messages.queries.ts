import { toLocale } from '@reflet/contract/common'
import { RESET_HOURS } from '@reflet/contract/session'
import { sql } from 'drizzle-orm'
import { rows } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { passwordIsAllowed } from '../session/sign-in.policy.ts'
import { startAddress } from '../session/single-sign-on.queries.ts'
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
  const signOn = await signOnOnly(platform, message)
  const link = signOn ?? `${url}?invitation`
  return { to, view: { kind: 'invitation', locale, first_name, link, company, time_zone, expires_at, sign_on: signOn !== null } }
}

/** Where a person signs in for whom the company allows no password; null for others. */
async function signOnOnly(platform: Platform, { company_id, user_id }: Message): Promise<string | null> {
  const [row] = await rows<{ code: string; saml: boolean; oidc: boolean }>(
    platform.db,
    sql`select c.code, exists (select from sign_in_saml s where s.company_id = c.company_id) as saml,
        exists (select from sign_in_oidc o where o.company_id = c.company_id) as oidc
      from users u join companies c on c.company_id = u.company_id
      where u.company_id = ${company_id} and u.id = ${user_id} and not ${passwordIsAllowed(platform.clock())}`,
  )
  return row ? startAddress(platform, row) : null
}

/** A sign-in on a new device; null when its session has ended meanwhile: then there is nothing to end. */
export async function newDeviceMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const [session] = await rows<{ browser: string | null; system: string | null; network: string | null }>(
    platform.db,
    sql`select browser, system, network from sessions
      where company_id = ${message.company_id} and id = ${message.session_id}`,
  )
  return session ? { to: addressee.email, view: { kind: 'new_device', ...session, ...securedOf(platform, message, addressee) } } : null
}

export async function securityMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const { change } = message
  return change ? { to: addressee.email, view: { kind: 'security_changed', change, ...securedOf(platform, message, addressee) } } : null
}

const securedOf = (platform: Platform, message: Message, { locale, first_name, company, time_zone }: Addressee) => ({
  locale: toLocale(locale),
  first_name,
  company,
  time_zone,
  at: new Date(message.created_at),
  link: `${platform.publicUrl()}/security`,
})

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
