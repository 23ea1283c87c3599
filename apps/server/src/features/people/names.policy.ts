import { DAY_MS } from '@reflet/contract/durations'
import { nullable, type RowOf, t } from '../../db/columns.ts'
import { type Sql, sql } from '../../db/sql.ts'

/** A name that a person gave themself is confirmed when they have borne it for so long. */
const CONFIRMED_AFTER_MS = 30 * DAY_MS

/** A name that was changed then, or before, has been borne long enough. */
export const borneUntil = (now: Date) => new Date(now.getTime() - CONFIRMED_AFTER_MS)

/** What is stored about the origin of a name, as a query returns it. */
export const nameOriginRow = {
  confirmed_first_name: nullable(t.text),
  confirmed_last_name: nullable(t.text),
  name_changed_at: nullable(t.time),
}
export type NameOrigin = RowOf<typeof nameOriginRow>

/** The columns of `NameOrigin` of a person `u`. */
export const originColumns = sql`u.confirmed_first_name, u.confirmed_last_name, u.name_changed_at`

/** When a name will be confirmed; null: it is. The administration, an import, a directory or single sign-on confirms one by writing it. */
export function confirmedFrom({ confirmed_first_name, confirmed_last_name, name_changed_at }: NameOrigin, now: Date): Date | null {
  if (name_changed_at === null || (confirmed_first_name === null && confirmed_last_name === null)) return null
  const from = new Date(new Date(name_changed_at).getTime() + CONFIRMED_AFTER_MS)
  return from <= now ? null : from
}

interface Names<Text> {
  readonly first_name?: Text | undefined
  readonly last_name?: Text | undefined
}

/**
 * The columns beside a name that a person writes themself, for the statement on `users` that stores it. The name that was confirmed is kept,
 * so that going back to it confirms it again at once.
 * @param names a part that is not given stays
 */
export function nameChosen(now: Date, { first_name, last_name }: Names<string | Sql>) {
  const [first, last] = [sql`${first_name ?? sql`first_name`}::text`, sql`${last_name ?? sql`last_name`}::text`]
  const confirmed = (part: Sql, kept: Sql, chosen: Sql) =>
    sql`nullif(case when name_changed_at <= ${borneUntil(now)} then ${part} else coalesce(${kept}, ${part}) end, ${chosen})`
  return {
    confirmed_first_name: confirmed(sql`first_name`, sql`confirmed_first_name`, first),
    confirmed_last_name: confirmed(sql`last_name`, sql`confirmed_last_name`, last),
    name_changed_at: sql`case when (first_name, last_name) is distinct from (${first}, ${last})
      then ${now}::timestamptz else name_changed_at end`,
  }
}

/** The same for a name that someone else gives the person: the given parts are confirmed. */
export const nameGiven = ({ first_name, last_name }: Names<unknown>) => ({
  ...(first_name !== undefined && { confirmed_first_name: null }),
  ...(last_name !== undefined && { confirmed_last_name: null }),
})
