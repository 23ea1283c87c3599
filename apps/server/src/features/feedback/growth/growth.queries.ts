import type { Locale } from '@reflet/contract/common'
import type { Try, TryOutcome, TryStatus } from '@reflet/contract/growth'
import { instant, instantOrNull, nullable, type Queryable, type RowOf, rows, type Sql, sql, t } from '../../../db/index.ts'
import { cursorAfter, pageOf } from '../../../platform/cursor.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/session.ts'
import { openRequests } from '../../people/directory.queries.ts'
import { isReceived } from '../feedback.policy.ts'
import { type AnswerRow, answerColumns, answerRow, answerTables, toNamedAnswer } from '../received-answers/received-answers.queries.ts'
import { dueSince, isDue, placeOf } from './growth.policy.ts'

const PAGE = 20

const tryRow = {
  ...answerRow,
  tried_at: t.time,
  status: t.oneOf<TryStatus>(),
  is_due: t.bool,
  place: t.text,
  outcome: nullable(t.oneOf<TryOutcome>()),
  outcome_at: nullable(t.time),
  after_id: nullable(t.uuid),
  waiting: nullable(t.json<{ request_id: string; sent_at: string }>()),
  open_requests: t.int,
  reachable: t.bool,
}
type TryRow = RowOf<typeof tryRow>

/** Feedbacks `other` (with their recipient `asked_one`) of the same named giver and skill as `feedbacks f` with `recipients p`. */
const ofSameGiver = sql`other.company_id = f.company_id and other.receiver_id = f.receiver_id
  and other.skill_id = f.skill_id and not other.confidential
  and (other.giver_id = f.giver_id or asked_one.guest_id = p.guest_id)`
const others = sql`feedbacks other
  join recipients asked_one on asked_one.company_id = other.company_id and asked_one.id = other.recipient_id
  join requests asked on asked.company_id = other.company_id and asked.id = other.request_id`

/** The pending request to the same giver on the same skill; over `answerTables`. */
const waiting = sql`(select json_build_object('request_id', asked.id, 'sent_at', asked.created_at) from ${others}
  where ${ofSameGiver} and other.status = 'pending' order by other.id desc limit 1)`

/**
 * The newest later answer of the same giver; over `answerTables` and `tries t`. A guest of an event typed an address that is not verified:
 * that answer may be another person's.
 */
const after = sql`(select other.id from ${others}
  where ${ofSameGiver} and other.status = 'answered' and other.released_at is not null
    and other.released_at > t.created_at and not (asked.kind = 'event' and asked_one.guest_id is not null)
  order by other.released_at desc limit 1)`

/**
 * Whether a new request reaches the giver: a colleague who works here, or an outsider asked by address; and whether the
 * skill can be asked about.
 */
const reachable = sql`(k.retired_at is null and (u.id is not null and u.deactivated_at is null
  or g.id is not null and g.stopped_at is null and r.kind <> 'event'))`

/** The viewer's tries, over `answerTables`: only at answers that they may read by name. */
const triesOf = (viewer: Viewer) => sql`from tries t join ${answerTables}
  on f.company_id = t.company_id and f.id = t.feedback_id
  where t.company_id = ${viewer.companyId} and t.user_id = ${viewer.userId} and ${isReceived(viewer)}`

async function select(db: Queryable, viewer: Viewer, now: Date, which: Sql, place = placeOf(dueSince(now))): Promise<TryRow[]> {
  return rows(
    db,
    tryRow,
    sql`select ${answerColumns}, t.created_at as tried_at, t.status, ${isDue(dueSince(now))} as is_due, ${place} as place,
        t.outcome, t.outcome_at, ${after} as after_id, ${waiting} as waiting, ${reachable} as reachable,
        case when u.id is null then 0
          else ${openRequests(sql`f.company_id`, sql`u.id`, sql`${now}::timestamptz`)} end as open_requests
      ${triesOf(viewer)} ${which}`,
  )
}

export interface TryFilter {
  readonly skill_id?: string | undefined
  readonly status?: TryStatus | undefined
  readonly due?: 'true' | undefined
}

/**
 * What the viewer said they will try, each with the answer since: due ones first, then open, then closed; the newest first among each.
 * Race: every page is sorted as of the first one, so that one that becomes due meanwhile does not move to a page that was read already.
 */
export async function listTries(db: Queryable, viewer: Viewer, now: Date, filter: TryFilter, cursor: string | undefined) {
  const [at = now.toISOString(), place, created_at, id] = cursorAfter(cursor, 'instant', 'text', 'instant', 'id')
  const order = placeOf(dueSince(new Date(at)))
  const found = await select(
    db,
    viewer,
    now,
    sql`${filter.skill_id ? sql`and f.skill_id = ${filter.skill_id}` : sql.empty}
      ${filter.status ? sql`and t.status = ${filter.status}` : sql.empty}
      ${filter.due ? sql`and ${isDue(dueSince(now))}` : sql.empty}
      ${
        place === undefined
          ? sql.empty
          : sql`and (${order}, t.created_at, t.feedback_id) < (${place}, ${created_at}::timestamptz, ${id}::uuid)`
      }
      order by ${order} desc, t.created_at desc, t.feedback_id desc limit ${PAGE + 1}`,
    order,
  )
  const { page, next_cursor } = pageOf(found, PAGE, (row) => [at, row.place, row.tried_at, row.id])
  return { tries: await withAfter(db, viewer, page), next_cursor }
}

/**
 * One try of the viewer.
 * @throws not_found also when its answer was taken back
 */
export async function getTry(db: Queryable, viewer: Viewer, now: Date, id: string): Promise<Try> {
  const [row] = await withAfter(db, viewer, await select(db, viewer, now, sql`and t.feedback_id = ${id}`))
  if (!row) throw notFound()
  return row
}

async function withAfter(db: Queryable, viewer: Viewer, page: readonly TryRow[]): Promise<Try[]> {
  const ids = page.flatMap(({ after_id }) => after_id ?? [])
  const later =
    ids.length > 0
      ? await rows(
          db,
          answerRow,
          sql`select ${answerColumns} from ${answerTables} where ${isReceived(viewer)} and f.id = any(${ids}::uuid[])`,
        )
      : []
  const byId = new Map(later.map((row) => [row.id, row]))
  return page.map((row) => toTry(row, byId.get(row.after_id ?? ''), viewer))
}

const sideOf = (row: AnswerRow, viewer: Viewer): Try['before'] => {
  const { id, rating, not_observed, situation, keep, improve, answered_at } = toNamedAnswer(row, viewer)
  return { id, rating, not_observed, situation, keep, improve, answered_at }
}

function toTry(row: TryRow, later: AnswerRow | undefined, viewer: Viewer): Try {
  const { id, skill, giver, thanks } = toNamedAnswer(row, viewer)
  const waits = row.waiting
  return {
    id,
    skill,
    giver,
    text: thanks?.will_try ?? '',
    created_at: instant(row.tried_at),
    status: row.status,
    is_due: row.is_due,
    outcome: row.outcome,
    outcome_at: instantOrNull(row.outcome_at),
    before: sideOf(row, viewer),
    after: later ? sideOf(later, viewer) : null,
    waiting: waits && { ...waits, sent_at: instant(waits.sent_at) },
    open_requests: row.open_requests,
    can: { ask_again: row.reachable && !waits },
  }
}

/** How a new request names the giver of an answer: a colleague by id, an outsider by the address and name of the earlier request. */
export async function giverToAsk(db: Queryable, viewer: Viewer, id: string) {
  const [row] = await rows(
    db,
    {
      user_id: nullable(t.uuid),
      email: nullable(t.text),
      first_name: t.text,
      last_name: t.text,
      locale: nullable(t.oneOf<Locale>()),
      reachable: t.bool,
    },
    sql`select u.id as user_id, g.email, coalesce(p.first_name, g.first_name, '') as first_name,
        coalesce(p.last_name, g.last_name, '') as last_name, coalesce(p.locale, g.locale) as locale, ${reachable} as reachable
      ${triesOf(viewer)} and t.feedback_id = ${id}`,
  )
  return row
}
