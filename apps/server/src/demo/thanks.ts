import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { type Queryable, sql } from '../db/index.ts'
import { teamOf } from './relations.ts'
import type { FeedbackRow, Row } from './rows.ts'
import type { DemoPerson, DemoSetting } from './story.ts'
import texts from './thanks.json' with { type: 'json' }

/** An answer that its receiver has read, with its giver. */
type Read = FeedbackRow & { readonly answered_at: Date }

type Setting = DemoSetting & { readonly feedbacks: readonly FeedbackRow[] }

/** Thanks are sent at most this long after the answer. */
const WITHIN_DAYS = 14
/** Older ones have no news item; of the others the newest are unread. */
const NEWS_DAYS = 14
const READ_AFTER_DAYS = 5

/** Thanks of receivers to givers, in the receiver's language, and an answer that Amir shares with his manager. */
export function tellThanks({ people, feedbacks, now, random, seal }: Setting) {
  const rows = { news: [] as Row[], shared: [] as Row[] }
  const locales = new Map(people.map(({ id, locale }) => [id, locale]))
  const daysAgo = (at: Date) => (now.getTime() - at.getTime()) / DAY_MS

  const { manager, team } = teamOf(people)
  // Everyone in the team has recent thanks.
  const lately = new Set(team.map(({ id }) => newestOf(feedbacks, (feedback) => feedback.giver_id === id)?.id))

  const rated = feedbacks.map((feedback) => {
    const locale = locales.get(feedback.receiver_id)
    const isLate = lately.has(feedback.id)
    if (!locale || !isRead(feedback) || (!isLate && !random.chance(0.4))) return feedback
    const hours = random.below(WITHIN_DAYS * 24)
    const rated_at = isLate
      ? new Date(now.getTime() - (3 + (hours % 48)) * HOUR_MS)
      : new Date(Math.min(feedback.answered_at.getTime() + hours * HOUR_MS, now.getTime() - 3 * HOUR_MS))
    const say = (part: 'thanks' | 'will_try', probability: number) =>
      seal.seal(random.chance(probability) ? random.pick(texts[locale][part]) : null, `feedbacks.sealed_${part}`, feedback.id)
    if (feedback.giver_id && daysAgo(rated_at) < NEWS_DAYS) rows.news.push(newsOf(feedback, feedback.giver_id, 'answer_thanked', rated_at))
    return {
      ...feedback,
      stars: 3 + random.below(3),
      sealed_thanks: say('thanks', isLate ? 1 : 0.7),
      sealed_will_try: say('will_try', 0.45),
      rated_at,
    }
  })

  const amir = team.find(({ email }) => email.startsWith('amir@'))
  const newest = newestOf(rated, (feedback) => feedback.receiver_id === amir?.id && Boolean(feedback.sealed_keep))
  if (manager && newest) {
    const created_at = new Date(now.getTime() - 2 * DAY_MS)
    const { company_id, id: feedback_id, receiver_id: owner_id } = newest
    rows.shared.push({ company_id, feedback_id, id: random.id(created_at), owner_id, manager_id: manager.id, created_at })
    rows.news.push(newsOf(newest, manager.id, 'answer_shared', created_at))
  }
  return { feedbacks: rated, ...rows }

  function newsOf(about: Read, user_id: string, kind: 'answer_thanked' | 'answer_shared', created_at: Date) {
    const { company_id, id: feedback_id, receiver_id: actor_id, request_id, skill_id } = about
    const named = kind === 'answer_thanked' ? { request_id, skill_id } : {}
    const read_at = daysAgo(created_at) > READ_AFTER_DAYS ? created_at : null
    return { company_id, id: random.id(created_at), user_id, kind, actor_id, feedback_id, ...named, created_at, read_at }
  }
}

const newestOf = (feedbacks: readonly FeedbackRow[], which: (feedback: Read) => boolean) =>
  feedbacks
    .filter(isRead)
    .filter(which)
    .sort((a, b) => Number(b.answered_at) - Number(a.answered_at))[0]

const isRead = (feedback: FeedbackRow): feedback is Read =>
  Boolean(feedback.read_at) && !feedback.confidential && !feedback.not_observed && feedback.answered_at instanceof Date

/** Records that oliver@ is the manager. */
export async function manage(db: Queryable, companyId: string, people: readonly DemoPerson[]): Promise<void> {
  const { manager, team } = teamOf(people)
  if (!manager) return
  const ids = team.map(({ id }) => id)
  await db.execute(sql`update users set manager_id = ${manager.id} where company_id = ${companyId} and id = any(${ids})`)
}

/** How many of a person's older tries are still asked about. */
const DUE = 2

/** Most of what people wanted to try is done; the newest of what is two weeks old waits for "Did it help?". */
export const settleTries = (db: Queryable, companyId: string, now: Date) =>
  db.execute(sql`update tries t set status = 'done', outcome = case when older.place % 3 = 0 then 'a_little' else 'yes' end,
      asked_at = t.since + interval '14 days', outcome_at = t.since + interval '15 days'
    from (select feedback_id, row_number() over (partition by user_id order by since desc) as place from tries
      where company_id = ${companyId} and since < ${now}::timestamptz - interval '15 days') older
    where t.company_id = ${companyId} and t.feedback_id = older.feedback_id and older.place > ${DUE}`)
