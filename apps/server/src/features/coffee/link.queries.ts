import type { CoffeeLinkView } from '@reflet/contract/coffee'
import { type Person, toLocale } from '@reflet/contract/common'
import { sql } from 'drizzle-orm'
import { statement } from '../../db/index.ts'
import { hashToken } from '../../platform/crypto.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import { isLinkAlive } from './coffee.policy.ts'
import { type CoffeeRow, coffeeColumns, coffeeTables, shownOf, timesOf } from './coffee.queries.ts'

/** Where the invited person answers without login; made anew whenever it is needed, the database holds only the token's hash. */
export const coffeeLink = (platform: Platform, id: string) => `${platform.publicUrl()}/coffee/${platform.vault.deriveToken('coffee', id)}`

export interface LinkRow extends CoffeeRow {
  locale: string
  time_zone: string
  company_name: string
  stopped: boolean
  wrapped_key: Buffer
}

const selectLink = statement<LinkRow, { token_hash: Buffer }>(
  'coffee_link',
  sql`select ${coffeeColumns}, coalesce(i.locale, k.guest_locale, g.locale, o.locale) as locale, coalesce(i.time_zone, o.time_zone, 'UTC') as time_zone,
      c.name as company_name, g.stopped_at is not null as stopped, c.wrapped_key
    from ${coffeeTables} join companies c on c.company_id = k.company_id
    where k.token_hash = ${sql.placeholder('token_hash')} and i.deactivated_at is null`,
)

/**
 * The coffee of a link. Finding it changes nothing: mail scanners open every link.
 * @throws not_found for an unknown token, and when the person who was asked has left or is deactivated; gone long after its last time
 */
export async function findLink(platform: Platform, token: string): Promise<LinkRow> {
  const [row] = await selectLink(platform.db, { token_hash: hashToken(token) })
  if (!row?.invitee) throw notFound()
  if (!isLinkAlive(timesOf(row), platform.clock())) throw new Problem('gone')
  return row
}

const withoutId = (person: Person): Person => ({ ...person, id: null })

/** What the link's page shows; words only while there is something to decide or to look forward to. */
export function toLinkView(platform: Platform, row: LinkRow): CoffeeLinkView {
  const shown = shownOf(row, platform.vault.sealOf(row.company_id, row.wrapped_key), 'invitee', platform.clock())
  const { place, message } = shown.status === 'pending' || shown.status === 'accepted' ? shown : { place: null, message: null }
  return {
    ...shown,
    organiser: withoutId(shown.organiser),
    invitee: withoutId(shown.invitee),
    place,
    message,
    locale: toLocale(row.locale),
    time_zone: row.time_zone,
    company_name: row.company_name,
    mails_stopped: row.stopped,
    is_guest: row.user_id === null,
  }
}
