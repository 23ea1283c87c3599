import type { RequestKind } from '@reflet/contract/answers'
import type { ManagerNote, NamedAnswer } from '@reflet/contract/received-answers'
import type { Relation } from '@reflet/contract/relations'
import {
  instant,
  instantOrNull,
  nullable,
  type Params,
  type Queryable,
  query,
  queryForEachSet,
  type RowOf,
  rows,
  sql,
  t,
} from '../../../db/index.ts'
import { cursorAfter, pageOf } from '../../../platform/cursor.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/session.ts'
import { skillName, skillTextRow } from '../../catalogue/catalogue.queries.ts'
import { guestFirstName } from '../../messages/guest-name.ts'
import { isNew } from '../../messages/unread.ts'
import { FORMER, personJson } from '../../people/person.queries.ts'
import { openWords, sealedWordsRow } from '../answers/answer-row.ts'
import { thanksColumns, thanksRow, toThanks } from '../answers/answers.queries.ts'
import { isReceived } from '../feedback.policy.ts'
import { listConfidentialAnswers } from './confidential.queries.ts'

const PAGE = 20

/** A manager's note as JSON; null for a thank-you without words. */
interface NoteRow {
  id: string
  manager: ManagerNote['manager'] | null
  sealed: string | null
  noted_at: string
}

/** A row of `answerColumns`: a named answer. */
export const answerRow = {
  /** The id of the feedback. */
  id: t.uuid,
  request_id: t.uuid,
  skill_id: t.uuid,
  relation: t.oneOf<Relation>(),
  rating: nullable(t.int),
  not_observed: t.bool,
  ...sealedWordsRow,
  sealed_context: nullable(t.bytes),
  answered_at: t.time,
  is_read: t.bool,
  new: t.bool,
  kind: t.oneOf<RequestKind>(),
  unverified: t.bool,
  ...thanksRow,
  shared_at: nullable(t.time),
  notes: nullable(t.json<NoteRow[]>()),
  ...skillTextRow,
  giver: nullable(t.json<NamedAnswer['giver']>()),
}
export type AnswerRow = RowOf<typeof answerRow>

/** A copied link, or the address that a guest of an event typed: that it is theirs was not confirmed from its mailbox. */
const isUnverified = sql`(f.unverified or r.kind = 'event' and f.giver_id is null and not f.giver_left)`

/** A guest is shown by the name that the receiver entered for this request, or that they entered themselves at an event. */
const guestFirst = sql`coalesce(p.first_name, g.first_name)`
const guestLast = sql`coalesce(p.last_name, g.last_name)`

/** What managers wrote to the receiver about an answer that was shared with them, over `feedbacks f`. */
const notes = sql`(select json_agg(json_build_object('id', mn.id, 'manager', ${personJson(sql`manager`)},
    'sealed', encode(mn.sealed_note, 'base64'), 'noted_at', mn.noted_at) order by mn.id)
  from manager_notes mn left join users manager on manager.company_id = mn.company_id and manager.id = mn.manager_id
  where mn.company_id = f.company_id and mn.feedback_id = f.id)`

/** The columns of `AnswerRow`, over `answerTables`. */
export const answerColumns = sql`f.id, f.request_id, f.skill_id, f.relation, f.rating, f.not_observed,
  f.sealed_situation, f.sealed_keep, f.sealed_improve, r.sealed_context,
  f.answered_at, f.read_at is not null as is_read, f.seen_at is null as new, r.kind, ${isUnverified} as unverified,
  ${thanksColumns}, sa.created_at as shared_at, ${notes} as notes, k.catalogue_key, k.names,
  coalesce(${personJson(sql`u`)}, case when g.id is not null then json_build_object('id', null,
    'first_name', ${guestFirstName(guestFirst, guestLast)},
    'last_name', ${guestLast}, 'job_title', '', 'avatar_url', null) end) as giver`

const answerJoins = sql`
  join requests r on r.company_id = f.company_id and r.id = f.request_id
  join recipients p on p.company_id = f.company_id and p.id = f.recipient_id
  join skills k on k.company_id = f.company_id and k.id = f.skill_id
  left join users u on u.company_id = f.company_id and u.id = f.giver_id
  left join guests g on g.company_id = p.company_id and g.id = p.guest_id
  left join shared_answers sa on sa.company_id = f.company_id and sa.feedback_id = f.id`
export const answerTables = sql`feedbacks f ${answerJoins}`

export const toManagerNote = ({ id, manager, sealed, noted_at }: NoteRow, seal: Viewer['seal']): ManagerNote => ({
  id,
  manager: manager ?? FORMER,
  note: seal.open(sealed === null ? null : Buffer.from(sealed, 'base64'), 'manager_notes.sealed_note', id),
  noted_at: instant(noted_at),
})

export const toNamedAnswer = (row: AnswerRow, { seal, locale }: Pick<Viewer, 'seal' | 'locale'>): NamedAnswer => ({
  id: row.id,
  skill: { id: row.skill_id, name: skillName(row, locale) },
  giver: row.giver ?? FORMER,
  relation: row.relation,
  context: seal.open(row.sealed_context, 'requests.sealed_context', row.request_id),
  rating: row.rating,
  not_observed: row.not_observed,
  ...openWords(row, seal),
  answered_at: instant(row.answered_at),
  is_read: row.is_read,
  new: row.new,
  kind: row.kind,
  unverified: row.unverified,
  thanks: toThanks(row, seal),
  shared_at: instantOrNull(row.shared_at),
  manager_notes: (row.notes ?? []).map((note) => toManagerNote(note, seal)),
})

/**
 * One named answer that the viewer received.
 * @throws not_found also for a confidential one, a withdrawn one and another person's
 */
export async function getAnswer(db: Queryable, viewer: Viewer, id: string): Promise<NamedAnswer> {
  const [row] = await rows(db, answerRow, sql`select ${answerColumns} from ${answerTables} where ${isReceived(viewer)} and f.id = ${id}`)
  if (!row) throw notFound()
  return toNamedAnswer(row, viewer)
}

/** Filters of the received answers; without any, all. */
export interface AnswerFilter {
  readonly skill_id?: string | undefined
  readonly relation?: Relation | undefined
  readonly new?: 'true' | undefined
}

const FILTERS = ['skill_id', 'relation', 'new', 'cursor'] as const

interface Values {
  company_id: string
  user_id: string
  skill_id: string | undefined
  relation: string | undefined
  answered_at: string | undefined
  last_id: string | undefined
}

const newest = sql`order by f.answered_at desc, f.id desc`
const page = sql`limit ${sql.raw(String(PAGE + 1))}`

/**
 * For new answers and for a skill, the page is found before any join. New answers are few and read first (`offset 0` forces that
 * plan); a skill has its answers in the order of their release, which is the time of a named answer. The company is compared again outside
 * the page: the planner knows no foreign key of a subquery, and without a constant it joined each answer with all requests of its company.
 */
const selectAnswers = queryForEachSet(FILTERS, (name, has) =>
  query(has.skill_id ? null : `answers_received_${name}`, answerRow, (v: Params<Values>) => {
    const mine = isReceived({ companyId: v.company_id, userId: v.user_id })
    const which = sql`${mine} ${has.skill_id ? sql`and f.skill_id = ${v.skill_id}` : sql.empty}
      ${has.relation ? sql`and f.relation = ${v.relation}` : sql.empty}
      ${has.cursor ? sql`and (f.answered_at, f.id) < (${v.answered_at}::timestamptz, ${v.last_id}::uuid)` : sql.empty}`
    if (!has.skill_id && !has.new) return sql`select ${answerColumns} from ${answerTables} where ${which} ${newest} ${page}`
    const source = has.new ? sql`(select * from feedbacks f where ${mine} and ${isNew} offset 0) f` : sql`feedbacks f`
    return sql`select ${answerColumns} from (select f.* from ${source} where ${which}
        order by ${has.skill_id ? sql`f.released_at` : sql`f.answered_at`} desc, f.id desc ${page}) f ${answerJoins}
      where f.company_id = ${v.company_id} ${newest}`
  }),
)

/** Named answers that the viewer received, newest first, page by page. */
export async function listNamedAnswers(
  db: Queryable,
  { companyId, userId, ...viewer }: Viewer,
  filter: AnswerFilter,
  cursor: string | undefined,
) {
  const [answered_at, last_id] = cursorAfter(cursor, 'instant', 'id')
  const select = selectAnswers({ ...filter, cursor })
  const { skill_id, relation } = filter
  const found = await select(db, { company_id: companyId, user_id: userId, skill_id, relation, answered_at, last_id })
  const { page: shown, next_cursor } = pageOf(found, PAGE, (row) => [row.answered_at, row.id])
  return { answers: shown.map((row) => toNamedAnswer(row, viewer)), next_cursor }
}

const NONE = { confidential: [], next_cursor: null }

/**
 * What the viewer received and may read: named answers page by page, the newest confidential ones with the first page. A filter by relation
 * excludes those, as they have none.
 */
export async function listAnswers(db: Queryable, viewer: Viewer, filter: AnswerFilter, cursor: string | undefined) {
  const named = await listNamedAnswers(db, viewer, filter, cursor)
  const first = cursor === undefined && !filter.relation
  const { confidential, next_cursor } = first ? await listConfidentialAnswers(db, viewer, filter, undefined) : NONE
  return { ...named, confidential, confidential_cursor: next_cursor }
}
