import { type Locale, toLocale } from '@reflet/contract/common'
import { sql } from 'drizzle-orm'
import { rows } from '../../db/index.ts'
import type { SwitchedOff } from '../../db/schema/people.ts'
import { stopToken } from '../../platform/guests.ts'
import type { Platform } from '../../platform/index.ts'
import { stopLinks } from '../../platform/stop-page.ts'
import { isOpen, isStopped } from '../hierarchy/hierarchy.policy.ts'
import { type Addressee, choicesUrl, isWanted, type Letter, type Message } from './letter.ts'

interface InvitationRow {
  id: string
  company_id: string
  guest_id: string | null
  email: string
  first_name: string
  locale: Locale
  expires_at: string
  employee: string
  company: string
  /** null for a manager without an account. */
  switched_off: SwitchedOff | null
  time_zone: string | null
}

/** To the manager whom an employee named, by the address as it was typed; null when they have filled the lists, or want no such mails. */
export async function managerLetter(
  platform: Platform,
  message: Message,
  kind: 'hierarchy_request' | 'hierarchy_reminder',
): Promise<Letter | null> {
  const [row] = await rows<InvitationRow>(
    platform.db,
    sql`select i.id, i.company_id, g.id as guest_id, i.email, i.first_name, i.locale, i.expires_at, concat_ws(' ', u.first_name, u.last_name) as employee, c.name as company,
        m.notifications as switched_off, m.time_zone
      from hierarchy_invitations i
      join users u on u.company_id = i.company_id and u.id = i.user_id
      join companies c on c.company_id = i.company_id
      left join users m on m.company_id = i.company_id and m.email = i.email
      left join guests g on g.company_id = i.company_id and g.email = i.email
      where i.company_id = ${message.company_id} and i.id = ${message.invitation_id} and i.filled_at is null
        and ${isOpen(sql`${platform.clock()}`)} and not ${isStopped}`,
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

/** An invitation of the release before this one may have no row that a stop link could name: its page says where to find one. */
function linksOf({ vault, publicUrl }: Platform, { id, company_id, guest_id }: InvitationRow) {
  const link = vault.deriveToken('manager', id)
  const page = `/hierarchical-list/${link}`
  if (guest_id === null) {
    const unsubscribe = `${publicUrl()}${page}?stop=1`
    return { link: `${publicUrl()}${page}`, unsubscribe, unsubscribeUrl: unsubscribe, oneClick: false }
  }
  const mail = stopToken(vault, { companyId: company_id, guestId: guest_id })
  return stopLinks(publicUrl(), { page, api: `/api/hierarchical-links/${mail}`, link, mail })
}

/** To the employee whose lists the manager has filled. */
export async function filledLetter(platform: Platform, message: Message, addressee: Addressee): Promise<Letter | null> {
  const [row] = await rows<{ manager: string }>(
    platform.db,
    sql`select concat_ws(' ', i.first_name, i.last_name) as manager from hierarchy_invitations i
      join companies c on c.company_id = i.company_id and c.badges_active
      where i.company_id = ${message.company_id} and i.id = ${message.invitation_id} and i.filled_at is not null`,
  )
  if (!row) return null
  const unsubscribe = choicesUrl(platform)
  return {
    to: addressee.email,
    unsubscribeUrl: unsubscribe,
    view: {
      kind: 'hierarchy_filled',
      locale: toLocale(addressee.locale),
      first_name: addressee.first_name,
      manager: row.manager,
      link: `${platform.publicUrl()}/badge-hierarchical-list`,
      unsubscribe,
    },
  }
}
