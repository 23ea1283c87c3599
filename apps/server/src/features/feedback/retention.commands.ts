import { type Queryable, rows, sql, t } from '../../db/index.ts'
import { inBatches } from '../../platform/batches.ts'
import type { Platform } from '../../platform/index.ts'
import { record, SYSTEM } from '../audit/audit.ts'

/** Answers, or requests, per statement. */
const BATCH = 500

/**
 * Deletes answers that are older than their company keeps them; figures stay, because the totals by month are not counted down. A group of
 * confidential answers was released at one moment, so it goes as a whole. A request without answers goes when it is as old.
 * Idempotent; called each night.
 * @returns how many answers were deleted
 */
export async function deleteOldAnswers(platform: Platform): Promise<number> {
  const { db, clock } = platform
  const now = clock()
  const due = await rows(
    db,
    { company_id: t.uuid, before: t.text },
    sql`select company_id, (${now}::timestamptz - retention_months * interval '1 month')::text as before
      from companies where retention_months is not null order by company_id`,
  )
  let total = 0
  for (const { company_id, before } of due) {
    const answers = await deleteAnswers(db, company_id, before)
    const requests = await deleteRequests(db, company_id, before, now)
    total += answers
    if (answers + requests > 0)
      await record(db, now, { companyId: company_id, actor: SYSTEM, action: 'retention_ran', details: { answers, requests } })
  }
  return total
}

/** The setting holds for the one statement, which is its own transaction. */
const keepingTotals = sql`(select set_config('reflet.keeps_totals', 'on', true)) = 'on'`

const deleteAnswers = (db: Queryable, companyId: string, before: string) =>
  inBatches(BATCH, async () => {
    const gone = await db.execute(sql`delete from feedbacks where ${keepingTotals} and company_id = ${companyId} and id in (
          select f.id from feedbacks f where f.company_id = ${companyId} and f.status = 'answered'
            and f.answered_at < ${before}::timestamptz and coalesce(f.released_at, f.answered_at) < ${before}::timestamptz
          limit ${BATCH})`)
    return gone
  })

/** With their context and message, their pending, declined and expired feedbacks, and what was released of them. */
const deleteRequests = (db: Queryable, companyId: string, before: string, now: Date) =>
  inBatches(BATCH, async () => {
    await db.execute(sql`delete from confidential_releases cr where cr.company_id = ${companyId} and not exists (select
      from feedbacks f
      where f.company_id = cr.company_id and f.request_id = cr.request_id and f.skill_id = cr.skill_id
        and f.released_at is not null)`)
    const gone = await db.execute(sql`delete from requests where ${keepingTotals} and company_id = ${companyId} and id in (
          select r.id from requests r where r.company_id = ${companyId} and r.created_at < ${before}::timestamptz
            and r.expires_at < ${now} and not exists (select from feedbacks f
              where f.company_id = r.company_id and f.request_id = r.id and f.status = 'answered')
          limit ${BATCH})`)
    return gone
  })
