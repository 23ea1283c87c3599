import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../db/index.ts'
import { Problem } from './errors.ts'

const DAY_MS = 86_400_000

/** An employee who causes mails to addresses outside the company. */
interface Sender {
  readonly companyId: string
  readonly userId: string
}

/** The day in UTC: people of one company live in several time zones and share its limit. */
const dayOf = (now: Date) => now.toISOString().slice(0, 10)

/** The app says what the limit is about, and when it ends. */
function refuse(now: Date): never {
  const wait = DAY_MS - (now.getTime() % DAY_MS)
  throw new Problem('slow_down', { retryAfter: Math.ceil(wait / 1000), fields: { recipients: 'outside_limit' } })
}

/**
 * Counts mails to addresses outside before they are queued, by sender and by company. Race: both rows stay locked until the transaction
 * ends, so that parallel calls of any number of processes never pass a limit together; a refusal takes the count back with everything else.
 * Lock order: the sender (`lockViewer`) before, guests after.
 * @throws slow_down until midnight UTC
 */
export async function countOutside(tx: Queryable, sender: Sender, mails: number, now: Date): Promise<void> {
  if (mails === 0) return
  const { companyId, userId } = sender
  const [limits] = await rows<{ person: number; company: number }>(
    tx,
    sql`select outside_per_person as person, outside_per_company as company from companies where company_id = ${companyId}`,
  )
  for (const [id, most] of [
    [userId, limits?.person ?? 0],
    [null, limits?.company ?? 0],
  ] as const) {
    if (mails > most) refuse(now)
    const counted = await rows(
      tx,
      sql`insert into outside_mails (company_id, day, sender_id, mails) values (${companyId}, ${dayOf(now)}, ${id}, ${mails})
        on conflict (company_id, day, sender_id) do update set mails = outside_mails.mails + excluded.mails
          where outside_mails.mails + excluded.mails <= ${most}::int
        returning mails`,
    )
    if (counted.length === 0) refuse(now)
  }
}

/** What is left of the day for several senders. */
export interface Room {
  of(sender: Sender): number
  take(sender: Sender, mails: number): void
  /** Counts what was taken. */
  settle(): Promise<void>
}

/**
 * The same for a batch that decides by itself how many it writes to: locks every row that it will count in, all senders before all
 * companies, as single calls do.
 */
export async function openRoom(tx: Queryable, senders: readonly Sender[], now: Date): Promise<Room> {
  const day = dayOf(now)
  const key = (companyId: string, userId: string | null) => `${companyId}:${userId ?? ''}`
  const left = new Map<string, number>()
  const taken = new Map<string, { company_id: string; sender_id: string | null; mails: number }>()
  const persons = new Map(senders.map(({ companyId, userId }) => [key(companyId, userId), { company_id: companyId, sender_id: userId }]))
  const companies = new Map(senders.map(({ companyId }) => [key(companyId, null), { company_id: companyId, sender_id: null }]))
  const limit = { persons: sql`c.outside_per_person`, companies: sql`c.outside_per_company` }
  for (const [which, counters] of Object.entries({ persons, companies }) as [keyof typeof limit, typeof persons | typeof companies][]) {
    if (counters.size === 0) continue
    const locked = await rows<{ company_id: string; sender_id: string | null; room: number }>(
      tx,
      sql`with locked as (
          insert into outside_mails (company_id, day, sender_id, mails)
          select x.company_id, ${day}::date, x.sender_id, 0 from json_to_recordset(${JSON.stringify([...counters.values()])}::json)
            as x (company_id uuid, sender_id uuid) order by x.company_id, x.sender_id
          on conflict (company_id, day, sender_id) do update set mails = outside_mails.mails
          returning company_id, sender_id, mails
        ) select l.company_id, l.sender_id, ${limit[which]} - l.mails as room from locked l join companies c on c.company_id = l.company_id`,
    )
    for (const { company_id, sender_id, room } of locked) left.set(key(company_id, sender_id), room)
  }
  const countersOf = ({ companyId, userId }: Sender) => [
    { company_id: companyId, sender_id: userId },
    { company_id: companyId, sender_id: null },
  ]
  return {
    of: (sender) => Math.max(0, Math.min(...countersOf(sender).map((one) => left.get(key(one.company_id, one.sender_id)) ?? 0))),
    take(sender, mails) {
      for (const one of countersOf(sender)) {
        const name = key(one.company_id, one.sender_id)
        left.set(name, (left.get(name) ?? 0) - mails)
        taken.set(name, { ...one, mails: (taken.get(name)?.mails ?? 0) + mails })
      }
    },
    async settle() {
      const counted = [...taken.values()].filter(({ mails }) => mails > 0)
      if (counted.length === 0) return
      await tx.execute(
        sql`update outside_mails o set mails = o.mails + x.mails
          from json_to_recordset(${JSON.stringify(counted)}::json) as x (company_id uuid, sender_id uuid, mails int)
          where o.company_id = x.company_id and o.day = ${day}::date and o.sender_id is not distinct from x.sender_id`,
      )
    },
  }
}

/** Days that no limit looks at any more; called by housekeeping. */
export async function forgetOutsideDays(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from outside_mails where day < ${dayOf(new Date(now.getTime() - DAY_MS))}::date`)
}
