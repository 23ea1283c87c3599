import { tryDueUntil } from '@reflet/contract/growth'
import { type Sql, sql } from '../../../db/sql.ts'

/** Tries since before this time are due: their two weeks have passed. */
export const dueSince = (now: Date) => new Date(tryDueUntil(now.getTime()))

/** Restricts `tries t` to those that are asked about now. */
export const isDue = (since: Date): Sql => sql`(t.status = 'trying' and t.since <= ${since}::timestamptz)`

/** Sort key of `tries t`, the highest first: due, then open, then closed. As text, for the cursor. */
export const placeOf = (since: Date): Sql => sql`(case when ${isDue(since)} then '2' when t.status = 'trying' then '1' else '0' end)`
