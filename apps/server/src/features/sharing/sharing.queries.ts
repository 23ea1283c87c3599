import type { SharedAnswer } from '@reflet/contract/sharing'
import { sql } from 'drizzle-orm'
import { instant, type Queryable, rows } from '../../db/index.ts'
import { cursorAfter, pageOf } from '../../platform/cursor.ts'
import type { Viewer } from '../../platform/session.ts'
import { isNamedAnswer } from '../feedback/feedback.policy.ts'
import { type AnswerRow, answerColumns, answerTables, toNamedAnswer } from '../feedback/received-answers/received-answers.queries.ts'
import { personJson } from '../people/person.queries.ts'

const PAGE = 20

interface SharedRow extends AnswerRow {
  shared_id: string
  owner: SharedAnswer['owner']
}

/** Answers shared with the viewer by people whose current manager they are: over `answerTables`, with their `owner`. */
const sharedWith = (viewer: Viewer) => sql`from ${answerTables}
  join users owner on owner.company_id = sa.company_id and owner.id = sa.owner_id and owner.manager_id = sa.manager_id
    and owner.deactivated_at is null
  where sa.company_id = ${viewer.companyId} and sa.manager_id = ${viewer.userId}
    and ${isNamedAnswer}`

/** Answers shared with the viewer, newest first. The owner's thanks to the giver are not included. */
export async function listShared(db: Queryable, viewer: Viewer, cursor: string | undefined) {
  const [before] = cursorAfter(cursor, 'id')
  const found = await rows<SharedRow>(
    db,
    sql`select ${answerColumns}, sa.id as shared_id, ${personJson(sql`owner`)} as owner
      ${sharedWith(viewer)} ${before ? sql`and sa.id < ${before}` : sql``}
      order by sa.id desc limit ${PAGE + 1}`,
  )
  const { page, next_cursor } = pageOf(found, PAGE, (row) => [row.shared_id])
  return { answers: page.map((row) => toSharedAnswer(row, viewer)), next_cursor }
}

/** The total number of answers in `listShared`. */
export async function countShared(db: Queryable, viewer: Viewer): Promise<{ n: number }> {
  const [counted] = await rows<{ n: number }>(db, sql`select count(*)::int as n ${sharedWith(viewer)}`)
  return { n: counted?.n ?? 0 }
}

function toSharedAnswer(row: SharedRow, viewer: Viewer): SharedAnswer {
  const { thanks: _, is_read: __, new: ___, ...answer } = toNamedAnswer(row, viewer)
  return { ...answer, owner: row.owner, shared_at: instant(row.shared_at ?? row.answered_at) }
}
