import { type AnswerBody, type AnswerPatch, type GivenFeedback, isRatedOrNotObserved, needsComment } from '@reflet/contract/answers'
import type { ColleagueAnswerBody } from '@reflet/contract/feedback'
import type { GiverRelation } from '@reflet/contract/relations'
import { type Of, type Params, type Queryable, query, type RowOf, rows, type Sql, sql, t } from '../../../db/index.ts'
import type { Seal } from '../../../platform/crypto.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { bundledUntil } from '../../messages/bundle.ts'
import {
  abilities,
  editableSince,
  type Giver,
  giverValues,
  guestName,
  isGiver,
  isShown,
  mayAnswer,
  mayEdit,
  verifiableSince,
} from '../feedback.policy.ts'
import { setRelationGiven } from '../requests/relation.policy.ts'
import { contentValues, openWords } from './answer-row.ts'
import { isSameAnswer, type OwnRow, ownColumns, ownRow, toOwnFeedback } from './answers.queries.ts'
import { mailOfAnswer, newsOfAnswer, readRequest, sendReceipt } from './notify.commands.ts'
import { releaseIfEnough } from './release.commands.ts'

/** The giver, with what is needed to encrypt and to name. */
export interface Acting extends Giver {
  readonly seal: Seal
  readonly locale: Parameters<typeof toOwnFeedback>[1]['locale']
  readonly threshold: number
}

type ContentValues = ReturnType<typeof contentValues>
type GiverValues = ReturnType<typeof giverValues>

type ChangeValues = GiverValues &
  ContentValues & {
    id: string
    now: Date
    news_id: string
    mail_id: string
    guest_id: string | null
    guest_first_name: string | null
    guest_last_name: string | null
    send_after: Date
    confidential: boolean
    unverified: boolean
    relation: GiverRelation | null
  }

/** What an answer stores. The trigger `feedbacks_update_totals` updates `skill_totals`: here, on release, and when it is withdrawn. */
const setContent = (v: Of<ContentValues>) => sql`rating = ${v.rating}::smallint,
  not_observed = ${v.not_observed}::boolean, sealed_situation = ${v.sealed_situation}::bytea,
  sealed_keep = ${v.sealed_keep}::bytea, sealed_improve = ${v.sealed_improve}::bytea,
  has_situation = ${v.has_situation}::boolean, has_keep = ${v.has_keep}::boolean, has_improve = ${v.has_improve}::boolean`

/** The rows as they were before, each with whether the statement changed it. */
export const targetOf = (own: Sql, { changed }: { changed: Sql }) => sql`
  select ${ownColumns}, f.confidential, ${changed} as changed
  from feedbacks f
  join requests r on r.company_id = f.company_id and r.id = f.request_id
  join skills k on k.company_id = f.company_id and k.id = f.skill_id
  where ${own}`
const isOwn = (v: Of<GiverValues & { id: string }>) => sql`f.id = ${v.id} and ${isGiver(v)}`

export const targetRow = { ...ownRow, confidential: t.bool, changed: t.bool }
export type TargetRow = RowOf<typeof targetRow>

/**
 * Stores a named answer, releases it to its receiver and notifies them; also returns the row as it was before. One statement. A
 * confidential one is stored without release and notification; `releaseWhenEnough` follows in its transaction.
 */
const storeAnswer = query(
  'answer_store',
  targetRow,
  (v: Params<ChangeValues>) => sql`with changed as (
      update feedbacks f set status = 'answered', ${setContent(v)}, answered_at = ${v.now}::timestamptz,
        unverified = ${v.unverified}::boolean, ${setRelationGiven(v.relation)},
        released_at = case when f.confidential then null else ${v.now}::timestamptz end
      from requests r join users receiver on receiver.company_id = r.company_id and receiver.id = r.requester_id
      where ${isOwn(v)} and r.company_id = f.company_id and r.id = f.request_id and ${mayAnswer(v.now)}
        and f.confidential = ${v.confidential}::boolean
      returning f.company_id, f.receiver_id, f.skill_id, f.request_id, f.confidential
    ), notified as (select * from changed where not confidential), news as (${newsOfAnswer(v, { of: sql`notified` })}),
    mail as (${mailOfAnswer(v, { of: sql`notified` })}),
    known as (${readRequest(sql`changed`, sql`${v.user_id}::uuid`, sql`${v.now}::timestamptz`)})
    ${targetOf(isOwn(v), { changed: sql`exists (select from changed)` })}`,
)

/** The answer as it is, locked; `changed` says whether it may be edited. */
const lockAnswer = query('answer_lock', targetRow, (v: Params<GiverValues & { id: string; editable_since: Date }>) => {
  const mayChange = sql`coalesce(${mayEdit(v.editable_since)}, false)`
  return sql`${targetOf(isOwn(v), { changed: mayChange })} for update of f`
})

/** Edited from the mailbox, it is confirmed, too. */
const storeEdit = query(
  'answer_edit',
  { id: t.uuid },
  (v: Params<ContentValues & { company_id: string; id: string; now: Date }>) => sql`update feedbacks
    set ${setContent(v)}, edited_at = ${v.now}::timestamptz, unverified = false
    where company_id = ${v.company_id} and id = ${v.id} returning id`,
)

/**
 * Answers one feedback. Idempotent: posting the same answer again changes nothing, so that a lost reply can be retried.
 * @throws not_found; invalid_input for a relation to the requester of confidential answers; comment_required; already_answered; feedback_declined, feedback_expired, feedback_cancelled
 */
export async function answerFeedback(platform: Platform, giver: Acting, id: string, answer: ColleagueAnswerBody): Promise<GivenFeedback> {
  if (needsComment(answer)) throw new Problem('comment_required')
  const now = platform.clock()
  const values = {
    ...giverValues(giver),
    ...contentValues(giver.seal, id, answer),
    id,
    now,
    guest_id: giver.guestId,
    ...guestName(giver),
    news_id: newId(now),
    mail_id: newId(now),
    send_after: bundledUntil(now),
    confidential: false,
    unverified: giver.copied ?? false,
    relation: answer.relation ?? null,
  }
  let [row] = giver.copied ? await storeUnverified(platform, giver, values) : await storeAnswer(platform.db, values)
  if (row?.confidential && answer.relation) throw noRelation()
  if (row?.confidential && abilities(asState(row), now).answer) row = await answerConfidential(platform, giver, values)
  if (!row) throw notFound()
  if (row.changed) {
    platform.wake(values.send_after)
    return withAnswer(toOwnFeedback({ ...row, ...EMPTY, status: 'answered', answered_at: now.toISOString() }, giver, now), answer)
  }
  if (row.status === 'answered' && isSameAnswer(row, giver.seal, answer)) return toOwnFeedback(row, giver, now)
  throw closed(row)
}

/** Confidential answers have no relation, which would tell who gave them. */
export const noRelation = () => new Problem('invalid_input', { fields: { relation: 'confidential' } })

/** By a copied link: the address gets a receipt, by which its owner confirms or deletes the answer. */
function storeUnverified(platform: Platform, giver: Acting, values: ChangeValues): Promise<TargetRow[]> {
  return platform.db.transaction(async (tx) => {
    const stored = await storeAnswer(tx, values)
    if (stored.some(({ changed }) => changed)) await sendReceipt(tx, giver, values.now)
    return stored
  })
}

/** Row lock on the request: concurrent answers and withdrawals run one after the other, so that the count is consistent. */
async function lockRequest(db: Queryable, companyId: string, feedbackId: string) {
  const [feedback] = await rows(
    db,
    { request_id: t.uuid, skill_id: t.uuid },
    sql`select f.request_id, f.skill_id from feedbacks f
      join requests r on r.company_id = f.company_id and r.id = f.request_id
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

/**
 * Edits an answer within the edit window: a field that is not sent stays. The row is locked, so that two edits of different fields both hold.
 * @throws not_found; not_answered; edit_window_closed; invalid_input (`rating_or_not_observed`), comment_required for what results
 */
export async function editAnswer(platform: Platform, giver: Acting, id: string, changes: AnswerPatch): Promise<GivenFeedback> {
  const now = platform.clock()
  return platform.db.transaction(async (tx) => {
    const [row] = await lockAnswer(tx, { ...giverValues(giver), id, editable_since: editableSince(now) })
    if (!row) throw notFound()
    if (!row.changed) throw new Problem(row.status === 'answered' ? 'edit_window_closed' : 'not_answered')
    const answer = changed(row, giver.seal, changes)
    await storeEdit(tx, { company_id: giver.companyId, id, now, ...contentValues(giver.seal, id, answer) })
    return withAnswer(toOwnFeedback({ ...row, ...EMPTY }, giver, now), answer)
  })
}

/** What was sent; what is stored where nothing was. */
const sentOr = <Value>(stored: Value, sent: Value | undefined): Value => (sent === undefined ? stored : sent)

/** The answer that results from a change. */
function changed(row: TargetRow, seal: Seal, changes: AnswerPatch): AnswerBody {
  const words = openWords(row, seal)
  const answer = {
    rating: sentOr(row.rating, changes.rating),
    not_observed: sentOr(row.not_observed, changes.not_observed),
    situation: sentOr(words.situation, changes.situation),
    keep: sentOr(words.keep, changes.keep),
    improve: sentOr(words.improve, changes.improve),
  }
  if (!isRatedOrNotObserved(answer)) throw new Problem('invalid_input', { fields: { rating: 'rating_or_not_observed' } })
  if (needsComment(answer)) throw new Problem('comment_required')
  return answer
}

/**
 * Withdraws an answer within the edit window, an unverified one for `verifiableSince`: comment and rating are erased, with the receiver's thanks, and the feedback is stored
 * as declined, with the time that says that it was not; a manager it was shared with can no longer read it, and what they wrote about it is deleted. A released confidential answer
 * stays: the difference would show which one it was. Given again, it is unread.
 * @throws not_found; not_answered; edit_window_closed
 */
export async function deleteAnswer(platform: Platform, giver: Acting, id: string): Promise<GivenFeedback> {
  const now = platform.clock()
  return platform.db.transaction(async (tx) => {
    await lockRequest(tx, giver.companyId, id)
    const row = await changeStatus(tx, giver, id, {
      set: sql`status = 'declined', rating = null, not_observed = false, sealed_situation = null, sealed_keep = null,
        sealed_improve = null, has_situation = false, has_keep = false, has_improve = false, stars = null,
        sealed_thanks = null, sealed_will_try = null, rated_at = null, answered_at = null, edited_at = null,
        unverified = false, released_at = null, read_at = null, seen_at = null, withdrawn_at = ${now}`,
      may: sql`f.status = 'answered' and not ${isShown}
        and f.answered_at > case when f.unverified then ${verifiableSince(now)}::timestamptz
          else ${editableSince(now)}::timestamptz end`,
      news: sql`, gone as (
          delete from newsfeed n using changed where n.company_id = changed.company_id and n.feedback_id = ${id}
        ), unshared as (
          delete from shared_answers sa using changed
          where sa.company_id = changed.company_id and sa.feedback_id = ${id}
        ), unnoted as (
          delete from manager_notes mn using changed
          where mn.company_id = changed.company_id and mn.feedback_id = ${id}
        )`,
    })
    if (!row.changed) throw new Problem(row.status === 'answered' ? 'edit_window_closed' : 'not_answered')
    return toOwnFeedback({ ...row, status: 'declined', withdrawn: true, answered_at: null }, giver, now)
  })
}

/**
 * Confirms from the mailbox of the address that these answers, which came by a copied link, are its owner's: all of them or none. Idempotent.
 * @throws not_answered unless all of them are answers of this guest that can still be confirmed
 */
export async function verifyAnswers({ db, clock }: Platform, giver: Acting, ids: readonly string[]): Promise<void> {
  const verified = await db.execute(sql`with mine as (
        select id from feedbacks where company_id = ${giver.companyId} and recipient_id = ${giver.recipientId}
          and id = any(${ids}::uuid[]) and status = 'answered'
          and (not unverified or answered_at > ${verifiableSince(clock())}) for update
      )
      update feedbacks set unverified = false where company_id = ${giver.companyId} and id in (select id from mine)
        and (select count(*) from mine) = ${ids.length}`)
  if (verified < ids.length) throw new Problem('not_answered')
}

/** One change of state and the row as it was before, with `changed` saying whether it was allowed. */
async function changeStatus(db: Queryable, giver: Acting, id: string, change: { set: Sql; may: Sql; news: Sql }): Promise<TargetRow> {
  const own = isOwn({ ...giverValues(giver), id })
  const [row] = await rows(
    db,
    targetRow,
    sql`with changed as (
        update feedbacks f set ${change.set} from requests r
        where ${own} and r.company_id = f.company_id and r.id = f.request_id and ${change.may}
        returning f.company_id, f.receiver_id, f.skill_id, f.request_id, f.confidential
      ) ${change.news}
      ${targetOf(own, { changed: sql`exists (select from changed)` })}`,
  )
  if (!row) throw notFound()
  return row
}

/** The plain text is known: the reply needs no decryption. */
const EMPTY = { sealed_situation: null, sealed_keep: null, sealed_improve: null }
const withAnswer = (feedback: GivenFeedback, { rating, not_observed, situation, keep, improve }: AnswerBody): GivenFeedback => ({
  ...feedback,
  answer: feedback.answer && { ...feedback.answer, rating, not_observed, situation, keep, improve },
})

const asState = (row: OwnRow) => ({
  status: row.status,
  expires_at: new Date(row.expires_at),
  answered_at: null,
  shown: false,
  reopenable: false,
})

/** Why a feedback can no longer be answered or declined. */
export function closed(row: Pick<OwnRow, 'status'>): Problem {
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
