import type { CoffeeMeeting } from '@reflet/contract/coffee'
import type { Locale, Person } from '@reflet/contract/common'
import { type SQL, sql } from 'drizzle-orm'
import { instant, instantOrNull, type Queryable, rows } from '../../db/index.ts'
import type { Seal } from '../../platform/crypto.ts'
import { cursorAfter, pageOf } from '../../platform/cursor.ts'
import { notFound } from '../../platform/errors.ts'
import { FORMER, personJson } from '../../platform/person.ts'
import type { Viewer } from '../../platform/session.ts'
import { type SkillText, skillName } from '../skills/skills.queries.ts'
import { type CoffeeSide, type CoffeeStatus, type CoffeeTimes, canOf, statusAt } from './coffee.policy.ts'

const PAGE = 20

/** A coffee as `coffeeColumns` tell it. */
export interface CoffeeRow {
  company_id: string
  id: string
  status: CoffeeStatus
  organiser_id: string | null
  user_id: string | null
  guest_id: string | null
  guest_first_name: string | null
  guest_last_name: string | null
  /** null for whoever has left. */
  organiser: Person | null
  invitee: Person | null
  slots: string[]
  slot_at: string | null
  minutes: number
  sequence: number
  sealed_place: Buffer | null
  sealed_message: Buffer | null
  created_at: string
  changed_at: string
}

/** The proposed times of `coffee_requests k`. */
export const slotsColumn = sql`(select json_agg(s.starts_at order by s.starts_at) from coffee_slots s where s.company_id = k.company_id and s.coffee_id = k.id) as slots`

/** The columns of `CoffeeRow`, over `coffeeTables`. */
export const coffeeColumns = sql`k.company_id, k.id, k.status, k.organiser_id, k.user_id, k.guest_id, k.guest_first_name, k.guest_last_name, k.slot_at, k.minutes, k.sequence,
  k.sealed_place, k.sealed_message, k.created_at, k.changed_at, ${personJson(sql`o`)} as organiser,
  coalesce(${personJson(sql`i`)}, case when g.id is not null then json_build_object('id', null, 'first_name', coalesce(k.guest_first_name, g.first_name),
    'last_name', coalesce(k.guest_last_name, g.last_name),
    'job_title', '', 'avatar_url', null) end) as invitee,
  ${slotsColumn}`

/** A coffee `k` with its organiser `o` and whom they asked, `i` or `g`. */
export const coffeeTables = sql`coffee_requests k
  left join users o on o.company_id = k.company_id and o.id = k.organiser_id
  left join users i on i.company_id = k.company_id and i.id = k.user_id
  left join guests g on g.company_id = k.company_id and g.id = k.guest_id`

/** As the policy reckons: the database writes a time inside JSON otherwise than in a column, and a number is the same for both. */
export const timesOf = (row: Pick<CoffeeRow, 'status' | 'slots' | 'slot_at'>): CoffeeTimes => ({
  status: row.status,
  slots: row.slots.map((slot) => Date.parse(slot)),
  slot: row.slot_at === null ? null : Date.parse(instant(row.slot_at)),
})

/** What both of its people see of a coffee. */
export function shownOf(row: CoffeeRow, seal: Seal, side: CoffeeSide, now: Date) {
  const times = timesOf(row)
  const status = statusAt(times, now)
  return {
    status,
    organiser: row.organiser ?? FORMER,
    invitee: row.invitee ?? FORMER,
    slots: row.slots.map(instant),
    // While other times are proposed, none is chosen.
    slot: status === 'accepted' ? instantOrNull(row.slot_at) : null,
    minutes: row.minutes,
    place: seal.open(row.sealed_place, 'coffee_requests.sealed_place', row.id),
    message: seal.open(row.sealed_message, 'coffee_requests.sealed_message', row.id),
    can: canOf(times, side, now),
  }
}

/** Coffees of the viewer's; `which` speaks of `coffee_requests k`. */
const selectMine = ({ companyId, userId }: Viewer, which: SQL) => sql`
  select ${coffeeColumns}, s.catalogue_key, s.names from ${coffeeTables}
  left join feedbacks f on f.company_id = k.company_id and f.id = k.feedback_id
  left join skills s on s.company_id = f.company_id and s.id = f.skill_id
  where k.company_id = ${companyId} and (k.organiser_id = ${userId} or k.user_id = ${userId}) and ${which}`

type MineRow = CoffeeRow & { catalogue_key: SkillText['catalogue_key']; names: SkillText['names'] }

function toMeeting(row: MineRow, viewer: Viewer, now: Date): CoffeeMeeting {
  const is_mine = row.organiser_id === viewer.userId
  return {
    id: row.id,
    ...shownOf(row, viewer.seal, is_mine ? 'organiser' : 'invitee', now),
    is_mine,
    skill_name: skillOf(row, viewer.locale),
    created_at: instant(row.created_at),
  }
}

const skillOf = (row: MineRow, locale: Locale) => (row.catalogue_key || row.names ? skillName(row, locale) : null)

/** Coffees that the viewer proposed or was asked to, newest first. */
export async function listCoffee(db: Queryable, viewer: Viewer, now: Date, cursor: string | undefined) {
  const [before] = cursorAfter(cursor, 'id')
  const found = await rows<MineRow>(
    db,
    sql`${selectMine(viewer, before ? sql`k.id < ${before}` : sql`true`)} order by k.id desc limit ${PAGE + 1}`,
  )
  const { page, next_cursor } = pageOf(found, PAGE, (row) => [row.id])
  return { coffee_requests: page.map((row) => toMeeting(row, viewer, now)), next_cursor }
}

/** @throws not_found also for one between others */
export async function getCoffee(db: Queryable, viewer: Viewer, now: Date, id: string): Promise<CoffeeMeeting> {
  const [row] = await rows<MineRow>(db, selectMine(viewer, sql`k.id = ${id}`))
  if (!row) throw notFound()
  return toMeeting(row, viewer, now)
}
