import { type Locale, toLocale } from '@reflet/contract/common'
import { managerPage } from '@reflet/contract/guest-pages'
import { nullable, type RowOf, rows, sql, t } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { stopToken } from '../guests/guests.ts'
import { stopLinks } from '../guests/stop-page.ts'
import { isOpen, isStopped } from '../hierarchy/hierarchy.policy.ts'
import type { SwitchedOff } from '../people/notifications.policy.ts'
import { type Addressee, isWanted, type Message, type MessageContent, toEmployee } from './message.ts'

const invitationRow = {
  id: t.uuid,
  company_id: t.uuid,
  guest_id: nullable(t.uuid),
  email: t.text,
  first_name: t.text,
  locale: t.oneOf<Locale>(),
  expires_at: t.time,
  employee: t.text,
  company: t.text,
  /** null for a manager without an account. */
  switched_off: nullable(t.json<SwitchedOff>()),
  time_zone: nullable(t.text),
}

/** The mail to a manager whom an employee invited, at the address as typed; null when they have filled the lists, or unsubscribed. */
export async function managerMessage(
  platform: Platform,
  message: Message,
  kind: 'hierarchy_request' | 'hierarchy_reminder',
): Promise<MessageContent | null> {
  const [row] = await rows(
    platform.db,
    invitationRow,
    sql`select hi.id, hi.company_id, g.id as guest_id, hi.email, hi.first_name, hi.locale, hi.expires_at,
        concat_ws(' ', u.first_name, u.last_name) as employee, c.name as company,
        manager.notifications as switched_off, manager.time_zone
      from hierarchy_invitations hi
      join users u on u.company_id = hi.company_id and u.id = hi.user_id
      join companies c on c.company_id = hi.company_id
      left join users manager on manager.company_id = hi.company_id and manager.email = hi.email
      left join guests g on g.company_id = hi.company_id and g.email = hi.email
      where hi.company_id = ${message.company_id} and hi.id = ${message.invitation_id} and hi.filled_at is null
        and ${isOpen(platform.clock())} and not ${isStopped}`,
  )
  if (!row || !isWanted(kind, row.switched_off, 'email')) return null
  const { unsubscribeUrl, oneClick, ...links } = linksOf(platform, row)
  return {
    to: row.email,
    unsubscribeUrl,
    oneClick,
    view: {
      kind,
      locale: toLocale(row.locale),
      first_name: row.first_name,
      employee: row.employee,
      company: row.company,
      expires_at: new Date(row.expires_at),
      ...(row.time_zone && { time_zone: row.time_zone }),
      ...links,
    },
  }
}

/** An invitation of the previous release may have no row for an unsubscribe link: its page says where to find one. */
function linksOf({ vault, publicUrl }: Platform, { id, company_id, guest_id }: RowOf<typeof invitationRow>) {
  const link = vault.deriveToken('manager', id)
  const page = managerPage(link)
  if (guest_id === null) {
    const unsubscribe = `${publicUrl()}${page}?stop=1`
    return { link: `${publicUrl()}${page}`, unsubscribe, unsubscribeUrl: unsubscribe, oneClick: false }
  }
  const mail = stopToken(vault, { companyId: company_id, guestId: guest_id })
  return stopLinks(publicUrl(), { page, api: `/api/hierarchical-links/${mail}`, link, mail })
}

/** The mail to the employee whose lists the manager has filled. */
export async function filledMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const [row] = await rows(
    platform.db,
    { manager: t.text },
    sql`select concat_ws(' ', hi.first_name, hi.last_name) as manager from hierarchy_invitations hi
      join companies c on c.company_id = hi.company_id and c.badges_active
      where hi.company_id = ${message.company_id} and hi.id = ${message.invitation_id} and hi.filled_at is not null`,
  )
  if (!row) return null
  const { head, common } = toEmployee(platform, addressee, '/badge-hierarchical-list')
  return { ...head, view: { kind: 'hierarchy_filled', ...common, manager: row.manager } }
}
