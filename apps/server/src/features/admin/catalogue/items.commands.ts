import type { Texts } from '@reflet/contract/admin-catalogue'
import { LOCALES } from '@reflet/contract/common'
import { fold } from '@reflet/contract/folding'
import { nullable, type Queryable, rows, type Sql, sql, t } from '../../../db/index.ts'
import { Problem } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { record } from '../../audit/audit.ts'
import type { Administration } from '../people/people.commands.ts'
import { getItem } from './items.queries.ts'
import { AWARD_TYPES, type Kind } from './kinds.ts'

/** The columns besides names and descriptions. */
export type Extra = Readonly<Record<string, string | number | null | undefined>>

interface NewItem {
  readonly names: Texts
  readonly descriptions: Texts
}

interface Changes {
  readonly names?: Texts | undefined
  readonly descriptions?: Texts | undefined
  readonly retired?: boolean | undefined
}

/** Serialises changes of a company's catalogue, so that a limit and a name hold. */
const lock = (tx: Queryable, companyId: string) =>
  tx.execute(sql`select from pg_advisory_xact_lock(hashtext('catalogue'), hashtext(${companyId}))`)

const withoutEmpty = (texts: Texts): Texts => Object.fromEntries(Object.entries(texts).filter(([, value]) => value))

/** @throws name_taken when another one in use has the same name in a language */
async function checkNames(tx: Queryable, kind: Kind, companyId: string, names: Texts, except: string | null): Promise<void> {
  const others = await rows(
    tx,
    { id: t.uuid, catalogue_key: nullable(t.text), names: nullable(t.json<Texts>()) },
    sql`select item.id, item.catalogue_key, item.${kind.names} as names from ${kind.table} item
      where item.company_id = ${companyId} and item.retired_at is null`,
  )
  for (const { id, catalogue_key, names: own } of others) {
    if (id === except) continue
    const theirs = (catalogue_key === null ? own : kind.textsOf(catalogue_key)?.names) ?? {}
    const same = LOCALES.find((locale) => names[locale] && theirs[locale] && fold(names[locale]) === fold(theirs[locale]))
    if (same) throw new Problem('name_taken', { fields: { [`names.${same}`]: 'taken' } })
  }
}

/** @throws name_taken; limit_reached */
export async function createItem(
  platform: Platform,
  { companyId, actor }: Administration,
  kind: Kind,
  { names, descriptions }: NewItem,
  extra: Extra,
): Promise<string> {
  const now = platform.clock()
  const id = newId(now)
  await platform.db.transaction(async (tx) => {
    await lock(tx, companyId)
    await checkNames(tx, kind, companyId, names, null)
    const [count] = await rows(
      tx,
      { own: t.int, last: t.int },
      sql`select count(*) filter (where item.catalogue_key is null)::int as own, count(*)::int as last
        from ${kind.table} item where item.company_id = ${companyId}`,
    )
    if ((count?.own ?? 0) >= kind.most) throw new Problem('limit_reached')
    const given = Object.entries({ ...extra, ...(kind.targetKind !== 'skill' && { position: (count?.last ?? 0) + 1 }) })
    await tx.execute(sql`insert into ${kind.table} (company_id, id, ${kind.names}, descriptions, created_at,
        ${sql.join(given.map(([name]) => sql.identifier(name)))})
      values (${companyId}, ${id}, ${JSON.stringify(withoutEmpty(names))}::jsonb,
        ${JSON.stringify(withoutEmpty(descriptions))}::jsonb, ${now},
        ${sql.join(given.map(([, value]) => sql`${value ?? null}`))})`)
    await record(tx, now, { companyId, actor, action: kind.actions.created, target: { kind: kind.targetKind, id } })
  })
  return id
}

/**
 * Changes or retires one; the texts of the catalogue are fixed.
 * @throws not_found; built_in; name_taken; last_award_type
 */
export async function updateItem(
  platform: Platform,
  { companyId, actor }: Administration,
  kind: Kind,
  id: string,
  { names, descriptions, retired }: Changes,
  extra: Extra,
): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    await lock(tx, companyId)
    const before = await getItem(tx, kind, companyId, id)
    const given = Object.entries(extra).filter(([, value]) => value !== undefined)
    if (before.built_in && (names || descriptions || given.length > 0)) throw new Problem('built_in')
    if (names || (retired === false && before.retired)) await checkNames(tx, kind, companyId, names ?? before.names, id)
    if (retired && !before.retired) await checkOneLeft(tx, kind, companyId, id)
    const changes: Sql[] = [
      ...(names ? [sql`${kind.names} = ${JSON.stringify(withoutEmpty(names))}::jsonb`] : []),
      ...(descriptions ? [sql`descriptions = ${JSON.stringify(withoutEmpty(descriptions))}::jsonb`] : []),
      ...(retired === undefined ? [] : [sql`retired_at = ${retired ? now : null}`]),
      ...given.map(([name, value]) => sql`${sql.identifier(name)} = ${value}`),
    ]
    if (changes.length === 0) return
    await tx.execute(sql`update ${kind.table} set ${sql.join(changes)} where company_id = ${companyId} and id = ${id}`)
    const fields = Object.keys({ ...(names && { names }), ...(descriptions && { descriptions }), ...Object.fromEntries(given) })
    const action = retired ? kind.actions.retired : kind.actions.changed
    await record(tx, now, { companyId, actor, action, target: { kind: kind.targetKind, id }, details: { fields, retired } })
  })
}

/** Deletes one of the company's own that nothing uses; any other is retired. @throws not_found; last_award_type */
export async function deleteItem(platform: Platform, by: Administration, kind: Kind, id: string): Promise<'deleted' | 'retired'> {
  const { companyId, actor } = by
  const now = platform.clock()
  return platform.db.transaction(async (tx) => {
    await lock(tx, companyId)
    const before = await getItem(tx, kind, companyId, id)
    if (!before.retired) await checkOneLeft(tx, kind, companyId, id)
    const keeps = before.built_in || before.used
    await tx.execute(
      keeps
        ? sql`update ${kind.table} set retired_at = coalesce(retired_at, ${now}) where company_id = ${companyId} and id = ${id}`
        : sql`delete from ${kind.table} where company_id = ${companyId} and id = ${id}`,
    )
    const result = keeps ? 'retired' : 'deleted'
    const target = { kind: kind.targetKind, id }
    await record(tx, now, { companyId, actor, action: kind.actions.retired, target, details: { result } })
    return result
  })
}

/** Thanking needs at least one award. */
async function checkOneLeft(tx: Queryable, kind: Kind, companyId: string, id: string): Promise<void> {
  if (kind !== AWARD_TYPES) return
  const left = await rows(
    tx,
    {},
    sql`select from award_types where company_id = ${companyId} and id <> ${id} and retired_at is null limit 1`,
  )
  if (left.length === 0) throw new Problem('last_award_type')
}
