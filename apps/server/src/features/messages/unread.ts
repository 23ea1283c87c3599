import { type SQL, sql } from 'drizzle-orm'

/** An answer that its receiver may read and has not opened, over `feedbacks f`. */
export const isUnread = sql`f.released_at is not null and f.read_at is null`

/** An answer that its receiver may read and has not seen on a screen, over `feedbacks f`. */
export const isNew = sql`f.released_at is not null and f.seen_at is null`

/** A news item that its reader has not opened, over `newsfeed n`. */
export const unreadNewsOf = ({ companyId, userId }: { readonly companyId: string; readonly userId: string }): SQL =>
  sql`n.company_id = ${companyId} and n.user_id = ${userId} and n.read_at is null`
