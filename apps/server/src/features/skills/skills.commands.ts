import type { SelfEvaluation } from '@reflet/contract/skills'
import { insert, type Queryable, rows, sql, t } from '../../db/index.ts'
import { notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { lockViewer, type Viewer } from '../../platform/session.ts'
import { type SkillText, skillName, skillTextRow } from '../catalogue/catalogue.queries.ts'

/**
 * Replaces the skills that the viewer works on, in this order; one that stays keeps the day it was chosen.
 * @throws not_found when one is not of the company's catalogue
 */
export async function chooseSkills(platform: Platform, viewer: Viewer, skillIds: readonly string[]): Promise<void> {
  const ids = [...new Set(skillIds)]
  await platform.db.transaction(async (tx) => {
    await skillsOf(tx, viewer, ids)
    // Race: concurrent changes must not be merged.
    await lockViewer(tx, viewer)
    await tx.execute(sql`delete from user_skills
      where company_id = ${viewer.companyId} and user_id = ${viewer.userId}
        and skill_id <> all(${ids}::uuid[])`)
    await tx.execute(sql`insert into user_skills (company_id, user_id, skill_id, position, chosen_at)
      select ${viewer.companyId}, ${viewer.userId}, id, place, ${platform.clock()}
      from unnest(${ids}::uuid[]) with ordinality as chosen (id, place)
      on conflict (company_id, user_id, skill_id) do update set position = excluded.position`)
  })
}

/** @throws not_found when one of the distinct ids is not of the company's catalogue */
async function skillsOf(db: Queryable, viewer: Viewer, ids: readonly string[]): Promise<Map<string, SkillText>> {
  const known = await rows(
    db,
    { ...skillTextRow, id: t.uuid },
    sql`select id, catalogue_key, names from skills
      where company_id = ${viewer.companyId} and retired_at is null and id = any(${ids}::uuid[])`,
  )
  if (known.length !== ids.length) throw notFound()
  return new Map(known.map((skill) => [skill.id, skill]))
}

/**
 * Resets the statistics of some skills: earlier answers stay readable but no longer count in any score.
 * @throws not_found when one is not of the company's catalogue
 */
export async function resetSkills(platform: Platform, viewer: Viewer, skillIds: readonly string[]): Promise<void> {
  const now = platform.clock()
  const { companyId: company_id, userId: user_id } = viewer
  await platform.db.transaction(async (tx) => {
    await skillsOf(tx, viewer, skillIds)
    await insert(
      tx,
      'skill_resets',
      skillIds.map((skill_id) => ({ company_id, id: newId(now), user_id, skill_id, created_at: now })),
    )
  })
}

/**
 * Stores a self-evaluation; earlier ones are kept as history.
 * @throws not_found when a skill is not of the company's catalogue
 */
export async function evaluateMyself(
  platform: Platform,
  viewer: Viewer,
  evaluations: readonly { skill_id: string; rating: number }[],
): Promise<SelfEvaluation[]> {
  const now = platform.clock()
  const { companyId: company_id, userId: user_id } = viewer
  return platform.db.transaction(async (tx) => {
    const known = await skillsOf(
      tx,
      viewer,
      evaluations.map(({ skill_id }) => skill_id),
    )
    const stored = evaluations.map(({ skill_id, rating }) => ({ company_id, id: newId(now), user_id, skill_id, rating, created_at: now }))
    await insert(tx, 'self_evaluations', stored)
    return stored.map(({ id, skill_id, rating }) => ({
      id,
      skill: { id: skill_id, name: skillName(known.get(skill_id) as SkillText, viewer.locale) },
      rating,
      created_at: now.toISOString(),
    }))
  })
}
