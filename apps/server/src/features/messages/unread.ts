import { type Sql, sql, type Value } from '../../db/index.ts'
import type { NewsKind } from './kinds.ts'

/** An answer that its receiver may read and has not opened, over `feedbacks f`. */
export const isUnread = sql`f.released_at is not null and f.read_at is null`

/** An answer that its receiver may read and has not seen on a screen, over `feedbacks f`. */
export const isNew = sql`f.released_at is not null and f.seen_at is null`

/** A news item that its reader has not opened, over `newsfeed n`. */
export const unreadNewsOf = ({ companyId, userId }: { readonly companyId: string; readonly userId: string }): Sql =>
  sql`n.company_id = ${companyId} and n.user_id = ${userId} and n.read_at is null`

/**
 * A statement over the rows of `done`: news of something that its reader has done since is read. `of` says which, over `newsfeed n`. A locked
 * one stays as it is: another call reads or deletes it, and may wait for a row that this one holds.
 */
export const readDone = (kind: NewsKind, done: Sql, of: Sql, now: Value): Sql =>
  sql`update newsfeed set read_at = ${now} from (
      select n.company_id, n.id from newsfeed n, ${done}
      where n.read_at is null and n.kind = ${sql.raw(`'${kind}'`)} and ${of} for no key update of n skip locked
    ) unread where newsfeed.company_id = unread.company_id and newsfeed.id = unread.id`
