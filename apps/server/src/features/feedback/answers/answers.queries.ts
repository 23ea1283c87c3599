import type { AnswerBody, Asked, FeedbackStatus, GivenFeedback, RequestKind, RequestToAnswer, Thanks } from '@reflet/contract/answers'
import type { Locale } from '@reflet/contract/common'
import type { Relation } from '@reflet/contract/relations'
import { instant, instantOrNull, nullable, type Queryable, type RowOf, rows, type Sql, sql, t } from '../../../db/index.ts'
import type { Seal } from '../../../platform/crypto.ts'
import { cursorAfter, pageOf } from '../../../platform/cursor.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/session.ts'
import { describedSkillRow, skillDescription, skillName } from '../../catalogue/catalogue.queries.ts'
import { personJson } from '../../people/person.queries.ts'
import { abilities, editableUntil, isReopenable, isShown, isWithdrawn } from '../feedback.policy.ts'
import { relationAsked, relationsFor } from '../requests/relation.policy.ts'
import { openWords, type SealedWords, sealedWordsRow } from './answer-row.ts'

const PAGE = 20

/** The receiver's thanks for an answer. */
export const thanksRow = {
  stars: nullable(t.int),
  sealed_thanks: nullable(t.bytes),
  sealed_will_try: nullable(t.bytes),
  rated_at: nullable(t.time),
}
/** With the id of the feedback. */
export type ThanksRow = RowOf<typeof thanksRow> & { id: string }

/** The columns of `thanksRow`, over `feedbacks f`. */
export const thanksColumns = sql`f.stars, f.sealed_thanks, f.sealed_will_try, f.rated_at`

/** The receiver's thanks, decrypted; null while the answer is not rated. */
export const toThanks = (row: ThanksRow, seal: Seal): Thanks | null =>
  row.stars === null || row.rated_at === null
    ? null
    : {
        stars: row.stars,
        thanks: seal.open(row.sealed_thanks, 'feedbacks.sealed_thanks', row.id),
        will_try: seal.open(row.sealed_will_try, 'feedbacks.sealed_will_try', row.id),
        rated_at: instant(row.rated_at),
      }

/** A row of the giver's statements. */
export const ownRow = {
  /** The id of the feedback. */
  id: t.uuid,
  skill_id: t.uuid,
  status: t.oneOf<FeedbackStatus>(),
  rating: nullable(t.int),
  not_observed: t.bool,
  ...sealedWordsRow,
  answered_at: nullable(t.time),
  /** Given by a copied link and not confirmed from the mailbox. */
  unverified: t.bool,
  /** Released confidential answer: it can no longer change. */
  shown: t.bool,
  reopenable: t.bool,
  withdrawn: t.bool,
  expires_at: t.time,
  ...describedSkillRow,
  ...thanksRow,
}
export type OwnRow = RowOf<typeof ownRow>

/** The columns of `OwnRow`, over `feedbacks f`, `requests r` and `skills k`. */
export const ownColumns = sql`f.id, f.skill_id, f.status, f.rating, f.not_observed, f.sealed_situation, f.sealed_keep,
  f.sealed_improve, f.answered_at, f.unverified, ${isShown} as shown, ${isReopenable} as reopenable, ${isWithdrawn} as withdrawn,
  r.expires_at, k.catalogue_key, k.names, k.descriptions, ${thanksColumns}`

/** A feedback as its giver sees it: their own text in their language, and which actions are possible now. */
export function toOwnFeedback(row: OwnRow, { seal, locale }: { seal: Seal; locale: Locale }, now: Date): GivenFeedback {
  const answeredAt = row.answered_at === null ? null : new Date(row.answered_at)
  const { status, shown, reopenable } = row
  const can = abilities({ status, expires_at: new Date(row.expires_at), answered_at: answeredAt, shown, reopenable }, now)
  return {
    id: row.id,
    skill: { id: row.skill_id, name: skillName(row, locale), description: skillDescription(row, locale) },
    status: row.status,
    withdrawn: row.status === 'declined' && row.withdrawn,
    answer:
      row.status === 'answered' && answeredAt
        ? {
            rating: row.rating,
            not_observed: row.not_observed,
            ...openWords(row, seal),
            answered_at: answeredAt.toISOString(),
          }
        : null,
    editable_until: can.edit && answeredAt ? editableUntil(answeredAt).toISOString() : null,
    thanks: row.status === 'answered' ? toThanks(row, seal) : null,
    can,
  }
}

type Stored = SealedWords & Pick<OwnRow, 'id' | 'rating' | 'not_observed'>

/** Idempotent retry: whether the same answer was posted before, and only its reply was lost. */
export function isSameAnswer(row: Stored, seal: Seal, answer: AnswerBody): boolean {
  const { situation, keep, improve } = openWords(row, seal)
  return (
    row.rating === answer.rating &&
    row.not_observed === answer.not_observed &&
    situation === answer.situation &&
    keep === answer.keep &&
    improve === answer.improve
  )
}

/** How many people a request asked; null where that is not counted. */
export const askedRow = { asked_colleagues: nullable(t.int), asked_outsiders: nullable(t.int), asked_counting: nullable(t.int) }
export type AskedRow = RowOf<typeof askedRow>

export const toAsked = ({ asked_colleagues: colleagues, asked_outsiders: outsiders, asked_counting: counting }: AskedRow): Asked | null =>
  colleagues === null || outsiders === null ? null : { colleagues, outsiders, ...(counting !== null && { counting }) }

const groupRow = {
  ...askedRow,
  threshold: nullable(t.int),
  id: t.uuid,
  request_id: t.uuid,
  confidential: t.bool,
  kind: t.oneOf<RequestKind>(),
  sealed_context: nullable(t.bytes),
  sealed_message: nullable(t.bytes),
  created_at: t.time,
  due_at: nullable(t.time),
  later_at: nullable(t.time),
  expires_at: t.time,
  relation: t.oneOf<Relation>(),
  manager_id: nullable(t.uuid),
  requester: t.json<RequestToAnswer['requester']>(),
  feedbacks: t.json<(Omit<OwnRow, `sealed_${Word}`> & Record<Word, string | null>)[]>(),
}
type GroupRow = RowOf<typeof groupRow>

type Word = 'situation' | 'keep' | 'improve' | 'thanks' | 'will_try' | 'reason'

/** Bytes that are encoded in JSON. */
const buffer = (base64: string | null) => (base64 === null ? null : Buffer.from(base64, 'base64'))

/** An encrypted comment that is encoded in JSON. */
export const toSealedWords = ({ situation, keep, improve }: Record<'situation' | 'keep' | 'improve', string | null>): SealedWords => ({
  sealed_situation: buffer(situation),
  sealed_keep: buffer(keep),
  sealed_improve: buffer(improve),
})

/** How the viewer is asked by name. */
function relationsOf({ relation, manager_id: managerId }: GroupRow, { userId: giverId }: Viewer) {
  const between = { giverId, managerId }
  return { relation: relationAsked(relation, between), relations: relationsFor(between) }
}

const NEVER = '9999-12-31T00:00:00Z'
const NOT_POSTPONED = '1970-01-01T00:00:00Z'

/** The sort keys of a page, and the time at which its first page was read. */
const pendingAfter = (cursor: string | undefined, now: Date) => {
  const [at = now.toISOString(), ...key] = cursorAfter(cursor, 'instant', 'instant', 'instant', 'id')
  return { at, key }
}

/**
 * One page of the viewer's groups with feedback of this status, with their sort key. Race: every page is sorted as of the first one, so that
 * a postponement that ends meanwhile does not move a group to a page that was read already.
 */
function groupsOf({ companyId, userId }: Viewer, now: Date, status: FeedbackStatus, cursor: string | undefined): Sql {
  const mine = sql`f.company_id = ${companyId} and f.giver_id = ${userId} and f.status = ${status}`
  if (status !== 'pending') {
    const [before] = cursorAfter(cursor, 'id')
    return sql`select distinct f.recipient_id, null::timestamptz as later_at, null::timestamptz as due_at
      from feedbacks f
      where ${mine} ${before ? sql`and f.recipient_id < ${before}` : sql.empty}
      order by f.recipient_id desc limit ${PAGE + 1}`
  }
  const { at, key } = pendingAfter(cursor, now)
  const [later, due, after] = key
  const last = sql`(${later}::timestamptz, ${due}::timestamptz, ${after}::uuid)`
  return sql`select * from (
      select p.id as recipient_id,
        case when p.later_at > ${at}::timestamptz then p.later_at else ${NOT_POSTPONED} end as later_at,
        coalesce(r.due_at, ${NEVER}) as due_at
      from (select distinct f.recipient_id from feedbacks f where ${mine}) g
      join recipients p on p.company_id = ${companyId} and p.id = g.recipient_id
      join requests r on r.company_id = p.company_id and r.id = p.request_id) g
    ${after ? sql`where (g.later_at, g.due_at, g.recipient_id) > ${last}` : sql.empty}
    order by g.later_at, g.due_at, g.recipient_id limit ${PAGE + 1}`
}

/** The groups of `d`, each with those of its feedbacks that `which` selects, over `feedbacks f`. */
const groupsWith = ({ companyId }: Viewer, d: Sql, which: Sql, order: Sql) =>
  sql`select p.id, p.request_id, r.confidential, r.kind, r.sealed_context, r.sealed_message, r.created_at, r.due_at,
      r.expires_at, p.later_at, r.asked_colleagues, r.asked_outsiders, r.asked_counting, r.threshold, p.relation,
      requester.manager_id, ${personJson(sql`requester`)} as requester,
      (select json_agg(json_build_object('id', f.id, 'skill_id', f.skill_id, 'status', f.status, 'rating', f.rating,
        'not_observed', f.not_observed, 'situation', encode(f.sealed_situation, 'base64'), 'keep', encode(f.sealed_keep, 'base64'),
          'improve', encode(f.sealed_improve, 'base64'),
          'answered_at', f.answered_at, 'stars', f.stars, 'thanks', encode(f.sealed_thanks, 'base64'),
          'will_try', encode(f.sealed_will_try, 'base64'), 'reason', encode(f.sealed_reason, 'base64'),
          'rated_at', f.rated_at, 'shown', ${isShown}, 'reopenable', ${isReopenable}, 'withdrawn', ${isWithdrawn},
          'expires_at', r.expires_at, 'catalogue_key', k.catalogue_key,
          'names', k.names, 'descriptions', k.descriptions) order by f.id)
        from feedbacks f join skills k on k.company_id = f.company_id and k.id = f.skill_id
        where f.company_id = p.company_id and f.recipient_id = p.id and ${which}) as feedbacks
    from (${d}) d
    join recipients p on p.company_id = ${companyId} and p.id = d.recipient_id
    join requests r on r.company_id = p.company_id and r.id = p.request_id
    join users requester on requester.company_id = r.company_id and requester.id = r.requester_id
    order by ${order}`

const laterAt = ({ later_at }: GroupRow, at: Date) => (later_at !== null && new Date(later_at) > at ? instant(later_at) : null)

const toGroup = (row: GroupRow, viewer: Viewer, now: Date): RequestToAnswer => ({
  id: row.id,
  requester: row.requester,
  context: viewer.seal.open(row.sealed_context, 'requests.sealed_context', row.request_id),
  message: viewer.seal.open(row.sealed_message, 'requests.sealed_message', row.request_id),
  confidential: row.confidential,
  kind: row.kind,
  created_at: instant(row.created_at),
  due_at: instantOrNull(row.due_at),
  later_at: laterAt(row, now),
  expires_at: instant(row.expires_at),
  asked: toAsked(row),
  threshold: row.threshold,
  ...(!row.confidential && relationsOf(row, viewer)),
  feedbacks: row.feedbacks.map(({ situation, keep, improve, thanks, will_try, reason, ...feedback }) => {
    const sealed = toSealedWords({ situation, keep, improve })
    const own = toOwnFeedback({ ...feedback, ...sealed, sealed_thanks: buffer(thanks), sealed_will_try: buffer(will_try) }, viewer, now)
    return { ...own, reason: viewer.seal.open(buffer(reason), 'feedbacks.sealed_reason', feedback.id) }
  }),
})

/**
 * The viewer's groups with feedback of this status, each with all its feedbacks of that status. Pending ones by due date, then the oldest
 * first, with postponed ones last, by the day of their reminder; the others newest first.
 */
export async function listRequestsToAnswer(db: Queryable, viewer: Viewer, now: Date, status: FeedbackStatus, cursor: string | undefined) {
  const pending = status === 'pending'
  const order = pending ? sql`d.later_at, d.due_at, p.id` : sql`p.id desc`
  const found = await rows(db, groupRow, groupsWith(viewer, groupsOf(viewer, now, status, cursor), sql`f.status = ${status}`, order))
  const { page, next_cursor } = pageOf(found, PAGE, (row) => {
    if (!pending) return [row.id]
    const { at } = pendingAfter(cursor, now)
    return [at, laterAt(row, new Date(at)) ?? NOT_POSTPONED, instantOrNull(row.due_at) ?? NEVER, row.id]
  })
  return { groups: page.map((row) => toGroup(row, viewer, now)), next_cursor }
}

/**
 * One group of the viewer, by its id, that of its request, or that of one of its feedbacks, with all of these.
 * @throws not_found
 */
export async function getRequestToAnswer(db: Queryable, viewer: Viewer, now: Date, id: string): Promise<RequestToAnswer> {
  const one = sql`select distinct f.recipient_id from feedbacks f
    where f.company_id = ${viewer.companyId} and f.giver_id = ${viewer.userId}
      and ${id}::uuid in (f.id, f.recipient_id, f.request_id)`
  const [row] = await rows(db, groupRow, groupsWith(viewer, one, sql`true`, sql`p.id`))
  if (!row) throw notFound()
  return toGroup(row, viewer, now)
}
