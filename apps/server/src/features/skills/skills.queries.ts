import type { Locale } from '@reflet/contract/common'
import type { SelfEvaluation, Skill } from '@reflet/contract/skills'
import { sql } from 'drizzle-orm'
import { instant, type Queryable, rows, statement } from '../../db/index.ts'
import type { Translations } from '../../db/schema/skills.ts'
import { cursorAfter, pageOf } from '../../platform/cursor.ts'
import { notFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/session.ts'
import { inLocale } from '../../platform/translations.ts'
import catalogue from './catalogue.json' with { type: 'json' }

type Entry = { key: string; category: string; name: Record<Locale, string>; description: Record<Locale, string> }

/** The built-in skills: texts live here, each company has a row per skill that names its key. */
export const CATALOGUE: readonly Entry[] = catalogue
const byKey = new Map(CATALOGUE.map((entry) => [entry.key, entry]))

/** What a query must select of a skill so that it can be named. */
export interface SkillText {
  catalogue_key: string | null
  names: Translations | null
  descriptions?: Translations | null
}

/** A skill's name in a language. */
export const skillName = (skill: SkillText, locale: Locale) =>
  inLocale(skill.catalogue_key ? byKey.get(skill.catalogue_key)?.name : skill.names, locale)

export const skillDescription = (skill: SkillText, locale: Locale) =>
  inLocale(skill.catalogue_key ? byKey.get(skill.catalogue_key)?.description : skill.descriptions, locale)

const selectSkills = statement<SkillText & { id: string; category: string }, { company_id: string }>(
  'skills_of_company',
  sql`select id, catalogue_key, category, names, descriptions from skills
    where company_id = ${sql.placeholder('company_id')} and retired_at is null`,
)

/** The catalogue in the viewer's language: the company's own first, then by category and name. */
export async function listSkills(db: Queryable, viewer: Viewer): Promise<{ skills: Skill[] }> {
  const order = new Intl.Collator(viewer.locale)
  const found = await selectSkills(db, { company_id: viewer.companyId })
  const skills = found.map((row) => ({
    id: row.id,
    name: skillName(row, viewer.locale),
    description: skillDescription(row, viewer.locale),
    category: row.category,
    custom: row.catalogue_key === null,
  }))
  skills.sort((a, b) => Number(b.custom) - Number(a.custom) || order.compare(a.category, b.category) || order.compare(a.name, b.name))
  return { skills }
}

/** @throws not_found when one of these, each named once, is not of the company, or retired */
export async function checkSkills(db: Queryable, { companyId }: Viewer, ids: readonly string[]): Promise<void> {
  const known = await rows(
    db,
    sql`select id from skills where company_id = ${companyId} and id = any(${sql.param(ids)}::uuid[]) and retired_at is null`,
  )
  if (known.length < ids.length) throw notFound()
}

const EVALUATIONS_PAGE = 50

interface EvaluationRow extends SkillText {
  id: string
  skill_id: string
  rating: number
  created_at: string
}

/** How the viewer rated themselves, newest first; of one skill or of all. */
export async function listSelfEvaluations(
  db: Queryable,
  viewer: Viewer,
  { skill_id, cursor }: { skill_id?: string | undefined; cursor?: string | undefined },
): Promise<{ evaluations: SelfEvaluation[]; next_cursor: string | null }> {
  const [at, id] = cursorAfter(cursor, 'instant', 'id')
  const found = await rows<EvaluationRow>(
    db,
    sql`select e.id, e.skill_id, e.rating, e.created_at, k.catalogue_key, k.names
      from self_evaluations e join skills k on k.company_id = e.company_id and k.id = e.skill_id
      where e.company_id = ${viewer.companyId} and e.user_id = ${viewer.userId}
        ${skill_id ? sql`and e.skill_id = ${skill_id}` : sql``}
        ${at && id ? sql`and (e.created_at, e.id) < (${at}::timestamptz, ${id}::uuid)` : sql``}
      order by e.created_at desc, e.id desc limit ${EVALUATIONS_PAGE + 1}`,
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
