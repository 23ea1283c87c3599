import { type Locale, toLocale } from '@reflet/contract/common'
import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../db/index.ts'
import type { MessageKind } from '../../db/schema/messages.ts'
import { stopToken } from '../../platform/guests.ts'
import type { Platform } from '../../platform/index.ts'
import { stopLinks } from '../../platform/stop-page.ts'
import { statusAt } from '../coffee/coffee.policy.ts'
import { timesOf } from '../coffee/coffee.queries.ts'
import { coffeePlace, type InvitedRow, invitationOf, invitedColumns, invitedTables, namesOf } from '../coffee/invitation.queries.ts'
import { coffeeLink } from '../coffee/link.queries.ts'
import { type Addressee, byChoice, type Channel, isWanted, type Letter, type Message } from './letter.ts'
import type { CoffeeEnd, CoffeeView } from './mails/coffee.ts'

type CoffeeKind = Extract<MessageKind, `coffee_${string}`>

export const isAboutCoffee = (kind: MessageKind): kind is CoffeeKind => kind.startsWith('coffee_')

interface Known extends InvitedRow {
  /** Something later was queued for the same person: that speaks. */
  superseded: boolean
  /** They may have heard of this coffee. */
  told: boolean
  /** A calendar of theirs may have been filled: what has left cannot be called back, so a sending that broke off counts. */
  filled: boolean
}

async function find(db: Queryable, message: Message): Promise<Known | undefined> {
  const same = sql`o2.company_id = k.company_id and o2.coffee_id = k.id and o2.user_id is not distinct from ${message.user_id}::uuid
    and o2.guest_id is not distinct from ${message.guest_id}::uuid and o2.id <> ${message.id}`
  const left = sql`o2.attempts > 0 and (o2.last_error is distinct from 'nothing_to_say' or o2.attempts > 1)`
  const shown = sql`exists (select from pushes p where p.company_id = o2.company_id and p.message_id = o2.id and p.sent_at is not null and p.last_error is null)`
  const before = (which: SQL) => sql`exists (select from outbox o2 where ${same} and ${which})`
  const [row] = await rows<Known>(
    db,
    sql`select ${invitedColumns}, ${before(sql`o2.id > ${message.id}`)} as superseded,
        ${before(sql`(${left} or ${shown}) and o2.kind in ('coffee_proposed', 'coffee_accepted')`)} as told, ${before(sql`${left} and o2.kind = 'coffee_accepted'`)} as filled
      from ${invitedTables} where k.company_id = ${message.company_id} and k.id = ${message.coffee_id}`,
  )
  return row
}

/**
 * What a coffee's state of now has to say to one of its two people: every mail is made anew, and one whose moment has passed
 * says nothing. Whose calendar was filled is told to clear it, whatever they have switched off since.
 */
export async function coffeeLetter(
  platform: Platform,
  message: Message,
  kind: CoffeeKind,
  addressee: Addressee,
  channel: Channel,
): Promise<Letter | null> {
  const row = await find(platform.db, message)
  if (!row || row.superseded) return null
  const what = speak(row, message, kind, platform.clock())
  if (!what) return null
  const byMail = channel === 'email'
  const clearing = byMail && what.calendar === 'CANCEL'
  if (!clearing && !isWanted(kind, addressee.switched_off, channel)) return null
  const toOrganiser = isOrganiser(row, message)
  const locale = toLocale(addressee.locale)
  // Whoever has a device has an account: what a service sees on its way opens nothing.
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
  return stopLinks(publicUrl(), { page: `/coffee/${link}`, api: `/api/coffee-links/${mail}`, link, mail })
}

const isOrganiser = (row: InvitedRow, message: Message) => row.organiser_id !== null && row.organiser_id === message.user_id

type Says<View = CoffeeView> = View extends CoffeeView
  ? Pick<View, Extract<keyof View, 'kind' | 'moved' | 'end' | 'cleared' | 'slots'>>
  : never

interface Spoken {
  readonly says: Says
  readonly calendar: 'REQUEST' | 'CANCEL' | null
}

/** Which of the mails the state of now asks for; null when it is not the time of this message any more. */
function speak(row: Known, message: Message, kind: CoffeeKind, now: Date): Spoken | null {
  const times = timesOf(row)
  const status = statusAt(times, now)
  const slot = times.slot === null ? [] : [new Date(times.slot)]
  if (kind === 'coffee_proposed') {
    const ahead = times.slots.filter((time) => time > now.getTime()).map((time) => new Date(time))
    return status === 'pending' ? { says: { kind: 'coffee_proposed', moved: row.told, slots: ahead }, calendar: null } : null
  }
  if (kind === 'coffee_accepted') {
    if (status !== 'accepted' || slot.every((time) => time <= now)) return null
    return { says: { kind: 'coffee_accepted', slots: slot }, calendar: 'REQUEST' }
  }
  if (status === 'pending' || status === 'accepted') return null
  const end = endFor(row, kind, isOrganiser(row, message))
  if (!row.filled && (end === 'told' || end === 'expired' || (end === 'cancelled' && !row.told))) return null
  return { says: { kind: 'coffee_ended', end, cleared: row.filled, slots: slot }, calendar: row.filled ? 'CANCEL' : null }
}

/** Whoever ended it knows why. */
function endFor({ status, organiser_id, user_id, guest_id }: Known, kind: CoffeeKind, toOrganiser: boolean): CoffeeEnd {
  if (organiser_id === null || (user_id === null && guest_id === null)) return 'left'
  if (status === 'expired') return 'expired'
  if (kind === 'coffee_declined') return 'declined'
  return status === 'cancelled' && !toOrganiser ? 'cancelled' : 'told'
}

const commonOf = (platform: Platform, row: InvitedRow, locale: Locale, toOrganiser: boolean) => ({
  locale,
  name: toOrganiser ? namesOf(row).invitee : namesOf(row).organiser,
  minutes: row.minutes,
  place: coffeePlace(platform, row),
  time_zone: (toOrganiser ? row.organiser_zone : (row.invitee_zone ?? row.organiser_zone)) ?? 'UTC',
})
