import type { CoffeeMeeting } from '@reflet/contract/coffee'
import type { Locale, Person } from '@reflet/contract/common'
import { instant, instantOrNull, nullable, type Queryable, type RowOf, rows, type Sql, sql, t } from '../../db/index.ts'
import type { Seal } from '../../platform/crypto.ts'
import { cursorAfter, pageOf } from '../../platform/cursor.ts'
import { notFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/session.ts'
import { skillName, skillTextRow } from '../catalogue/catalogue.queries.ts'
import { FORMER, personJson } from '../people/person.queries.ts'
import { type CoffeeSide, type CoffeeStatus, type CoffeeTimes, canOf, statusAt } from './coffee.policy.ts'

const PAGE = 20

/** The two people of a coffee chat, the invited one an employee or a guest; null for a deleted account. */
export const partiesRow = {
  company_id: t.uuid,
  id: t.uuid,
  organiser_id: nullable(t.uuid),
  user_id: nullable(t.uuid),
  guest_id: nullable(t.uuid),
  guest_first_name: nullable(t.text),
  guest_last_name: nullable(t.text),
}
export type Parties = RowOf<typeof partiesRow>

/** A coffee chat without its people's names. */
export const meetingRow = {
  ...partiesRow,
  status: t.oneOf<CoffeeStatus>(),
  slots: t.json<string[]>(),
  slot_at: nullable(t.time),
  minutes: t.int,
  sequence: t.int,
  sealed_place: nullable(t.bytes),
  changed_at: t.time,
}

/** A row of `coffeeColumns`. */
export const coffeeRow = {
  ...meetingRow,
  /** null when the account was deleted. */
  organiser: nullable(t.json<Person>()),
  invitee: nullable(t.json<Person>()),
  sealed_message: nullable(t.bytes),
  created_at: t.time,
}
export type CoffeeRow = RowOf<typeof coffeeRow>

/** The proposed times of `coffee_requests cq`. */
export const slotsColumn = sql`(select json_agg(cs.starts_at order by cs.starts_at) from coffee_slots cs
  where cs.company_id = cq.company_id and cs.coffee_id = cq.id) as slots`

/** The columns of `CoffeeRow`, over `coffeeTables`. */
export const coffeeColumns = sql`cq.company_id, cq.id, cq.status, cq.organiser_id, cq.user_id, cq.guest_id,
  cq.guest_first_name, cq.guest_last_name, cq.slot_at, cq.minutes, cq.sequence,
  cq.sealed_place, cq.sealed_message, cq.created_at, cq.changed_at, ${personJson(sql`organiser`)} as organiser,
  coalesce(${personJson(sql`invitee`)}, case when g.id is not null
    then json_build_object('id', null, 'first_name', coalesce(cq.guest_first_name, g.first_name),
    'last_name', coalesce(cq.guest_last_name, g.last_name), 'job_title', '', 'avatar_url', null) end) as invitee, ${slotsColumn}`

/** A coffee chat `cq` with its `organiser` and the invited person, `invitee` or `g`. */
export const coffeeTables = sql`coffee_requests cq
  left join users organiser on organiser.company_id = cq.company_id and organiser.id = cq.organiser_id
  left join users invitee on invitee.company_id = cq.company_id and invitee.id = cq.user_id
  left join guests g on g.company_id = cq.company_id and g.id = cq.guest_id`

/** As the policy needs it: numbers, because PostgreSQL formats a time inside JSON differently from a column. */
export const timesOf = (row: Pick<CoffeeRow, 'status' | 'slots' | 'slot_at'>): CoffeeTimes => ({
  status: row.status,
  slots: row.slots.map((slot) => Date.parse(slot)),
  slot: row.slot_at === null ? null : Date.parse(instant(row.slot_at)),
})

/** What both people see of a coffee chat. */
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

/** Coffee chats of the viewer; `which` is a condition on `coffee_requests cq`. */
const selectMine = ({ companyId, userId }: Viewer, which: Sql) => sql`
  select ${coffeeColumns}, k.catalogue_key, k.names from ${coffeeTables}
  left join feedbacks f on f.company_id = cq.company_id and f.id = cq.feedback_id
  left join skills k on k.company_id = f.company_id and k.id = f.skill_id
  where cq.company_id = ${companyId} and (cq.organiser_id = ${userId} or cq.user_id = ${userId}) and ${which}`

const mineRow = {
  ...coffeeRow,
  ...skillTextRow,
}
type MineRow = RowOf<typeof mineRow>

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

/** Coffee chats that the viewer proposed or was invited to, newest first. */
export async function listCoffee(db: Queryable, viewer: Viewer, now: Date, cursor: string | undefined) {
  const [before] = cursorAfter(cursor, 'id')
  const found = await rows(
    db,
    mineRow,
    sql`${selectMine(viewer, before ? sql`cq.id < ${before}` : sql`true`)} order by cq.id desc limit ${PAGE + 1}`,
  )
  const { page, next_cursor } = pageOf(found, PAGE, (row) => [row.id])
  return { coffee_requests: page.map((row) => toMeeting(row, viewer, now)), next_cursor }
}

/** @throws not_found also for one between other people */
export async function getCoffee(db: Queryable, viewer: Viewer, now: Date, id: string): Promise<CoffeeMeeting> {
  const [row] = await rows(db, mineRow, selectMine(viewer, sql`cq.id = ${id}`))
  if (!row) throw notFound()
  return toMeeting(row, viewer, now)
}
