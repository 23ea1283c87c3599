import type { Policies, PoliciesPatch } from '@reflet/contract/admin-policies'
import { assignments, type Queryable, sql } from '../../../db/index.ts'
import { Problem } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/index.ts'
import { record } from '../../audit/audit.ts'
import type { Administration } from '../people/people.commands.ts'
import { getPolicies } from './policies.queries.ts'

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const remindersOf = ({ reminder_days: [first = 0, second = 0] }: Pick<Policies, 'reminder_days'>) => ({
  first_reminder_days: first,
  second_reminder_days: second,
})

const columnsOf = ({ badge_rule, ...policies }: Policies) => ({
  confidentiality_threshold: policies.confidentiality_threshold,
  ...remindersOf(policies),
  expiry_days: policies.expiry_days,
  quiet_from: policies.quiet_hours && minutesOf(policies.quiet_hours.from),
  quiet_until: policies.quiet_hours && minutesOf(policies.quiet_hours.to),
  outside_per_person: policies.outside_recipients_per_day.person,
  outside_per_company: policies.outside_recipients_per_day.company,
  retention_months: policies.retention_months,
  session_days: policies.session_days,
  feed_awards: policies.feed_awards,
  badge_ratings: badge_rule.ratings,
  badge_people: badge_rule.people,
  badge_relations: badge_rule.relations,
  badge_superior: badge_rule.superior,
  badge_mean: String(badge_rule.mean),
})

/**
 * Changes rules of a company. The threshold only rises: answers were given under the promise of the one in force. A request that is under
 * way and asked fewer colleagues than the new one keeps the old one, else its answers could never be released.
 * @throws threshold_only_rises; reminders_out_of_order
 */
export async function updatePolicies(platform: Platform, { companyId, actor }: Administration, patch: PoliciesPatch): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    await tx.execute(sql`select from companies where company_id = ${companyId} for no key update`)
    const before = await getPolicies(tx, companyId)
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    const after: Policies = { ...before, ...given }
    check(before, after)
    if (after.confidentiality_threshold > before.confidentiality_threshold) await keepThreshold(tx, companyId, before, after)
    await tx.execute(sql`update companies set ${assignments(columnsOf(after))} where company_id = ${companyId}`)
    const changed = Object.keys(given).filter(
      (name) => JSON.stringify(before[name as keyof Policies]) !== JSON.stringify(after[name as keyof Policies]),
    )
    if (changed.length === 0) return
    const pick = (from: Policies) => Object.fromEntries(changed.map((name) => [name, from[name as keyof Policies]]))
    await record(tx, now, { companyId, actor, action: 'policies_changed', details: { before: pick(before), after: pick(after) } })
  })
}

function check(before: Policies, after: Policies): void {
  if (after.confidentiality_threshold < before.confidentiality_threshold)
    throw new Problem('threshold_only_rises', { fields: { confidentiality_threshold: 'threshold_only_rises' } })
  const [first = 0, second = 0] = after.reminder_days
  if (first >= second || second >= after.expiry_days)
    throw new Problem('reminders_out_of_order', { fields: { reminder_days: 'reminders_out_of_order' } })
}

const keepThreshold = (tx: Queryable, companyId: string, before: Policies, after: Policies) =>
  tx.execute(sql`update requests set threshold = ${before.confidentiality_threshold}
    where company_id = ${companyId} and confidential and threshold is null
      and coalesce(asked_counting, asked_colleagues, 0) < ${after.confidentiality_threshold} and kind <> 'event'`)
