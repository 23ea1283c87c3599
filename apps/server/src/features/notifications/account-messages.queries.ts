import { toLocale } from '@reflet/contract/common'
import { RESET_HOURS } from '@reflet/contract/session'
import { nullable, type RowOf, rows, sql, t } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import type { Actor } from '../audit/audit.ts'
import type { AdministrationChange, SecurityChange } from '../messages/kinds.ts'
import { passwordIsAllowed } from '../session/sign-in.policy.ts'
import { startAddress } from '../session/single-sign-on.queries.ts'
import type { Addressee, Message, MessageContent } from './message.ts'

/** The link of a forgotten password, or of an invitation; null when it was used or is too old. */
export async function passwordMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const [reset] = await rows(
    platform.db,
    { kind: t.oneOf<'reset' | 'invitation'>(), expires_at: t.time },
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
  const [row] = await rows(
    platform.db,
    { code: t.text, saml: t.bool, oidc: t.bool },
    sql`select c.code, exists (select from sign_in_saml s where s.company_id = c.company_id) as saml,
        exists (select from sign_in_oidc o where o.company_id = c.company_id) as oidc
      from users u join companies c on c.company_id = u.company_id
      where u.company_id = ${company_id} and u.id = ${user_id} and not ${passwordIsAllowed(platform.clock())}`,
  )
  return row ? startAddress(platform, row) : null
}

/** A sign-in on a new device, also when its session has ended meanwhile: then the browser is not known any more. */
export async function newDeviceMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const [session] = await rows(
    platform.db,
    { browser: nullable(t.text), system: nullable(t.text), network: nullable(t.text) },
    sql`select s.browser, s.system, coalesce(s.network, l.network) as network
      from (select ${message.session_id}::uuid as session_id, ${message.audit_id}::uuid as audit_id) m
      left join sessions s on s.company_id = ${message.company_id} and s.id = m.session_id
      left join audit_log l on l.company_id = ${message.company_id} and l.id = m.audit_id
      where s.id is not null or l.id is not null`,
  )
  return session ? { to: addressee.email, view: { kind: 'new_device', ...session, ...securedOf(platform, message, addressee) } } : null
}

/** A change of the own account or of its address, or of the administration, when the message names an entry of the audit log. */
export async function securityMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  if (message.audit_id) return administrationMessage(platform, message, addressee)
  if (message.former_address_id) return addressChangedMessage(platform, message, addressee)
  const change = message.change as SecurityChange | null
  return change ? { to: addressee.email, view: { kind: 'security_changed', change, ...securedOf(platform, message, addressee) } } : null
}

const entryRow = {
  by: t.json<{ kind: Actor['kind']; name: string | null }>(),
  person: nullable(t.text),
  promoted: t.int,
  demoted: t.int,
  is_admin: t.bool,
}

/** What another administrator, the operator or a directory changed. */
async function administrationMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const change = message.change as AdministrationChange
  const [row] = await rows(
    platform.db,
    entryRow,
    sql`select json_build_object('kind', l.actor_kind, 'name', actor.first_name || ' ' || actor.last_name) as by,
        person.first_name || ' ' || person.last_name as person, coalesce((l.details ->> 'promoted')::int, 0) as promoted,
        coalesce((l.details ->> 'demoted')::int, 0) as demoted, reader.role = 'admin' as is_admin
      from audit_log l
        join users reader on reader.company_id = l.company_id and reader.id = ${message.user_id}::uuid
        left join users actor on actor.company_id = l.company_id and actor.id = l.actor_id
          and l.actor_kind = 'person'
        left join users person on person.company_id = l.company_id and person.id = l.target_id
          and l.target_kind = 'person'
      where l.company_id = ${message.company_id} and l.id = ${message.audit_id}::uuid`,
  )
  if (!row) return null
  const { is_admin: isAdmin, ...entry } = row
  const secured = securedOf(platform, message, addressee)
  const link = isAdmin ? `${platform.publicUrl()}/admin/audit` : secured.link
  return { to: addressee.email, view: { kind: 'administration_changed', change, ...secured, link, ...entry, isAdmin } }
}

const securedOf = (platform: Platform, message: Message, { locale, first_name, company, time_zone }: Addressee) => ({
  locale: toLocale(locale),
  first_name,
  company,
  time_zone,
  at: new Date(message.created_at),
  link: `${platform.publicUrl()}/security`,
})

/** To the new address; null when it was confirmed, refused, or is too old. */
export async function addressMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const [change] = await rows(
    platform.db,
    changeRow,
    sql`select new_email, expires_at from email_changes
      where company_id = ${message.company_id} and id = ${message.email_change_id}
        and expires_at > ${platform.clock()}`,
  )
  if (!change || !message.email_change_id) return null
  const token = platform.vault.deriveToken('address_change_new', message.email_change_id)
  return { to: change.new_email, view: { kind: 'address_change_new', ...aboutAddress(platform, change, token, addressee) } }
}

/**
 * To the address before a change, whatever the address is now; null when it was restored or confirmed. One between two changes has no link, and
 * does not read the new address: its mailbox may be a stranger's.
 */
async function addressChangedMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const [change] = await rows(
    platform.db,
    { ...changeRow, email: t.text, is_restorable: t.bool },
    sql`select email, new_email, expires_at, token_hash is not null as is_restorable from former_addresses
      where company_id = ${message.company_id} and id = ${message.former_address_id}
        and (confirmed_at is null or token_hash is null)`,
  )
  if (!change || !message.former_address_id) return null
  const { email: to, is_restorable } = change
  if (!is_restorable)
    return { to, view: { kind: 'security_changed', change: 'address_changed', ...securedOf(platform, message, addressee) } }
  const token = platform.vault.deriveToken('address_restore', message.former_address_id)
  return { to, view: { kind: 'address_changed', ...aboutAddress(platform, change, token, addressee) } }
}

const changeRow = { new_email: t.text, expires_at: t.time }
const aboutAddress = (
  { publicUrl }: Platform,
  { new_email, expires_at }: RowOf<typeof changeRow>,
  token: string,
  { locale, first_name, company, time_zone }: Addressee,
) => ({
  locale: toLocale(locale),
  first_name,
  company,
  time_zone,
  new_email,
  expires_at: new Date(expires_at),
  link: `${publicUrl()}/address/${token}`,
})
