import { sql, type Value } from '../../db/index.ts'

/**
 * When the message of `outbox o` left, or was given up; while it waits, a time from now on. What may only follow a message (a reminder)
 * counts from it.
 */
export const leftAt = (now: Value) => sql`(case when o.sent_at is null and o.failed_at is null
    then greatest(o.send_after, ${now}::timestamptz) else coalesce(o.sent_at, o.failed_at) end)`
