import { nullable, rows, sql, t } from '../../../db/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { type Claimed, report } from './claim.ts'
import { inLines, inSteps } from './step.ts'

/** Lines per transaction: few, so that other calls hardly wait. */
const BATCH = 100

/**
 * Managers, once everyone exists: a person who has a new one has them as a superior, too, without a place in the five lists, because that
 * could close a cycle there (as when the lists were merged into contacts). Goes through the lines in their order; after a crash it begins
 * again, and what is set already does not change.
 */
export async function setManagers(platform: Platform, claimed: Claimed): Promise<void> {
  const { db, clock } = platform
  let after = 0
  await inSteps(platform, async () => {
    const [next] = await rows(
      db,
      { last: nullable(t.int) },
      sql`select max(line) as last from (select il.line from people_import_lines il
        where ${inLines(claimed)} and il.line > ${after} order by il.line limit ${BATCH}) as batch`,
    )
    const last = next?.last ?? null
    if (last === null) return 'done'
    await db.transaction(async (tx) => {
      const changed = await rows(
        tx,
        { id: t.uuid, manager_id: nullable(t.uuid) },
        sql`update users u set manager_id = wanted.manager_id
          from (select person.id, manager.id as manager_id from people_import_lines il
            join users person on person.company_id = il.company_id and person.email = il.email
            left join users manager on manager.company_id = il.company_id
              and manager.email = il.fields ->> 'manager_email' and manager.deactivated_at is null
            where ${inLines(claimed)} and il.line > ${after} and il.line <= ${last}
              and il.plan in ('create', 'update')
              and il.fields ? 'manager_email' and person.manager_id is distinct from manager.id) as wanted
          where u.company_id = ${claimed.company_id} and u.id = wanted.id returning u.id, u.manager_id`,
      )
      const led = changed.filter(({ manager_id }) => manager_id !== null).map((row) => ({ ...row, contact_id: newId(clock()) }))
      if (led.length > 0)
        await tx.execute(sql`insert into contacts (company_id, id, user_id, contact_user_id, relation, created_at)
          select ${claimed.company_id}, x.contact_id, x.id, x.manager_id, 'superior', ${clock()}
          from json_to_recordset(${JSON.stringify(led)}::json) as x (contact_id uuid, id uuid, manager_id uuid)
          on conflict (company_id, user_id, contact_user_id) do update set relation = 'superior',
            position = case when contacts.relation = 'superior' then contacts.position end`)
      await report(tx, claimed, clock(), sql`done_lines = done_lines`)
    })
    after = last
    return 'more'
  })
}
