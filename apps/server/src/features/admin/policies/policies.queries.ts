import type { Policies } from '@reflet/contract/admin-policies'
import { nullable, type Queryable, rows, sql, t } from '../../../db/index.ts'
import { notFound } from '../../../platform/errors.ts'

const policyRow = {
  threshold: t.int,
  first_reminder_days: t.int,
  second_reminder_days: t.int,
  expiry_days: t.int,
  quiet_from: nullable(t.int),
  quiet_until: nullable(t.int),
  outside_per_person: t.int,
  outside_per_company: t.int,
  retention_months: nullable(t.int),
  session_days: t.int,
  feed_awards: t.oneOf<'everyone' | 'admins'>(),
  badge_ratings: t.int,
  badge_people: t.int,
  badge_relations: t.int,
  badge_superior: t.bool,
  badge_mean: t.numeric,
}

const two = (number: number) => String(number).padStart(2, '0')
/** Minutes after midnight as HH:MM. */
const timeOf = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** The rules of a company. @throws not_found */
export async function getPolicies(db: Queryable, companyId: string): Promise<Policies> {
  const [row] = await rows(
    db,
    policyRow,
    sql`select confidentiality_threshold as threshold, first_reminder_days, second_reminder_days, expiry_days, quiet_from,
        quiet_until, outside_per_person, outside_per_company, retention_months, session_days, feed_awards, badge_ratings,
        badge_people, badge_relations, badge_superior, badge_mean
      from companies where company_id = ${companyId}`,
  )
  if (!row) throw notFound()
  return {
    confidentiality_threshold: row.threshold,
    reminder_days: [row.first_reminder_days, row.second_reminder_days],
    expiry_days: row.expiry_days,
    quiet_hours: row.quiet_from === null || row.quiet_until === null ? null : { from: timeOf(row.quiet_from), to: timeOf(row.quiet_until) },
    outside_recipients_per_day: { person: row.outside_per_person, company: row.outside_per_company },
    retention_months: row.retention_months,
    session_days: row.session_days,
    feed_awards: row.feed_awards,
    badge_rule: {
      ratings: row.badge_ratings,
      people: row.badge_people,
      relations: row.badge_relations,
      superior: row.badge_superior,
      mean: Number(row.badge_mean),
    },
  }
}
