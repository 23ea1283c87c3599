import type { CoffeeLinkView } from '@reflet/contract/coffee'
import { type Person, toLocale } from '@reflet/contract/common'
import { coffeePage } from '@reflet/contract/guest-pages'
import { type Params, query, sql, t } from '../../db/index.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import type { FoundLink } from '../../platform/links.ts'
import { isLinkAlive } from './coffee.policy.ts'
import { type CoffeeRow, coffeeColumns, coffeeRow, coffeeTables, shownOf, timesOf } from './coffee.queries.ts'

/** The link where the invited person answers without login; derived each time, as the database stores only the token's hash. */
export const coffeeLink = (platform: Platform, id: string) =>
  `${platform.publicUrl()}${coffeePage(platform.vault.deriveToken('coffee', id))}`

export interface LinkRow extends CoffeeRow {
  locale: string
  locale_is_chosen: boolean
  time_zone: string
  company_name: string
  stopped: boolean
  wrapped_key: Buffer
}

const selectLink = query(
  'coffee_link',
  {
    ...coffeeRow,
    locale: t.text,
    locale_is_chosen: t.bool,
    time_zone: t.text,
    company_name: t.text,
    stopped: t.bool,
    wrapped_key: t.bytes,
  },
  (
    v: Params<{ company_id: string; id: string }>,
  ) => sql`select ${coffeeColumns}, coalesce(invitee.locale, cq.guest_locale, g.locale, organiser.locale) as locale,
      coalesce(invitee.locale, nullif(coalesce(cq.guest_locale, g.locale), organiser.locale)) is not null
        as locale_is_chosen, coalesce(invitee.time_zone, organiser.time_zone, 'UTC') as time_zone,
      c.name as company_name, g.stopped_at is not null as stopped, c.wrapped_key
    from ${coffeeTables} join companies c on c.company_id = cq.company_id
    where cq.company_id = ${v.company_id} and cq.id = ${v.id} and invitee.deactivated_at is null`,
)

/**
 * The coffee chat of a link. Safe and without side effects: mail scanners open every link.
 * @throws not_found when the invited person has left or is deactivated; gone long after its last time
 */
export async function findLinked(platform: Platform, { companyId, subjectId }: FoundLink): Promise<LinkRow> {
  const [row] = await selectLink(platform.db, { company_id: companyId, id: subjectId })
  if (!row?.invitee) throw notFound()
  if (!isLinkAlive(timesOf(row), platform.clock())) throw new Problem('gone')
  return row
}

const withoutId = (person: Person): Person => ({ ...person, id: null })

/** What the link's page shows; text only while there is something to decide or the meeting is in the future. */
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
    locale_is_chosen: row.locale_is_chosen,
    time_zone: row.time_zone,
    company_name: row.company_name,
    mails_stopped: row.stopped,
    is_guest: row.user_id === null,
  }
}
