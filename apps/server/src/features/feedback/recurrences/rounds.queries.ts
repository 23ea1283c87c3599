import { nullable, type Params, type Queryable, query, type RowOf, sql, t } from '../../../db/index.ts'
import { poolOf, poolRow } from './pool.queries.ts'
import { datesColumns, datesRow } from './recurrences.queries.ts'

/** Skip locked: a recurrence that is being changed is processed later. */
const lockDue = query(
  'rounds_lock',
  { company_id: t.uuid, id: t.uuid },
  (v: Params<{ now: Date; limit: number }>) => sql`select rc.company_id, rc.id from recurrences rc
    join users owner on owner.company_id = rc.company_id and owner.id = rc.owner_id
    join companies c on c.company_id = rc.company_id and c.suspended_at is null
    where rc.next_at <= ${v.now}::timestamptz and owner.deactivated_at is null
    order by rc.next_at limit ${v.limit} for no key update of rc skip locked`,
)

/** A recurrence whose round is due, with all that the round needs. */
const dueRow = {
  ...datesRow,
  ...poolRow,
  company_id: t.uuid,
  id: t.uuid,
  owner_id: t.uuid,
  locale: t.text,
  confidential: t.bool,
  per_round: t.int,
  rounds_sent: t.int,
  threshold: t.int,
  expiry_days: t.int,
  skill_ids: nullable(t.uuids),
  wrapped_key: t.bytes,
  sealed_context: nullable(t.bytes),
  sealed_message: nullable(t.bytes),
}
export type DueRow = RowOf<typeof dueRow>

const readDue = query(
  'rounds_due',
  dueRow,
  (
    v: Params<{ now: Date; company_ids: string[]; ids: string[] }>,
  ) => sql`select rc.company_id, rc.id, rc.owner_id, owner.locale, rc.confidential, rc.per_round, rc.rounds_sent, ${datesColumns},
      c.confidentiality_threshold as threshold, c.expiry_days, c.wrapped_key, rc.sealed_context, rc.sealed_message,
      (select array_agg(rs.skill_id order by rs.position) from recurrence_skills rs
        join skills k on k.company_id = rs.company_id and k.id = rs.skill_id and k.retired_at is null
        where rs.company_id = rc.company_id and rs.recurrence_id = rc.id) as skill_ids,
      ${poolOf(
        sql`(select * from recurrence_members rm where rm.company_id = rc.company_id and rm.recurrence_id = rc.id) m`,
        sql`rc.company_id`,
        sql`owner`,
        sql`${v.now}::timestamptz`,
      )} as pool
    from unnest(${v.company_ids}::uuid[], ${v.ids}::uuid[]) as due (company_id, id)
    join recurrences rc on rc.company_id = due.company_id and rc.id = due.id
    join users owner on owner.company_id = rc.company_id and owner.id = rc.owner_id
    join companies c on c.company_id = rc.company_id
    order by rc.next_at, rc.id`,
)

/**
 * The next due recurrences, locked, and read again under the lock, so that concurrent changes are included. Recurrences of deactivated
 * owners are skipped; after a reactivation one round is sent for all missed dates.
 */
export async function takeDue(tx: Queryable, { now, limit }: { now: Date; limit: number }): Promise<DueRow[]> {
  const locked = await lockDue(tx, { now, limit })
  if (locked.length === 0) return []
  return readDue(tx, { now, company_ids: locked.map(({ company_id }) => company_id), ids: locked.map(({ id }) => id) })
}
