import type { Texts } from '@reflet/contract/admin-catalogue'
import { type Locale, toLocale } from '@reflet/contract/common'
import { nullable, type Queryable, type RowOf, rows, sql, t } from '../../../db/index.ts'
import { cursorAfter, pageOf } from '../../../platform/cursor.ts'
import { notFound } from '../../../platform/errors.ts'
import { inLocale, type Translations } from '../../../platform/translations.ts'
import { matcher } from '../../people/directory.queries.ts'
import { AWARD_TYPES, type Kind, SKILLS } from './kinds.ts'

const PAGE = 100

const itemRow = {
  id: t.uuid,
  catalogue_key: nullable(t.text),
  names: nullable(t.json<Texts>()),
  descriptions: nullable(t.json<Texts>()),
  retired: t.bool,
  used: t.bool,
  /** Of a skill. */
  category: nullable(t.text),
  /** Of an award. */
  icon: nullable(t.text),
  /** Of a video. */
  seconds: nullable(t.int),
  url: nullable(t.text),
  bytes: nullable(t.float),
  captions: nullable(t.someOf<Locale>()),
}
const NO_VIDEO = sql`null::int as seconds, null::text as url, null::float8 as bytes, null::text[] as captions`

const extra = (kind: Kind) => {
  if (kind === SKILLS) return sql`item.category, null::text as icon, ${NO_VIDEO}`
  if (kind === AWARD_TYPES) return sql`null::text as category, item.icon, ${NO_VIDEO}`
  return sql`null::text as category, null::text as icon, item.seconds, item.url,
    (select bytes::float8 from video_files vf
      where vf.company_id = item.company_id and vf.video_id = item.id) as bytes,
    array(select locale from video_captions vc where vc.company_id = item.company_id and vc.video_id = item.id
      order by locale) as captions`
}

const columnsOf = (kind: Kind) => sql`item.id, item.catalogue_key, item.${kind.names} as names, item.descriptions,
  item.retired_at is not null as retired, ${kind.used} as used, ${extra(kind)}`

export type Item = ReturnType<typeof toItem>

function toItem(kind: Kind, row: RowOf<typeof itemRow>) {
  const built = row.catalogue_key === null ? undefined : kind.textsOf(row.catalogue_key)
  return {
    id: row.id,
    names: built?.names ?? row.names ?? {},
    descriptions: built?.descriptions ?? row.descriptions ?? {},
    built_in: row.catalogue_key !== null,
    retired: row.retired,
    used: row.used,
    category: row.category ?? '',
    icon: row.icon ?? '',
    seconds: row.seconds,
    ready: row.catalogue_key !== null || row.url !== null || row.bytes !== null,
    bytes: row.bytes,
    captions: row.captions ?? [],
  }
}

/** @throws not_found */
export async function getItem(db: Queryable, kind: Kind, companyId: string, id: string): Promise<Item> {
  const [row] = await rows(
    db,
    itemRow,
    sql`select ${columnsOf(kind)} from ${kind.table} item where item.company_id = ${companyId} and item.id = ${id}`,
  )
  if (!row) throw notFound()
  return toItem(kind, row)
}

/** All of a company, by name in the reader's language, the company's own first. There are some hundred at most, so that they are sorted here. */
export async function listItems(
  db: Queryable,
  kind: Kind,
  { companyId, locale }: { companyId: string; locale: Locale },
  { query, cursor }: { query: string; cursor?: string | undefined },
) {
  const [from = '0'] = cursorAfter(cursor, 'text')
  const found = await rows(
    db,
    itemRow,
    sql`select ${columnsOf(kind)} from ${kind.table} item where item.company_id = ${companyId} order by ${kind.order}`,
  )
  const matches = matcher(query)
  const items = found
    .map((row) => toItem(kind, row))
    .filter(({ names }) => query === '' || matches(...Object.values(names).filter((name) => name !== undefined)))
  if (kind === SKILLS) {
    const collator = new Intl.Collator(toLocale(locale))
    const nameOf = ({ names }: Item) => inLocale(names as Translations, locale)
    items.sort((a, b) => Number(a.built_in) - Number(b.built_in) || collator.compare(nameOf(a), nameOf(b)))
  }
  const start = Number(from) || 0
  const { page, next_cursor } = pageOf(items.slice(start, start + PAGE + 1), PAGE, () => [String(start + PAGE)])
  return { items: page, next_cursor }
}
