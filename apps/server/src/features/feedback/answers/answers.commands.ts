import { type AnswerBody, needsComment, type OwnFeedback } from '@reflet/contract/groups'
import { isGiven } from '@reflet/contract/quality'
import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, rows, statement } from '../../../db/index.ts'
import type { Seal } from '../../../platform/crypto.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { abilities, editableSince, type Giver, giverValues, guestName, isGiver, isShown, mayAnswer, mayEdit } from '../feedback.policy.ts'
import { isSameAnswer, type OwnRow, ownColumns, toOwnFeedback } from './answers.queries.ts'
import { mailAt, tellReceiver } from './tell.commands.ts'

/** Who acts, with what is needed to seal and to name. */
export interface Acting extends Giver {
  readonly seal: Seal
  readonly locale: Parameters<typeof toOwnFeedback>[1]['locale']
  readonly threshold: number
}

const p = sql.placeholder

type ContentValues = ReturnType<typeof contentValues>

type ChangeValues = ReturnType<typeof giverValues> &
  ContentValues & {
    id: string
    now: Date
    editable_since: Date
    news_id: string
    mail_id: string
    guest_id: string | null
    guest_first_name: string | null
    guest_last_name: string | null
    send_after: Date
    confidential: boolean
  }

const content = sql`rating = ${p('rating')}::smallint, not_observed = ${p('not_observed')}::boolean, sealed_situation = ${p('situation')}::bytea,
  sealed_keep = ${p('keep')}::bytea, sealed_improve = ${p('improve')}::bytea, has_situation = ${p('has_situation')}::boolean,
  has_keep = ${p('has_keep')}::boolean, has_improve = ${p('has_improve')}::boolean`

const target = sql`
  select ${ownColumns}, f.confidential, exists (select from changed) as changed
  from feedbacks f
  join requests r on r.company_id = f.company_id and r.id = f.request_id
  join skills k on k.company_id = f.company_id and k.id = f.skill_id
  where f.id = ${p('id')} and ${isGiver}`

type TargetRow = OwnRow & { confidential: boolean; changed: boolean }

/**
 * A named answer: stored, released to its receiver, told to them, and the row as it was before, in one statement.
 * A confidential one passes the same way but stays unreleased and untold; `releaseWhenEnough` follows in its transaction.
 */
const storeAnswer = statement<TargetRow, ChangeValues>(
  'answer_store',
  sql`with changed as (
      update feedbacks f set status = 'answered', ${content}, answered_at = ${p('now')}::timestamptz,
        released_at = case when f.confidential then null else ${p('now')}::timestamptz end
      from requests r
      where f.id = ${p('id')} and ${isGiver} and r.company_id = f.company_id and r.id = f.request_id and ${mayAnswer}
        and f.confidential = ${p('confidential')}::boolean
      returning f.company_id, f.receiver_id, f.skill_id, f.request_id, f.confidential
    ), told as (select * from changed where not confidential),
    ${tellReceiver(sql`told`, 'answer_received')}
    ${target}`,
)

const storeEdit = statement<
  TargetRow,
  Omit<ChangeValues, 'news_id' | 'mail_id' | 'guest_id' | 'guest_first_name' | 'guest_last_name' | 'send_after' | 'confidential'>
>(
  'answer_edit',
  sql`with changed as (
      update feedbacks f set ${content}, edited_at = ${p('now')}::timestamptz
      where f.id = ${p('id')} and ${isGiver} and ${mayEdit} returning f.id
    ) ${target}`,
)

/**
 * Releases the waiting confidential answers of one request's skill once so many colleagues gave one that none can be told
 * apart: always at least a threshold of them together, so that comparing before and after shows nobody (product.md §3).
 * Only colleagues, who were logged in, count: who asks can invent addresses and knows what was answered from them. What people
 * outside say is shown with the colleagues' answers. A colleague whose account was deleted since still counts.
 */
const releaseWhenEnough = statement<
  object,
  {
    company_id: string
    request_id: string
    skill_id: string
    threshold: number
    now: Date
    month: Date
    news_id: string
    mail_id: string
    send_after: Date
  }
>(
  'answers_release',
  sql`with waiting as (
      select f.id, f.giver_id is not null or f.giver_left as counts from feedbacks f
      where f.company_id = ${p('company_id')} and f.request_id = ${p('request_id')} and f.skill_id = ${p('skill_id')}
        and f.status = 'answered' and f.confidential and f.released_at is null
    ), released as (
      update feedbacks f set released_at = ${p('now')}::timestamptz, read_at = null
      where f.company_id = ${p('company_id')} and f.id in (select id from waiting) and f.status = 'answered' and (select count(*) from waiting where counts) >= ${p('threshold')}::int
      returning f.company_id, f.receiver_id, f.skill_id, f.request_id
    ), once as (select distinct * from released),
    ${tellReceiver(sql`once`, 'confidential_ready')}
    select 1 from once`,
)

/**
 * Answers one feedback. Posting the same answer again changes nothing, so that a lost reply can be retried.
 * @throws not_found; comment_required; already_answered; feedback_declined, feedback_expired, feedback_cancelled
 */
export async function answerFeedback(platform: Platform, giver: Acting, id: string, answer: AnswerBody): Promise<OwnFeedback> {
  if (needsComment(answer)) throw new Problem('comment_required')
  const now = platform.clock()
  const values = {
    ...changeValues(giver, id, answer, now),
    guest_id: giver.guestId,
    ...guestName(giver),
    news_id: newId(now),
    mail_id: newId(now),
    send_after: mailAt(now),
    confidential: false,
  }
  let [row] = await storeAnswer(platform.db, values)
  if (row?.confidential && abilities(asState(row), now).answer) row = await answerConfidential(platform, giver, values)
  if (!row) throw notFound()
  if (row.changed) {
    platform.wake(values.send_after)
    return withAnswer(toOwnFeedback({ ...row, ...EMPTY, status: 'answered', answered_at: now.toISOString() }, giver, now), answer)
  }
  if (row.status === 'answered' && isSameAnswer(row, giver.seal, answer)) return toOwnFeedback(row, giver, now)
  throw closed(row)
}

/** Makes everybody who answers, or takes back, on this request wait for one another: they must count alike. */
async function lockRequest(db: Queryable, companyId: string, feedbackId: string) {
  const [feedback] = await rows<{ request_id: string; skill_id: string }>(
    db,
    sql`select f.request_id, f.skill_id from feedbacks f join requests r on r.company_id = f.company_id and r.id = f.request_id
      where f.company_id = ${companyId} and f.id = ${feedbackId} for update of r`,
  )
  return feedback
}

function answerConfidential(platform: Platform, giver: Acting, values: ChangeValues): Promise<TargetRow | undefined> {
  return platform.db.transaction(async (tx) => {
    const feedback = await lockRequest(tx, giver.companyId, values.id)
    if (!feedback) return undefined
    const [row] = await storeAnswer(tx, { ...values, confidential: true })
    if (!row?.changed) return row
    const { company_id, now } = values
    return { ...row, shown: await releaseIfEnough(tx, { company_id, ...feedback, threshold: giver.threshold }, now) }
  })
}

/** `releaseWhenEnough` after an answer, in its transaction; says whether it released. */
export async function releaseIfEnough(
  tx: Queryable,
  answered: { company_id: string; request_id: string; skill_id: string; threshold: number },
  now: Date,
): Promise<boolean> {
  // The news is dated to the month, its id included: the moment would tell who answered last.
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
  const released = await releaseWhenEnough(tx, {
    ...answered,
    now,
    month,
    news_id: newId(month),
    mail_id: newId(now),
    send_after: mailAt(now),
  })
  return released.length > 0
}

/**
 * Changes an answer within the edit window.
 * @throws not_found; comment_required; not_answered; edit_window_closed
 */
export async function editAnswer(platform: Platform, giver: Acting, id: string, answer: AnswerBody): Promise<OwnFeedback> {
  if (needsComment(answer)) throw new Problem('comment_required')
  const now = platform.clock()
  const values = changeValues(giver, id, answer, now)
  const [row] = await storeEdit(platform.db, values)
  if (!row) throw notFound()
  if (!row.changed) throw new Problem(row.status === 'answered' ? 'edit_window_closed' : 'not_answered')
  return withAnswer(toOwnFeedback({ ...row, ...EMPTY }, giver, now), answer)
}

/**
 * Says no. The requester of a named request is told, with the reason; on a confidential one nobody is.
 * Saying it again changes nothing.
 * @throws not_found; already_answered; feedback_expired, feedback_cancelled
 */
export async function declineFeedback(platform: Platform, giver: Acting, id: string, reason: string | null): Promise<OwnFeedback> {
  const now = platform.clock()
  const name = guestName(giver)
  const row = await changeStatus(platform.db, giver, id, {
    set: sql`status = 'declined', sealed_reason = ${giver.seal.seal(reason, 'feedbacks.sealed_reason', id)}::bytea`,
    may: sql`f.status = 'pending' and r.expires_at > ${now}`,
    news: sql`, news as (insert into newsfeed (company_id, id, user_id, kind, actor_id, guest_id, guest_first_name, guest_last_name, skill_id, request_id, created_at)
      select company_id, ${newId(now)}, receiver_id, 'request_declined', ${giver.userId}::uuid, ${giver.guestId}::uuid, ${name.guest_first_name}::text,
        ${name.guest_last_name}::text, skill_id, request_id, ${now}::timestamptz
      from changed where not confidential)`,
  })
  if (row.changed || row.status === 'declined') return toOwnFeedback({ ...row, status: 'declined' }, giver, now)
  throw closed(row)
}

/**
 * Takes an answer back within the edit window: words and rating are erased, with what the receiver said about it, and the
 * feedback counts as declined; nobody it was shared with reads it any more. A
 * confidential answer that is shown stays: the difference would show which one it was.
 * @throws not_found; not_answered; edit_window_closed
 */
export async function deleteAnswer(platform: Platform, giver: Acting, id: string): Promise<OwnFeedback> {
  const now = platform.clock()
  return platform.db.transaction(async (tx) => {
    await lockRequest(tx, giver.companyId, id)
    const row = await changeStatus(tx, giver, id, {
      set: sql`status = 'declined', rating = null, not_observed = false, sealed_situation = null, sealed_keep = null, sealed_improve = null,
        has_situation = false, has_keep = false, has_improve = false, stars = null, sealed_thanks = null, sealed_will_try = null, rated_at = null,
        answered_at = null, edited_at = null, released_at = null`,
      may: sql`f.status = 'answered' and not ${isShown} and f.answered_at > ${editableSince(now)}`,
      news: sql`, gone as (delete from newsfeed n using changed c where n.company_id = c.company_id and n.feedback_id = ${id}),
        unshared as (delete from shared_answers h using changed c where h.company_id = c.company_id and h.feedback_id = ${id})`,
    })
    if (!row.changed) throw new Problem(row.status === 'answered' ? 'edit_window_closed' : 'not_answered')
    return toOwnFeedback({ ...row, status: 'declined', answered_at: null }, giver, now)
  })
}

/** One change of state and the row as it was before, with `changed` saying whether it was allowed. */
async function changeStatus(db: Queryable, giver: Acting, id: string, change: { set: SQL; may: SQL; news: SQL }): Promise<TargetRow> {
  const own = sql`f.company_id = ${giver.companyId} and f.id = ${id} and (f.giver_id = ${giver.userId}::uuid or f.recipient_id = ${giver.recipientId}::uuid)`
  const [row] = await rows<TargetRow>(
    db,
    sql`with changed as (
        update feedbacks f set ${change.set} from requests r
        where ${own} and r.company_id = f.company_id and r.id = f.request_id and ${change.may}
        returning f.company_id, f.receiver_id, f.skill_id, f.request_id, f.confidential
      ) ${change.news}
      select ${ownColumns}, f.confidential, exists (select from changed) as changed
      from feedbacks f
      join requests r on r.company_id = f.company_id and r.id = f.request_id
      join skills k on k.company_id = f.company_id and k.id = f.skill_id
      where ${own}`,
  )
  if (!row) throw notFound()
  return row
}

function changeValues(giver: Acting, id: string, answer: AnswerBody, now: Date) {
  return {
    ...giverValues(giver),
    id,
    now,
    editable_since: editableSince(now),
    ...contentValues(giver.seal, id, answer),
  }
}

/** An answer as the feedback of this id stores it: its words sealed, and what the quality index counts of them, which nobody could tell later. */
export const contentValues = (seal: Seal, id: string, { rating, not_observed, situation, keep, improve }: AnswerBody) => ({
  rating,
  not_observed,
  situation: seal.seal(situation, 'feedbacks.sealed_situation', id),
  keep: seal.seal(keep, 'feedbacks.sealed_keep', id),
  improve: seal.seal(improve, 'feedbacks.sealed_improve', id),
  has_situation: isGiven(situation),
  has_keep: isGiven(keep),
  has_improve: isGiven(improve),
})

/** The words are known: sealing them for the database and opening them again for the reply would be work for nothing. */
const EMPTY = { sealed_situation: null, sealed_keep: null, sealed_improve: null }
const withAnswer = (feedback: OwnFeedback, { rating, not_observed, situation, keep, improve }: AnswerBody): OwnFeedback => ({
  ...feedback,
  answer: feedback.answer && { ...feedback.answer, rating, not_observed, situation, keep, improve },
})

const asState = (row: OwnRow) => ({ status: row.status, expires_at: new Date(row.expires_at), answered_at: null, shown: false })

/** Why a feedback no longer takes an answer or a no. */
function closed(row: OwnRow): Problem {
  switch (row.status) {
    case 'answered':
      return new Problem('already_answered')
    case 'declined':
      return new Problem('feedback_declined')
    case 'cancelled':
      return new Problem('feedback_cancelled')
    default:
      return new Problem('feedback_expired')
  }
}
