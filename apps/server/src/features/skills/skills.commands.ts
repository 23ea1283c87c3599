import { sql } from 'drizzle-orm'
import { rows } from '../../db/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'

/**
 * Replaces the skills that the viewer works on; the order is kept, and one that stays keeps the day it was chosen.
 * @throws not_found when one is not of the company's catalogue
 */
export async function chooseSkills(platform: Platform, viewer: Viewer, skillIds: readonly string[]): Promise<void> {
  const ids = [...new Set(skillIds)]
  await platform.db.transaction(async (tx) => {
    const known = await rows(
      tx,
      sql`select id from skills where company_id = ${viewer.companyId} and retired_at is null and id = any(${sql.param(ids)}::uuid[])`,
    )
    if (known.length !== ids.length) throw notFound()
    await tx.execute(
      sql`delete from user_skills where company_id = ${viewer.companyId} and user_id = ${viewer.userId} and skill_id <> all(${sql.param(ids)}::uuid[])`,
    )
    await tx.execute(
      sql`insert into user_skills (company_id, user_id, skill_id, position, chosen_at)
        select ${viewer.companyId}, ${viewer.userId}, id, place, ${platform.clock()}
        from unnest(${sql.param(ids)}::uuid[]) with ordinality as chosen (id, place)
        on conflict (company_id, user_id, skill_id) do update set position = excluded.position`,
    )
  })
}
