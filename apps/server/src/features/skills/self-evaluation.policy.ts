import { SELF_EVALUATION_DAYS } from '@reflet/contract/skills'
import { type SQL, sql } from 'drizzle-orm'

/** What was judged before is worth another look. */
export const dueSince = (now: Date) => new Date(now.getTime() - SELF_EVALUATION_DAYS * 86_400_000)

/** Whether a chosen skill waits for a look, over `user_skills k`: its newest self-evaluation, or else its choice, is older than `since`. */
export const isDue = (since: SQL) => sql`(coalesce(
    (select max(e.created_at) from self_evaluations e where e.company_id = k.company_id and e.user_id = k.user_id and e.skill_id = k.skill_id),
    k.chosen_at) <= ${since}::timestamptz
  and exists (select from skills s where s.company_id = k.company_id and s.id = k.skill_id and s.retired_at is null))`
