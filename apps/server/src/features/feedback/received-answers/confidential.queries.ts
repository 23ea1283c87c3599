import { randomInt, randomUUID } from 'node:crypto'
import type { ConfidentialAnswers } from '@reflet/contract/received-answers'
import { nullable, type Params, type Queryable, query, queryForEachSet, type RowOf, sql, t } from '../../../db/index.ts'
import { cursorAfter, pageOf } from '../../../platform/cursor.ts'
import type { Viewer } from '../../../platform/session.ts'
import { skillName, skillTextRow } from '../../catalogue/catalogue.queries.ts'
import { isNew } from '../../messages/unread.ts'
import { openWords } from '../answers/answer-row.ts'
import { toSealedWords } from '../answers/answers.queries.ts'

const PAGE = 20

const confidentialRow = {
  ...skillTextRow,
  id: t.uuid,
  request_id: t.uuid,
  skill_id: t.uuid,
  sealed_context: nullable(t.bytes),
  month: t.text,
  ratings: t.json<(number | null)[]>(),
  /** `feedback_id` is needed to decrypt and must not leave the server. */
  comments: t.json<(Record<'situation' | 'keep' | 'improve', string | null> & { feedback_id: string })[]>(),
  is_read: t.bool,
  unseen: t.int,
}

interface ConfidentialFilter {
  readonly skill_id?: string | undefined
  readonly new?: 'true' | undefined
}

const FILTERS = ['skill_id', 'new', 'cursor'] as const

interface Values {
  company_id: string
  user_id: string
  skill_id: string | undefined
  month: string | undefined
  last_id: string | undefined
}

// New groups are few: the plan starts from them. `is true` makes the planner use the index of requests: by skill it would read the whole company's.
const selectConfidential = queryForEachSet(FILTERS, (name, has) =>
  query(`answers_confidential_${name}`, confidentialRow, (v: Params<Values>) => {
    const isNewGroup = sql`(cr.request_id, cr.skill_id) in (select f.request_id, f.skill_id from feedbacks f
      where f.company_id = ${v.company_id} and f.receiver_id = ${v.user_id} and ${isNew} and f.confidential)`
    return sql`select cr.id, cr.request_id, cr.skill_id, r.sealed_context, to_char(cr.month, 'YYYY-MM') as month,
        k.catalogue_key, k.names, f.ratings, f.comments, f.is_read, f.unseen
      from (select * from confidential_releases cr
        where cr.company_id = ${v.company_id} and cr.receiver_id = ${v.user_id}
          ${has.skill_id ? sql`and cr.skill_id = ${v.skill_id}` : sql.empty}
          ${has.new ? sql`and ${isNewGroup}` : sql.empty}
          ${has.cursor ? sql`and (cr.month, cr.id) < (${v.month}::date, ${v.last_id}::uuid)` : sql.empty}
        order by cr.month desc, cr.id desc limit ${sql.raw(String(PAGE + 1))}) cr
      join requests r on r.company_id = cr.company_id and r.id = cr.request_id
      join skills k on k.company_id = cr.company_id and k.id = cr.skill_id
      cross join lateral (
        select json_agg(f.rating) as ratings, bool_and(f.read_at is not null) as is_read,
          count(*) filter (where f.seen_at is null)::int as unseen,
          json_agg(json_build_object('feedback_id', f.id, 'situation', encode(f.sealed_situation, 'base64'),
            'keep', encode(f.sealed_keep, 'base64'), 'improve', encode(f.sealed_improve, 'base64'))) as comments
        from feedbacks f
        where f.company_id = cr.company_id and f.request_id = cr.request_id and (f.skill_id = cr.skill_id) is true
          and f.released_at is not null
      ) f
      where cr.company_id = ${v.company_id}
      order by cr.month desc, cr.id desc`
  }),
)

/** Released confidential answers, merged per skill of a request, the newest month first, in an order that reveals nothing. */
export async function listConfidentialAnswers(db: Queryable, viewer: Viewer, filter: ConfidentialFilter, cursor: string | undefined) {
  const [month, last_id] = cursorAfter(cursor, 'month', 'id')
  const select = selectConfidential({ ...filter, cursor })
  const found = await select(db, {
    company_id: viewer.companyId,
    user_id: viewer.userId,
    skill_id: filter.skill_id,
    month: month && `${month}-01`,
    last_id,
  })
  const { page, next_cursor } = pageOf(found, PAGE, (row) => [row.month, row.id])
  return { confidential: page.map((row) => toConfidential(row, viewer)), next_cursor }
}

const toConfidential = (row: RowOf<typeof confidentialRow>, { seal, locale }: Viewer): ConfidentialAnswers => ({
  id: row.id,
  skill: { id: row.skill_id, name: skillName(row, locale) },
  context: seal.open(row.sealed_context, 'requests.sealed_context', row.request_id),
  month: row.month,
  n: row.ratings.length,
  distribution: distributionOf(row.ratings),
  not_observed: row.ratings.filter((rating) => rating === null).length,
  comments: shuffle(
    row.comments
      .map(({ feedback_id, ...words }) => ({ id: randomUUID(), ...openWords({ id: feedback_id, ...toSealedWords(words) }, seal) }))
      .filter(({ situation, keep, improve }) => situation || keep || improve),
  ),
  is_read: row.is_read,
  new: row.unseen > 0,
  unseen: row.unseen,
})

const distributionOf = (ratings: (number | null)[]) =>
  [1, 2, 3, 4, 5].map((value) => ratings.filter((rating) => rating === value).length) as [number, number, number, number, number]

/** Fisher–Yates with the system's randomness: the order must not reveal who answered first. */
function shuffle<T>(items: T[]): T[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[items[last], items[other]] = [items[other] as T, items[last] as T]
  }
  return items
}
