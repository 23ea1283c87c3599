import type { Locale } from '@reflet/contract/common'
import type { Skill } from '@reflet/contract/skills'
import { nullable, type Params, type Queryable, query, type RowOf, rows, sql, t } from '../../db/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/session.ts'
import { inLocale, type Translations } from '../../platform/translations.ts'
import catalogue from './catalogue.json' with { type: 'json' }

type Entry = { key: string; category: string; name: Record<Locale, string>; description: Record<Locale, string> }

/** The built-in skills: their texts are here; each company has a row per skill with its key. */
export const CATALOGUE: readonly Entry[] = catalogue
const byKey = new Map(CATALOGUE.map((entry) => [entry.key, entry]))

/** The texts of a built-in skill. */
export function skillCatalogue(key: string) {
  const entry = byKey.get(key)
  return entry && { names: entry.name, descriptions: entry.description }
}

/** What a statement must select of a skill so that it can be named. */
export const skillTextRow = { catalogue_key: nullable(t.text), names: nullable(t.json<Translations>()) }
export type SkillText = RowOf<typeof skillTextRow>

/** And so that it can be described. */
export const describedSkillRow = { ...skillTextRow, descriptions: nullable(t.json<Translations>()) }
export type DescribedSkill = RowOf<typeof describedSkillRow>

/** A skill's name in a language. */
export const skillName = (skill: SkillText, locale: Locale) =>
  inLocale(skill.catalogue_key ? byKey.get(skill.catalogue_key)?.name : skill.names, locale)

export const skillDescription = (skill: DescribedSkill, locale: Locale) =>
  inLocale(skill.catalogue_key ? byKey.get(skill.catalogue_key)?.description : skill.descriptions, locale)

const selectSkills = query(
  'skills_of_company',
  { ...describedSkillRow, id: t.uuid, category: t.text },
  (v: Params<{ company_id: string }>) => sql`select id, catalogue_key, category, names, descriptions from skills
    where company_id = ${v.company_id} and retired_at is null`,
  { pipelined: true },
)

/** The catalogue in the viewer's language: the company's own first, then by category and name. */
export async function listSkills(db: Queryable, viewer: Viewer): Promise<{ skills: Skill[] }> {
  const order = new Intl.Collator(viewer.locale)
  const found = await selectSkills(db, { company_id: viewer.companyId })
  const skills = found.map((row) => ({
    id: row.id,
    key: row.catalogue_key,
    name: skillName(row, viewer.locale),
    description: skillDescription(row, viewer.locale),
    category: row.category,
    custom: row.catalogue_key === null,
  }))
  skills.sort((a, b) => Number(b.custom) - Number(a.custom) || order.compare(a.category, b.category) || order.compare(a.name, b.name))
  return { skills }
}

/** @throws not_found when one of these, each given once, is not of the company, or retired */
export async function checkSkills(db: Queryable, { companyId }: Viewer, ids: readonly string[]): Promise<void> {
  const known = await rows(
    db,
    { id: t.uuid },
    sql`select id from skills where company_id = ${companyId} and id = any(${ids}::uuid[]) and retired_at is null`,
  )
  if (known.length < ids.length) throw notFound()
}
