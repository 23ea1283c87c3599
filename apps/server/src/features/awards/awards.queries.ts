import { type AWARD_BOXES, AWARD_UNDO_HOURS, type Award, type Visibility } from '@reflet/contract/awards'
import type { Person } from '@reflet/contract/common'
import { HOUR_MS } from '@reflet/contract/durations'
import { instant, nullable, type Queryable, type RowOf, rows, type Sql, sql, t } from '../../db/index.ts'
import { cursorAfter, pageOf } from '../../platform/cursor.ts'
import { notFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/session.ts'
import { FORMER, personJson } from '../people/person.queries.ts'
import { awardTypeRow, toAwardType, typeColumns } from './types.queries.ts'

const PAGE = 20

export type AwardBox = (typeof AWARD_BOXES)[number]

const awardRow = {
  ...awardTypeRow,
  id: t.uuid,
  giver_id: nullable(t.uuid),
  receiver_id: t.uuid,
  giver: nullable(t.json<Person>()),
  receiver: t.json<Person>(),
  sealed_message: nullable(t.bytes),
  visibility: t.oneOf<Visibility>(),
  created_at: t.time,
}
/** Awards given since then can still be revoked. */
export const undoableSince = (now: Date) => new Date(now.getTime() - AWARD_UNDO_HOURS * HOUR_MS)

/** Awards of the viewer's company; `which` is a condition on `awards a`. */
const selectAwards = (viewer: Viewer, which: Sql) => sql`
  select a.id, a.giver_id, a.receiver_id, a.sealed_message, a.visibility, a.created_at, ${typeColumns},
    ${personJson(sql`giver`)} as giver, ${personJson(sql`receiver`)} as receiver
  from awards a
  join award_types ty on ty.company_id = a.company_id and ty.id = a.type_id
  join users receiver on receiver.company_id = a.company_id and receiver.id = a.receiver_id
  left join users giver on giver.company_id = a.company_id and giver.id = a.giver_id
  where a.company_id = ${viewer.companyId} and ${which}`

const toAward = (row: RowOf<typeof awardRow>, { userId, locale, seal }: Viewer, now: Date): Award => ({
  id: row.id,
  type: toAwardType(row, locale),
  giver: row.giver ?? FORMER,
  receiver: row.receiver,
  message: seal.open(row.sealed_message, 'awards.sealed_message', row.id),
  visibility: row.visibility,
  created_at: instant(row.created_at),
  can: {
    hide: row.receiver_id === userId && row.visibility === 'company',
    withdraw: row.giver_id === userId && new Date(row.created_at) > undoableSince(now),
  },
})

const inBox = ({ userId }: Viewer): Record<AwardBox, Sql> => ({
  received: sql`a.receiver_id = ${userId}`,
  given: sql`a.giver_id = ${userId}`,
  company: sql`a.visibility = 'company'`,
})

/** Awards that the viewer received or gave, or their company's feed, newest first. */
export async function listAwards(db: Queryable, viewer: Viewer, now: Date, box: AwardBox, cursor: string | undefined) {
  const [before] = cursorAfter(cursor, 'id')
  const found = await rows(
    db,
    awardRow,
    sql`${selectAwards(viewer, inBox(viewer)[box])} ${before ? sql`and a.id < ${before}` : sql.empty} order by a.id desc
      limit ${PAGE + 1}`,
  )
  const { page, next_cursor } = pageOf(found, PAGE, (row) => [row.id])
  return { awards: page.map((row) => toAward(row, viewer, now)), next_cursor }
}

/**
 * One award that the viewer gave or received, or that is on their company's feed.
 * @throws not_found also for one between other people
 */
export async function getAward(db: Queryable, viewer: Viewer, now: Date, id: string): Promise<Award> {
  const { received, given, company } = inBox(viewer)
  const [row] = await rows(db, awardRow, selectAwards(viewer, sql`a.id = ${id} and (${received} or ${given} or ${company})`))
  if (!row) throw notFound()
  return toAward(row, viewer, now)
}

/** The awards that one call gave. */
export async function awardsGivenBy(db: Queryable, viewer: Viewer, now: Date, key: string): Promise<Award[]> {
  const given = await rows(
    db,
    awardRow,
    sql`${selectAwards(viewer, sql`${inBox(viewer).given} and a.idempotency_key = ${key}`)} order by a.id`,
  )
  return given.map((row) => toAward(row, viewer, now))
}
