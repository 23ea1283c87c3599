import type { NewsItem } from '@reflet/contract/people'
import { countOf, instant, nullable, type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import { cursorAfter, pageOf } from '../../platform/cursor.ts'
import type { Viewer } from '../../platform/session.ts'
import { guestFirstName } from '../messages/guest-name.ts'
import { unreadNewsOf } from '../messages/unread.ts'

const PAGE = 20

/** A row of `newsColumns`. */
const newsRow = {
  id: t.uuid,
  kind: t.text,
  is_read: t.bool,
  created_at: t.time,
  actor: nullable(t.json<NonNullable<NewsItem['actor']>>()),
  skill_id: nullable(t.uuid),
  request_id: nullable(t.uuid),
  feedback_id: nullable(t.uuid),
  award_id: nullable(t.uuid),
  coffee_id: nullable(t.uuid),
  recurrence_id: nullable(t.uuid),
}
export type NewsRow = RowOf<typeof newsRow>

const guestFirst = sql`coalesce(n.guest_first_name, g.first_name)`
const guestLast = sql`coalesce(n.guest_last_name, g.last_name)`

/** Over `newsfeed n`, `users actor` and `guests g`. */
export const newsColumns = sql`n.id, n.kind, n.read_at is not null as is_read, n.created_at,
  case when actor.id is not null then json_build_object('first_name', actor.first_name, 'last_name', actor.last_name)
    when g.id is not null then json_build_object('first_name', ${guestFirstName(guestFirst, guestLast)},
      'last_name', ${guestLast}) end as actor, n.skill_id, n.request_id, n.feedback_id, n.award_id, n.coffee_id, n.recurrence_id`

/** Privacy: the day of a confidential release would reveal who answered last. */
export const toNewsItem = (row: NewsRow): NewsItem => ({
  ...row,
  created_at: row.kind === 'confidential_ready' ? null : instant(row.created_at),
})

/** The viewer's news items, newest first. */
export async function listNews(db: Queryable, viewer: Viewer, cursor: string | undefined) {
  const [before] = cursorAfter(cursor, 'id')
  const found = await rows(
    db,
    newsRow,
    sql`select ${newsColumns} from newsfeed n
      left join users actor on actor.company_id = n.company_id and actor.id = n.actor_id
      left join guests g on g.company_id = n.company_id and g.id = n.guest_id
      where n.company_id = ${viewer.companyId}
        and n.user_id = ${viewer.userId} ${before ? sql`and n.id < ${before}` : sql.empty}
      order by n.id desc limit ${PAGE + 1}`,
  )
  const { page, next_cursor } = pageOf(found, PAGE, (row) => [row.id])
  return { newsfeed: page.map(toNewsItem), unread: await countUnread(db, viewer), next_cursor }
}

export const countUnread = (db: Queryable, viewer: Viewer) => countOf(db, sql`newsfeed n where ${unreadNewsOf(viewer)}`)
