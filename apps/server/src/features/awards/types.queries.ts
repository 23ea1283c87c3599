import type { AwardType } from '@reflet/contract/awards'
import type { Locale } from '@reflet/contract/common'
import { nullable, type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { inLocale, type Translations } from '../../platform/translations.ts'
import catalogue from './catalogue.json' with { type: 'json' }

type Entry = { key: string; icon: string; name: Record<Locale, string>; description: Record<Locale, string> }

/** The built-in types: their texts are here; each company has a row per type with its key. */
const CATALOGUE: readonly Entry[] = catalogue
const byKey = new Map(CATALOGUE.map((entry) => [entry.key, entry]))

/** The texts of a built-in type. */
export function awardCatalogue(key: string) {
  const entry = byKey.get(key)
  return entry && { names: entry.name, descriptions: entry.description }
}

/** The rows of a new company. */
export const builtInAwardTypes = (company_id: string, created_at: Date, newId: () => string) =>
  CATALOGUE.map(({ key, icon }, index) => ({ company_id, id: newId(), catalogue_key: key, icon, position: index + 1, created_at }))

/** What a query must select of a type so that it can be shown. */
export const awardTypeRow = {
  type_id: t.uuid,
  catalogue_key: nullable(t.text),
  icon: t.text,
  names: nullable(t.json<Translations>()),
  descriptions: nullable(t.json<Translations>()),
}
export type AwardTypeRow = RowOf<typeof awardTypeRow>

/** The columns of `AwardTypeRow`, over `award_types ty`. */
export const typeColumns = sql`ty.id as type_id, ty.catalogue_key, ty.icon, ty.names, ty.descriptions`

/** A type's name in a language. */
export const awardTypeName = ({ catalogue_key, names }: Pick<AwardTypeRow, 'catalogue_key' | 'names'>, locale: Locale) =>
  inLocale(catalogue_key ? byKey.get(catalogue_key)?.name : names, locale)

export const toAwardType = (row: AwardTypeRow, locale: Locale): AwardType => ({
  id: row.type_id,
  name: awardTypeName(row, locale),
  description: inLocale(row.catalogue_key ? byKey.get(row.catalogue_key)?.description : row.descriptions, locale),
  icon: row.icon,
})

/** The award types of the company, in its order. */
export async function listAwardTypes(db: Queryable, viewer: Viewer): Promise<{ types: AwardType[]; may_share: boolean }> {
  const found = await rows(
    db,
    awardTypeRow,
    sql`select ${typeColumns} from award_types ty where ty.company_id = ${viewer.companyId} and ty.retired_at is null
      order by ty.position, ty.id`,
  )
  return { types: found.map((row) => toAwardType(row, viewer.locale)), may_share: await mayShareAwards(db, viewer) }
}

/** Whether the viewer may thank on the company's feed: by its policy everyone, or administrators only. */
export async function mayShareAwards(db: Queryable, { companyId, role }: Viewer): Promise<boolean> {
  if (role === 'admin') return true
  const [company] = await rows(
    db,
    { feed_awards: t.oneOf<'everyone' | 'admins'>() },
    sql`select feed_awards from companies where company_id = ${companyId}`,
  )
  return company?.feed_awards === 'everyone'
}
