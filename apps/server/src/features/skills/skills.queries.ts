import type { Locale } from '@reflet/contract/common'
import type { Skill } from '@reflet/contract/skills'
import { sql } from 'drizzle-orm'
import { type Queryable, statement } from '../../db/index.ts'
import type { Translations } from '../../db/schema/skills.ts'
import type { Viewer } from '../../platform/session.ts'
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

const inLocale = (texts: Translations | null | undefined, locale: Locale) =>
  texts?.[locale] ?? texts?.en ?? Object.values(texts ?? {})[0] ?? ''

/** A skill's name in a language; a company's own skill falls back to English, then to whatever it has. */
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
