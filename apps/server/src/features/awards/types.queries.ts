import type { AwardType } from '@reflet/contract/awards'
import type { Locale } from '@reflet/contract/common'
import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../db/index.ts'
import type { awardTypes } from '../../db/schema/awards.ts'
import type { Translations } from '../../db/schema/skills.ts'
import type { Viewer } from '../../platform/session.ts'
import { inLocale } from '../../platform/translations.ts'
import catalogue from './catalogue.json' with { type: 'json' }

type Entry = { key: string; icon: string; name: Record<Locale, string>; description: Record<Locale, string> }

/** The built-in types: texts live here, each company has a row per type that names its key. */
const CATALOGUE: readonly Entry[] = catalogue
const byKey = new Map(CATALOGUE.map((entry) => [entry.key, entry]))

/** The rows that a new company begins with. */
export const builtInAwardTypes = (company_id: string, created_at: Date, newId: () => string): (typeof awardTypes.$inferInsert)[] =>
  CATALOGUE.map(({ key, icon }, index) => ({ company_id, id: newId(), catalogue_key: key, icon, position: index + 1, created_at }))

/** What a query must select of a type so that it can be shown. */
export interface AwardTypeRow {
  type_id: string
  catalogue_key: string | null
  icon: string
  names: Translations | null
  descriptions: Translations | null
}

/** The columns of `AwardTypeRow`, over `award_types t`. */
export const typeColumns = sql`t.id as type_id, t.catalogue_key, t.icon, t.names, t.descriptions`

/** A type's name in a language. */
export const awardTypeName = ({ catalogue_key, names }: Pick<AwardTypeRow, 'catalogue_key' | 'names'>, locale: Locale) =>
  inLocale(catalogue_key ? byKey.get(catalogue_key)?.name : names, locale)

export const toAwardType = (row: AwardTypeRow, locale: Locale): AwardType => ({
  id: row.type_id,
  name: awardTypeName(row, locale),
  description: inLocale(row.catalogue_key ? byKey.get(row.catalogue_key)?.description : row.descriptions, locale),
  icon: row.icon,
})

/** What one can be thanked for, in the company's order. */
export async function listAwardTypes(db: Queryable, viewer: Viewer): Promise<{ types: AwardType[] }> {
  const found = await rows<AwardTypeRow>(
    db,
    sql`select ${typeColumns} from award_types t where t.company_id = ${viewer.companyId} and t.retired_at is null order by t.position, t.id`,
  )
  return { types: found.map((row) => toAwardType(row, viewer.locale)) }
}
