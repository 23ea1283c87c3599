import type { SentRequest } from '@reflet/contract/feedback'
import type { Try, TryOutcome, TryStatus } from '@reflet/contract/growth'
import { rows, sql, t } from '../../../db/index.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Viewer } from '../../../platform/session.ts'
import { readDone } from '../../messages/unread.ts'
import { isReceived } from '../feedback.policy.ts'
import { createRequest } from '../requests/requests.commands.ts'
import { getRequest } from '../requests/requests.queries.ts'
import { getTry, giverToAsk } from './growth.queries.ts'

type Change = { readonly text: string } | { readonly status: TryStatus } | { readonly outcome: TryOutcome }

/** The columns that a change sets. What helped is done; what did not yet is asked about again after another two weeks. */
function settingsOf(change: Change, now: Date) {
  if ('outcome' in change) {
    return change.outcome === 'yes'
      ? sql`status = 'done', outcome = 'yes', outcome_at = ${now}`
      : sql`status = 'trying', outcome = ${change.outcome}, outcome_at = ${now}, since = ${now}, asked_at = null`
  }
  return 'status' in change ? sql`status = ${change.status}` : sql`status = t.status`
}

/**
 * Changes the text of a try, closes or reopens it, or stores whether it helped. The giver of a rated answer reads the text as it is now;
 * they are not notified. One statement: it locks the answer first, as rating it does.
 * @throws not_found also when the answer was taken back
 */
export async function updateTry(platform: Platform, viewer: Viewer, id: string, change: Change): Promise<Try> {
  const now = platform.clock()
  const words = 'text' in change ? viewer.seal.seal(change.text, 'feedbacks.sealed_will_try', id) : null
  const [changed] = await rows(
    platform.db,
    { feedback_id: t.uuid },
    sql`with mine as materialized (
        select f.company_id, f.id from feedbacks f
        where f.id = ${id} and ${isReceived(viewer)} and f.sealed_will_try is not null
        for no key update
      ), worded as (
        update feedbacks f set sealed_will_try = ${words}::bytea from mine
        where f.company_id = mine.company_id and f.id = mine.id and ${words}::bytea is not null
      ), known as (${readDone(
        'try_due',
        sql`mine`,
        sql`n.company_id = mine.company_id and n.user_id = ${viewer.userId} and n.feedback_id = mine.id`,
        sql`${now}::timestamptz`,
      )})
      update tries t set ${settingsOf(change, now)} from mine
      where t.company_id = mine.company_id and t.feedback_id = mine.id and t.user_id = ${viewer.userId}
      returning t.feedback_id`,
  )
  if (!changed) throw notFound()
  return getTry(platform.db, viewer, now, id)
}

/**
 * Asks the giver of an answer about its skill again, by name: a colleague by their account, an outsider by the address and in the language
 * of the earlier request. While such a request waits for them, it is returned instead.
 * @throws not_found; cannot_ask_again when the giver has left, opted out, or gave an address that is not verified;
 *   idempotency_key_reused; slow_down
 */
export async function askAgain(
  platform: Platform,
  viewer: Viewer,
  id: string,
  body: { readonly message: string | null; readonly idempotency_key: string },
): Promise<SentRequest> {
  const { skill, waiting } = await getTry(platform.db, viewer, platform.clock(), id)
  if (waiting) return getRequest(platform.db, platform, viewer, waiting.request_id)
  const giver = await giverToAsk(platform.db, viewer, id)
  if (!giver?.reachable) throw new Problem('cannot_ask_again')
  const { user_id, email, first_name, last_name, locale } = giver
  return createRequest(platform, viewer, {
    ...body,
    skill_ids: [skill.id],
    recipients: [user_id ? { user_id } : { email: email ?? '', first_name, last_name, ...(locale && { locale }) }],
    context: null,
    confidential: false,
    due_at: null,
  })
}
