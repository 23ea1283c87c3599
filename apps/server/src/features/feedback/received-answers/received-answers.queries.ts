import type { RequestKind } from '@reflet/contract/answers'
import type { ManagerNote, NamedAnswer } from '@reflet/contract/received-answers'
import type { Relation } from '@reflet/contract/relations'
import { sql } from 'drizzle-orm'
import { eachSet, instant, instantOrNull, type Queryable, rows, statement } from '../../../db/index.ts'
import type { ColumnsOf } from '../../../db/row.ts'
import { cursorAfter, pageOf } from '../../../platform/cursor.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/session.ts'
import { type SkillText, skillName, skillTextRow } from '../../catalogue/catalogue.queries.ts'
import { guestFirstName } from '../../messages/guest-name.ts'
import { isNew } from '../../messages/unread.ts'
import { FORMER, personJson } from '../../people/person.queries.ts'
import { openWords, type SealedWords } from '../answers/answer-row.ts'
import { type ThanksRow, thanksColumns, thanksRow, toThanks } from '../answers/answers.queries.ts'
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
export interface AnswerRow extends SkillText, ThanksRow, SealedWords {
  request_id: string
  skill_id: string
  relation: Relation
  rating: number | null
  not_observed: boolean
  sealed_context: Buffer | null
  answered_at: string
  is_read: boolean
  new: boolean
  kind: RequestKind
  unverified: boolean
  shared_at: string | null
  notes: NoteRow[] | null
  giver: NamedAnswer['giver'] | null
}

const answerRow: ColumnsOf<AnswerRow> = {
  id: 'uuid',
  request_id: 'uuid',
  skill_id: 'uuid',
  relation: 'text',
  rating: 'int2?',
  not_observed: 'bool',
  sealed_situation: 'bytea?',
  sealed_keep: 'bytea?',
  sealed_improve: 'bytea?',
  sealed_context: 'bytea?',
  answered_at: 'timestamptz!',
  is_read: 'bool',
  new: 'bool',
  kind: 'text',
  unverified: 'bool',
  ...thanksRow,
  shared_at: 'timestamptz?',
  notes: 'json?',
  ...skillTextRow,
  giver: 'json?',
}

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
  f.answered_at, f.read_at is not null as is_read, f.seen_at is null as new,
  r.kind, ${isUnverified} as unverified,
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
  const [row] = await rows<AnswerRow>(db, sql`select ${answerColumns} from ${answerTables} where ${isReceived(viewer)} and f.id = ${id}`)
  if (!row) throw notFound()
  return toNamedAnswer(row, viewer)
}

/** Filters of the received answers; without any, all. */
export interface AnswerFilter {
  readonly skill_id?: string | undefined
  readonly relation?: Relation | undefined
  readonly new?: 'true' | undefined
}

const p = sql.placeholder

/** The condition that each filter and the pagination cursor add to the statement; new answers come from another source. */
const CONDITIONS = {
  skill_id: sql`and f.skill_id = ${p('skill_id')}`,
  relation: sql`and f.relation = ${p('relation')}`,
  new: sql``,
  cursor: sql`and (f.answered_at, f.id) < (${p('answered_at')}::timestamptz, ${p('last_id')}::uuid)`,
}

const received = isReceived({ companyId: sql`${p('company_id')}`, userId: sql`${p('user_id')}` })
const unseen = sql`(select * from feedbacks f where ${received} and ${isNew} offset 0) f`

const newest = sql`order by f.answered_at desc, f.id desc`
const page = sql`limit ${sql.raw(String(PAGE + 1))}`

/**
 * For new answers and for a skill, the page is found before any join. New answers are few and read first (`offset 0` forces that
 * plan); a skill has its answers in the order of their release, which is the time of a named answer. The company is compared again outside
 * the page: the planner knows no foreign key of a subquery, and without a constant it joined each answer with all requests of its company.
 */
const selectAnswers = eachSet(CONDITIONS, (name, conditions) => {
  const ofSkill = name.includes('skill_id')
  const ofNew = name.includes('new')
  const found = sql`(select f.* from ${ofNew ? unseen : sql`feedbacks f`} where ${received} ${conditions}
    order by ${ofSkill ? sql`f.released_at` : sql`f.answered_at`} desc, f.id desc ${page}) f ${answerJoins}
    where f.company_id = ${p('company_id')} ${newest}`
  return statement<AnswerRow, Record<string, string | undefined>>(
    // The generic plan would read the whole company's answers on the skill.
    ofSkill ? null : `answers_received_${name}`,
    answerRow,
    sql`select ${answerColumns}
      from ${ofSkill || ofNew ? found : sql`${answerTables} where ${received} ${conditions} ${newest} ${page}`}`,
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
 * What the viewer received and may read: named answers page by page, the newest confidential ones with the first page. A filter by relation
 * excludes those, as they have none.
 */
export async function listAnswers(db: Queryable, viewer: Viewer, filter: AnswerFilter, cursor: string | undefined) {
  const named = await listNamedAnswers(db, viewer, filter, cursor)
  const first = cursor === undefined && !filter.relation
  const { confidential, next_cursor } = first ? await listConfidentialAnswers(db, viewer, filter, undefined) : NONE
  return { ...named, confidential, confidential_cursor: next_cursor }
}
