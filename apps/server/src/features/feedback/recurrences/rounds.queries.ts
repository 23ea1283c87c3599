import { sql } from 'drizzle-orm'
import { type Queryable, statement } from '../../../db/index.ts'
import { type Pool, poolOf } from './pool.queries.ts'
import { type DatesRow, datesColumns, datesRow } from './recurrences.queries.ts'

/** A recurrence whose round is due, with all that the round needs. */
export interface DueRow extends DatesRow, Pool {
  company_id: string
  id: string
  owner_id: string
  locale: string
  confidential: boolean
  per_round: number
  rounds_sent: number
  threshold: number
  expiry_days: number
  skill_ids: string[] | null
  wrapped_key: Buffer
  sealed_context: Buffer | null
  sealed_message: Buffer | null
}

/** Skip locked: a recurrence that is being changed is processed later. */
const lockDue = statement<{ company_id: string; id: string }, { now: Date; limit: number }>(
  'rounds_lock',
  { company_id: 'uuid', id: 'uuid' },
  sql`select rc.company_id, rc.id from recurrences rc
    join users owner on owner.company_id = rc.company_id and owner.id = rc.owner_id
    join companies c on c.company_id = rc.company_id and c.suspended_at is null
    where rc.next_at <= ${sql.placeholder('now')}::timestamptz and owner.deactivated_at is null
    order by rc.next_at limit ${sql.placeholder('limit')} for no key update of rc skip locked`,
)

const readDue = statement<DueRow, { now: Date; company_ids: string[]; ids: string[] }>(
  'rounds_due',
  {
    company_id: 'uuid',
    id: 'uuid',
    owner_id: 'uuid',
    locale: 'text',
    confidential: 'bool',
    per_round: 'int2',
    rounds_sent: 'int2',
    ...datesRow,
    threshold: 'int2',
    expiry_days: 'int2',
    skill_ids: 'uuid[]?',
    wrapped_key: 'bytea',
    sealed_context: 'bytea?',
    sealed_message: 'bytea?',
    pool: 'json',
  },
  sql`select rc.company_id, rc.id, rc.owner_id, owner.locale, rc.confidential, rc.per_round, rc.rounds_sent,
      ${datesColumns},
      c.confidentiality_threshold as threshold, c.expiry_days, c.wrapped_key, rc.sealed_context, rc.sealed_message,
      (select array_agg(rs.skill_id order by rs.position) from recurrence_skills rs
        join skills k on k.company_id = rs.company_id and k.id = rs.skill_id and k.retired_at is null
        where rs.company_id = rc.company_id and rs.recurrence_id = rc.id) as skill_ids,
      ${poolOf(
        sql`(select * from recurrence_members rm where rm.company_id = rc.company_id and rm.recurrence_id = rc.id) m`,
        sql`rc.company_id`,
        sql`owner`,
        sql`${sql.placeholder('now')}::timestamptz`,
      )} as pool
    from unnest(${sql.placeholder('company_ids')}::uuid[], ${sql.placeholder('ids')}::uuid[]) as due (company_id, id)
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
