import { tryDueUntil } from '@reflet/contract/growth'
import { type SQL, sql } from 'drizzle-orm'

/** Tries since before this time are due: their two weeks have passed. */
export const dueSince = (now: Date) => new Date(tryDueUntil(now.getTime()))

/** Restricts `tries t` to those that are asked about now. */
export const isDue = (since: Date): SQL => sql`(t.status = 'trying' and t.since <= ${since}::timestamptz)`
