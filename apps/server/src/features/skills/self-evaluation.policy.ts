import { selfEvaluationDueUntil } from '@reflet/contract/skills'
import { sql, type Value } from '../../db/sql.ts'

/** Self-evaluations before this time are due again. */
export const dueSince = (now: Date) => new Date(selfEvaluationDueUntil(now.getTime()))

/** `isSelfEvaluationDue` of the contract as a predicate, over `user_skills us`: its newest self-evaluation, or else its choice, is older than `since`. */
export const isDue = (since: Value) => sql`(coalesce(
    (select max(se.created_at) from self_evaluations se
      where se.company_id = us.company_id and se.user_id = us.user_id and se.skill_id = us.skill_id),
    us.chosen_at) <= ${since}::timestamptz
  and exists (select from skills k where k.company_id = us.company_id and k.id = us.skill_id and k.retired_at is null))`
