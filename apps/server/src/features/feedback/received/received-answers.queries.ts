import type { NamedAnswer } from '@reflet/contract/feedback'
import type { Relation, RequestKind } from '@reflet/contract/groups'
import { sql } from 'drizzle-orm'
import { eachSet, instant, instantOrNull, type Queryable, rows, statement } from '../../../db/index.ts'
import { cursorAfter, pageOf } from '../../../platform/cursor.ts'
import { notFound } from '../../../platform/errors.ts'
import { FORMER, personJson } from '../../../platform/person.ts'
import type { Viewer } from '../../../platform/session.ts'
import { type SkillText, skillName } from '../../skills/skills.queries.ts'
import { type ThanksRow, thanksColumns, toThanks } from '../answers/answers.queries.ts'
import { listConfidentialAnswers } from './confidential.queries.ts'

const PAGE = 20

/** A named answer, as `answerColumns` select it. */
export interface AnswerRow extends SkillText, ThanksRow {
  request_id: string
  skill_id: string
  relation: Relation
  rating: number | null
  not_observed: boolean
  sealed_situation: Buffer | null
  sealed_keep: Buffer | null
  sealed_improve: Buffer | null
  sealed_context: Buffer | null
  answered_at: string
  is_read: boolean
  kind: RequestKind
  unverified: boolean
  shared_at: string | null
  giver: NamedAnswer['giver'] | null
}

/** A guest goes by the name that the receiver gave them for this request, or that they gave themselves at an event. */
const guestFirst = sql`coalesce(p.first_name, g.first_name)`
const guestLast = sql`coalesce(p.last_name, g.last_name)`

/** The columns of `AnswerRow`, over `answerTables`. */
export const answerColumns = sql`f.id, f.request_id, f.skill_id, f.relation, f.rating, f.not_observed, f.sealed_situation, f.sealed_keep, f.sealed_improve, r.sealed_context,
  f.answered_at, f.read_at is not null as is_read, r.kind, r.kind = 'event' and p.guest_id is not null as unverified, ${thanksColumns}, h.created_at as shared_at, k.catalogue_key, k.names,
  coalesce(${personJson(sql`u`)}, case when g.id is not null then json_build_object('id', null,
    'first_name', case when ${guestFirst} = '' and ${guestLast} = '' then g.email else ${guestFirst} end, 'last_name', ${guestLast}, 'job_title', '', 'avatar_url', null) end) as giver`

const answerJoins = sql`
  join requests r on r.company_id = f.company_id and r.id = f.request_id
  join recipients p on p.company_id = f.company_id and p.id = f.recipient_id
  join skills k on k.company_id = f.company_id and k.id = f.skill_id
  left join users u on u.company_id = f.company_id and u.id = f.giver_id
  left join guests g on g.company_id = p.company_id and g.id = p.guest_id
  left join shared_answers h on h.company_id = f.company_id and h.feedback_id = f.id`
export const answerTables = sql`feedbacks f ${answerJoins}`

/** `feedbacks f` that the viewer received by name and may read. */
const isMine = (viewer: Viewer) =>
  sql`f.company_id = ${viewer.companyId} and f.receiver_id = ${viewer.userId} and f.released_at is not null and not f.confidential`

export const toNamedAnswer = (row: AnswerRow, { seal, locale }: Pick<Viewer, 'seal' | 'locale'>): NamedAnswer => ({
  id: row.id,
  skill: { id: row.skill_id, name: skillName(row, locale) },
  giver: row.giver ?? FORMER,
  relation: row.relation,
  context: seal.open(row.sealed_context, 'requests.sealed_context', row.request_id),
  rating: row.rating,
  not_observed: row.not_observed,
  situation: seal.open(row.sealed_situation, 'feedbacks.sealed_situation', row.id),
  keep: seal.open(row.sealed_keep, 'feedbacks.sealed_keep', row.id),
  improve: seal.open(row.sealed_improve, 'feedbacks.sealed_improve', row.id),
  answered_at: instant(row.answered_at),
  is_read: row.is_read,
  kind: row.kind,
  unverified: row.unverified,
  thanks: toThanks(row, seal),
  shared_at: instantOrNull(row.shared_at),
})

/**
 * One named answer that the viewer received.
 * @throws not_found also for a confidential one, one taken back and anybody else's
 */
export async function getAnswer(db: Queryable, viewer: Viewer, id: string): Promise<NamedAnswer> {
  const [row] = await rows<AnswerRow>(db, sql`select ${answerColumns} from ${answerTables} where ${isMine(viewer)} and f.id = ${id}`)
  if (!row) throw notFound()
  return toNamedAnswer(row, viewer)
}

/** What to show of the answers received; nothing set means all. */
export interface AnswerFilter {
  readonly skill_id?: string | undefined
  readonly relation?: Relation | undefined
  readonly unread?: 'true' | undefined
}

const p = sql.placeholder

/** What each filter, and the place where a page begins, adds to the statement; what is unread is another source. */
const CONDITIONS = {
  skill_id: sql`and f.skill_id = ${p('skill_id')}`,
  relation: sql`and f.relation = ${p('relation')}`,
  unread: sql``,
  cursor: sql`and (f.answered_at, f.id) < (${p('answered_at')}::timestamptz, ${p('last_id')}::uuid)`,
}

const received = sql`f.company_id = ${p('company_id')} and f.receiver_id = ${p('user_id')} and f.released_at is not null and not f.confidential`
const unread = sql`(select * from feedbacks f where ${received} and f.read_at is null offset 0) f`

const newest = sql`order by f.answered_at desc, f.id desc`
const page = sql`limit ${sql.raw(String(PAGE + 1))}`

/**
 * Of unread answers and of a skill the page is found before anything is joined: what is unread is little and read first (`offset 0`
 * keeps the plan to that), a skill has its answers in the order of their release, which is the moment of a named answer.
 */
const selectAnswers = eachSet(CONDITIONS, (name, conditions) => {
  const ofSkill = name.includes('skill_id')
  const isUnread = name.includes('unread')
  const found = sql`(select f.* from ${isUnread ? unread : sql`feedbacks f`} where ${received} ${conditions}
    order by ${ofSkill ? sql`f.released_at` : sql`f.answered_at`} desc, f.id desc ${page}) f ${answerJoins} ${newest}`
  return statement<AnswerRow, Record<string, string | undefined>>(
    // For any skill it would be planned to read the answers of the whole company to it.
    ofSkill ? null : `answers_received_${name}`,
    sql`select ${answerColumns} from ${ofSkill || isUnread ? found : sql`${answerTables} where ${received} ${conditions} ${newest} ${page}`}`,
  )
})

/** Named answers that the viewer received, newest first, page by page. */
export async function listNamedAnswers(
  db: Queryable,
  { companyId, userId, ...viewer }: Viewer,
  filter: AnswerFilter,
  cursor: string | undefined,
) {
  const [answered_at, last_id] = cursorAfter(cursor, 'instant', 'id')
  const select = selectAnswers({ ...filter, cursor })
  const found = await select(db, { company_id: companyId, user_id: userId, ...filter, answered_at, last_id })
  const { page: shown, next_cursor } = pageOf(found, PAGE, (row) => [row.answered_at, row.id])
  return { answers: shown.map((row) => toNamedAnswer(row, viewer)), next_cursor }
}

const NONE = { confidential: [], next_cursor: null }

/**
 * What the viewer received and may read: named answers page by page, the newest confidential ones with the first page. A
 * relation leaves those out, as they have none.
 */
export async function listAnswers(db: Queryable, viewer: Viewer, filter: AnswerFilter, cursor: string | undefined) {
  const named = await listNamedAnswers(db, viewer, filter, cursor)
  const first = cursor === undefined && !filter.relation
  const { confidential, next_cursor } = first ? await listConfidentialAnswers(db, viewer, filter, undefined) : NONE
  return { ...named, confidential, confidential_cursor: next_cursor }
}
