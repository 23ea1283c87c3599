import type { SharedAnswer } from '@reflet/contract/sharing'
import { instant, type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import { cursorAfter, pageOf } from '../../platform/cursor.ts'
import { notFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/session.ts'
import { isNamedAnswer } from '../feedback/feedback.policy.ts'
import { answerColumns, answerRow, answerTables, toNamedAnswer } from '../feedback/received-answers/received-answers.queries.ts'
import { personJson } from '../people/person.queries.ts'

const PAGE = 20

const sharedRow = { ...answerRow, shared_id: t.uuid, owner: t.json<SharedAnswer['owner']>(), is_new: t.bool }
/** Answers shared with the viewer by people whose current manager they are: over `answerTables`, with their `owner`. */
const sharedWith = (viewer: Viewer) => sql`from ${answerTables}
  join users owner on owner.company_id = sa.company_id and owner.id = sa.owner_id and owner.manager_id = sa.manager_id
    and owner.deactivated_at is null
  where sa.company_id = ${viewer.companyId} and sa.manager_id = ${viewer.userId} and ${isNamedAnswer}`

const selectShared = (viewer: Viewer) =>
  sql`select ${answerColumns}, sa.id as shared_id, sa.seen_at is null as is_new, ${personJson(sql`owner`)} as owner ${sharedWith(viewer)}`

/**
 * One answer that is shared with the viewer.
 * @throws not_found also when it is no longer shared, or when another person is the manager now
 */
export async function getShared(db: Queryable, viewer: Viewer, id: string): Promise<SharedAnswer> {
  const [row] = await rows(db, sharedRow, sql`${selectShared(viewer)} and f.id = ${id}`)
  if (!row) throw notFound()
  return toSharedAnswer(row, viewer)
}

/** The ids of those of these answers that are shared with the viewer now: a source of a statement. */
export const nowShared = (viewer: Viewer, ids: readonly string[]) =>
  sql`select sa.company_id, sa.feedback_id, sa.owner_id, f.skill_id ${sharedWith(viewer)} and f.id = any(${ids}::uuid[])`

/** Answers shared with the viewer, newest first. The owner's thanks to the giver are not included. */
export async function listShared(db: Queryable, viewer: Viewer, cursor: string | undefined) {
  const [before] = cursorAfter(cursor, 'id')
  const found = await rows(
    db,
    sharedRow,
    sql`${selectShared(viewer)} ${before ? sql`and sa.id < ${before}` : sql.empty} order by sa.id desc limit ${PAGE + 1}`,
  )
  const { page, next_cursor } = pageOf(found, PAGE, (row) => [row.shared_id])
  return { answers: page.map((row) => toSharedAnswer(row, viewer)), next_cursor }
}

/** The total number of answers in `listShared`, and of those that the viewer has not seen. */
export async function countShared(db: Queryable, viewer: Viewer): Promise<{ n: number; unseen: number }> {
  const [counted] = await rows(
    db,
    { n: t.int, unseen: t.int },
    sql`select count(*)::int as n, count(*) filter (where sa.seen_at is null)::int as unseen ${sharedWith(viewer)}`,
  )
  return { n: counted?.n ?? 0, unseen: counted?.unseen ?? 0 }
}

function toSharedAnswer(row: RowOf<typeof sharedRow>, viewer: Viewer): SharedAnswer {
  const { thanks: _, is_read: __, new: ___, manager_notes, ...answer } = toNamedAnswer(row, viewer)
  const mine = manager_notes.find(({ manager }) => manager.id === viewer.userId)
  return {
    ...answer,
    owner: row.owner,
    shared_at: instant(row.shared_at ?? row.answered_at),
    new: row.is_new,
    my_note: mine ? { id: mine.id, note: mine.note, noted_at: mine.noted_at } : null,
  }
}
