import { type Locale, toLocale } from '@reflet/contract/common'
import { coffeePage } from '@reflet/contract/guest-pages'
import { type Queryable, type RowOf, rows, type Sql, sql, t } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { statusAt } from '../coffee/coffee.policy.ts'
import { timesOf } from '../coffee/coffee.queries.ts'
import {
  coffeePlace,
  type InvitedRow,
  invitationOf,
  invitedColumns,
  invitedRow,
  invitedTables,
  namesOf,
} from '../coffee/invitation.queries.ts'
import { coffeeLink } from '../coffee/link.queries.ts'
import { stopToken } from '../guests/guests.ts'
import { stopLinks } from '../guests/stop-page.ts'
import type { MessageKind } from '../messages/kinds.ts'
import type { CoffeeEnd, CoffeeView } from './mails/coffee.ts'
import { type Addressee, byChoice, type Channel, isWanted, type Message, type MessageContent } from './message.ts'

type CoffeeKind = Extract<MessageKind, `coffee_${string}`>

export const isAboutCoffee = (kind: MessageKind): kind is CoffeeKind => kind.startsWith('coffee_')

const knownRow = {
  ...invitedRow,
  /** A later message was queued for the same person and replaces this one. */
  superseded: t.bool,
  /** They may have been notified of this coffee chat. */
  notified: t.bool,
  /** Their calendar may have an entry: a sent mail cannot be recalled, so an interrupted send counts. */
  filled: t.bool,
}
type Known = RowOf<typeof knownRow>

async function find(db: Queryable, message: Message): Promise<Known | undefined> {
  const same = sql`other.company_id = cq.company_id and other.coffee_id = cq.id
    and other.user_id is not distinct from ${message.user_id}::uuid
    and other.guest_id is not distinct from ${message.guest_id}::uuid and other.id <> ${message.id}`
  const left = sql`other.attempts > 0 and (other.last_error is distinct from 'nothing_to_say' or other.attempts > 1)`
  const shown = sql`exists (select from pushes pu
    where pu.company_id = other.company_id and pu.message_id = other.id and pu.sent_at is not null
      and pu.last_error is null)`
  const before = (which: Sql) => sql`exists (select from outbox other where ${same} and ${which})`
  const [row] = await rows(
    db,
    knownRow,
    sql`select ${invitedColumns}, ${before(sql`other.id > ${message.id}`)} as superseded,
        ${before(sql`(${left} or ${shown}) and other.kind in ('coffee_proposed', 'coffee_accepted')`)} as notified,
          ${before(sql`${left} and other.kind = 'coffee_accepted'`)} as filled
      from ${invitedTables} where cq.company_id = ${message.company_id} and cq.id = ${message.coffee_id}`,
  )
  return row
}

/**
 * The mail about a coffee chat's current state to one of its two people. Each mail is built from the current state; an outdated one is
 * dropped. A person whose calendar has an entry is always sent the cancellation, even after opting out.
 */
export async function coffeeMessage(
  platform: Platform,
  message: Message,
  kind: CoffeeKind,
  addressee: Addressee,
  channel: Channel,
): Promise<MessageContent | null> {
  const row = await find(platform.db, message)
  if (!row || row.superseded) return null
  const what = speak(row, message, kind, platform.clock())
  if (!what) return null
  const byMail = channel === 'email'
  const clearing = byMail && what.calendar === 'CANCEL'
  if (!clearing && !isWanted(kind, addressee.switched_off, channel)) return null
  const toOrganiser = isOrganiser(row, message)
  const locale = toLocale(addressee.locale)
  // Only people with an account have devices: the link in a push message needs a login.
  const { unsubscribeUrl, oneClick, ...links } =
    message.guest_id === null
      ? {
          ...byChoice(platform),
          link: toOrganiser || !byMail ? `${platform.publicUrl()}/coffee-request?id=${row.id}` : coffeeLink(platform, row.id),
        }
      : guestLinks(platform, message.company_id, message.guest_id, row.id)
  const content =
    byMail && what.calendar && (await invitationOf(platform, row, what.calendar, toOrganiser ? 'organiser' : 'invitee', locale))
  return {
    to: addressee.email,
    unsubscribeUrl,
    oneClick,
    ...(what.calendar && content && { calendar: { method: what.calendar, content } }),
    view: {
      ...what.says,
      ...commonOf(platform, row, locale, toOrganiser),
      first_name: addressee.first_name,
      company: addressee.company,
      guest: message.guest_id !== null,
      ...links,
    },
  }
}

function guestLinks({ vault, publicUrl }: Platform, companyId: string, guestId: string, coffeeId: string) {
  const mail = stopToken(vault, { companyId, guestId })
  const link = vault.deriveToken('coffee', coffeeId)
  return stopLinks(publicUrl(), { page: coffeePage(link), api: `/api/coffee-links/${mail}`, link, mail })
}

const isOrganiser = (row: InvitedRow, message: Message) => row.organiser_id !== null && row.organiser_id === message.user_id

type Says<View = CoffeeView> = View extends CoffeeView
  ? Pick<View, Extract<keyof View, 'kind' | 'moved' | 'end' | 'cleared' | 'slots'>>
  : never

interface Spoken {
  readonly says: Says
  readonly calendar: 'REQUEST' | 'CANCEL' | null
}

/** Which mail fits the current state; null when this message is outdated. */
function speak(row: Known, message: Message, kind: CoffeeKind, now: Date): Spoken | null {
  const times = timesOf(row)
  const status = statusAt(times, now)
  const slot = times.slot === null ? [] : [new Date(times.slot)]
  if (kind === 'coffee_proposed') {
    const ahead = times.slots.filter((time) => time > now.getTime()).map((time) => new Date(time))
    return status === 'pending' ? { says: { kind: 'coffee_proposed', moved: row.notified, slots: ahead }, calendar: null } : null
  }
  if (kind === 'coffee_accepted') {
    if (status !== 'accepted' || slot.every((time) => time <= now)) return null
    return { says: { kind: 'coffee_accepted', slots: slot }, calendar: 'REQUEST' }
  }
  if (status === 'pending' || status === 'accepted') return null
  const end = endFor(row, kind, isOrganiser(row, message))
  if (!row.filled && (end === 'calendar_only' || end === 'expired' || (end === 'cancelled' && !row.notified))) return null
  return { says: { kind: 'coffee_ended', end, cleared: row.filled, slots: slot }, calendar: row.filled ? 'CANCEL' : null }
}

/** The person who ended it knows the reason. */
function endFor({ status, organiser_id, user_id, guest_id }: Known, kind: CoffeeKind, toOrganiser: boolean): CoffeeEnd {
  if (organiser_id === null || (user_id === null && guest_id === null)) return 'left'
  if (status === 'expired') return 'expired'
  if (kind === 'coffee_declined') return 'declined'
  return status === 'cancelled' && !toOrganiser ? 'cancelled' : 'calendar_only'
}

const commonOf = (platform: Platform, row: InvitedRow, locale: Locale, toOrganiser: boolean) => ({
  locale,
  name: toOrganiser ? namesOf(row).invitee : namesOf(row).organiser,
  minutes: row.minutes,
  place: coffeePlace(platform, row),
  time_zone: (toOrganiser ? row.organiser_zone : (row.invitee_zone ?? row.organiser_zone)) ?? 'UTC',
})
