import type { SelfEvaluation } from '@reflet/contract/skills'
import { instant, type Queryable, rows, sql, t } from '../../db/index.ts'
import { cursorAfter, pageOf } from '../../platform/cursor.ts'
import type { Viewer } from '../../platform/session.ts'
import { skillName, skillTextRow } from '../catalogue/catalogue.queries.ts'

const EVALUATIONS_PAGE = 50

const evaluationRow = { ...skillTextRow, id: t.uuid, skill_id: t.uuid, rating: t.int, created_at: t.time }

/** The viewer's self-evaluations, newest first; of one skill or of all. */
export async function listSelfEvaluations(
  db: Queryable,
  viewer: Viewer,
  { skill_id, cursor }: { skill_id?: string | undefined; cursor?: string | undefined },
): Promise<{ evaluations: SelfEvaluation[]; next_cursor: string | null }> {
  const [at, id] = cursorAfter(cursor, 'instant', 'id')
  const found = await rows(
    db,
    evaluationRow,
    sql`select se.id, se.skill_id, se.rating, se.created_at, k.catalogue_key, k.names
      from self_evaluations se join skills k on k.company_id = se.company_id and k.id = se.skill_id
      where se.company_id = ${viewer.companyId} and se.user_id = ${viewer.userId}
        ${skill_id ? sql`and se.skill_id = ${skill_id}` : sql.empty}
        ${at && id ? sql`and (se.created_at, se.id) < (${at}::timestamptz, ${id}::uuid)` : sql.empty}
      order by se.created_at desc, se.id desc limit ${EVALUATIONS_PAGE + 1}`,
  )
  const { page, next_cursor } = pageOf(found, EVALUATIONS_PAGE, (row) => [row.created_at, row.id])
  const evaluations = page.map((row) => ({
    id: row.id,
    skill: { id: row.skill_id, name: skillName(row, viewer.locale) },
    rating: row.rating,
    created_at: instant(row.created_at),
  }))
  return { evaluations, next_cursor }
}
