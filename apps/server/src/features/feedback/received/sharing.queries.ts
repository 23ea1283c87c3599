import type { SharedAnswer } from '@reflet/contract/feedback'
import { sql } from 'drizzle-orm'
import { instant, type Queryable, rows } from '../../../db/index.ts'
import { cursorAfter, pageOf } from '../../../platform/cursor.ts'
import { personJson } from '../../../platform/person.ts'
import type { Viewer } from '../../../platform/session.ts'
import { type AnswerRow, answerColumns, answerTables, toNamedAnswer } from './received-answers.queries.ts'

const PAGE = 20

interface SharedRow extends AnswerRow {
  shared_id: string
  owner: SharedAnswer['owner']
}

/** Answers that people whose manager the viewer is now share with them: over `answerTables`, with their owner `o`. */
const sharedWith = (viewer: Viewer) => sql`from ${answerTables}
  join users o on o.company_id = h.company_id and o.id = h.owner_id and o.manager_id = h.manager_id and o.deactivated_at is null
  where h.company_id = ${viewer.companyId} and h.manager_id = ${viewer.userId}
    and f.status = 'answered' and f.released_at is not null and not f.confidential`

/** What is shared with the viewer, newest first. What the owner said to the giver is not among it. */
export async function listShared(db: Queryable, viewer: Viewer, cursor: string | undefined) {
  const [before] = cursorAfter(cursor, 'id')
  const found = await rows<SharedRow>(
    db,
    sql`select ${answerColumns}, h.id as shared_id, ${personJson(sql`o`)} as owner
      ${sharedWith(viewer)} ${before ? sql`and h.id < ${before}` : sql``}
      order by h.id desc limit ${PAGE + 1}`,
  )
  const { page, next_cursor } = pageOf(found, PAGE, (row) => [row.shared_id])
  return { answers: page.map((row) => toSharedAnswer(row, viewer)), next_cursor }
}

/** How many answers `listShared` shows in all. */
export async function countShared(db: Queryable, viewer: Viewer): Promise<{ n: number }> {
  const [counted] = await rows<{ n: number }>(db, sql`select count(*)::int as n ${sharedWith(viewer)}`)
  return { n: counted?.n ?? 0 }
}

function toSharedAnswer(row: SharedRow, viewer: Viewer): SharedAnswer {
  const { thanks: _, is_read: __, ...answer } = toNamedAnswer(row, viewer)
  return { ...answer, owner: row.owner, shared_at: instant(row.shared_at ?? row.answered_at) }
}
