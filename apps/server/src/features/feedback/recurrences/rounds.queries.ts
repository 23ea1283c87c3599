import { sql } from 'drizzle-orm'
import { type Queryable, statement } from '../../../db/index.ts'
import { type Pool, poolOf } from './pool.queries.ts'
import { type DatesRow, datesColumns } from './recurrences.queries.ts'

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

/** What somebody is just changing has its turn later. */
const lockDue = statement<{ company_id: string; id: string }, { now: Date; limit: number }>(
  'rounds_lock',
  sql`select d.company_id, d.id from recurrences d join users o on o.company_id = d.company_id and o.id = d.owner_id
    where d.next_at <= ${sql.placeholder('now')}::timestamptz and o.deactivated_at is null
    order by d.next_at limit ${sql.placeholder('limit')} for no key update of d skip locked`,
)

const readDue = statement<DueRow, { now: Date; company_ids: string[]; ids: string[] }>(
  'rounds_due',
  sql`select r.company_id, r.id, r.owner_id, o.locale, r.confidential, r.per_round, r.rounds_sent, ${datesColumns},
      c.confidentiality_threshold as threshold, c.expiry_days, c.wrapped_key, r.sealed_context, r.sealed_message,
      (select array_agg(s.skill_id order by s.position) from recurrence_skills s
        join skills k on k.company_id = s.company_id and k.id = s.skill_id and k.retired_at is null
        where s.company_id = r.company_id and s.recurrence_id = r.id) as skill_ids,
      ${poolOf(
        sql`(select * from recurrence_members x where x.company_id = r.company_id and x.recurrence_id = r.id) m`,
        sql`r.company_id`,
        sql`${sql.placeholder('now')}::timestamptz`,
      )} as pool
    from unnest(${sql.placeholder('company_ids')}::uuid[], ${sql.placeholder('ids')}::uuid[]) as due (company_id, id)
    join recurrences r on r.company_id = due.company_id and r.id = due.id
    join users o on o.company_id = r.company_id and o.id = r.owner_id
    join companies c on c.company_id = r.company_id
    order by r.next_at, r.id`,
)

/**
 * The next recurrences that are due, locked, and as they are once they are locked: what was changed until then counts. Whoever was
 * deactivated asks nobody; should they come back, one round makes up for all that passed.
 */
export async function takeDue(tx: Queryable, { now, limit }: { now: Date; limit: number }): Promise<DueRow[]> {
  const locked = await lockDue(tx, { now, limit })
  if (locked.length === 0) return []
  return readDue(tx, { now, company_ids: locked.map(({ company_id }) => company_id), ids: locked.map(({ id }) => id) })
}
