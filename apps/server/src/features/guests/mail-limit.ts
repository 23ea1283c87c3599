import { DAY_MS } from '@reflet/contract/durations'
import { nullable, type Queryable, rows, sql, t } from '../../db/index.ts'
import { slowDown } from '../../platform/errors.ts'

/** An employee who causes mails to external addresses. */
interface Sender {
  readonly companyId: string
  readonly userId: string
}

/** The day in UTC: people of one company live in several time zones and share its limit. */
const dayOf = (now: Date) => now.toISOString().slice(0, 10)

/** The app shows which limit was reached, and when it resets. */
function refuse(now: Date): never {
  const today = Date.parse(dayOf(now))
  throw slowDown(new Date(today + DAY_MS), now, { recipients: 'outside_limit' })
}

/**
 * Daily limit: counts mails to external addresses in the transaction that queues them, by sender and by company. Race: both rows stay locked until the
 * transaction ends, so that concurrent calls of any number of processes never exceed a limit together; a refusal rolls the count back. Lock
 * order: the sender (`lockViewer`) before, guests after.
 * @throws slow_down until midnight UTC
 */
export async function countOutside(tx: Queryable, sender: Sender, mails: number, now: Date): Promise<void> {
  if (mails === 0) return
  const { companyId, userId } = sender
  const [limits] = await rows(
    tx,
    { person: t.int, company: t.int },
    sql`select outside_per_person as person, outside_per_company as company from companies where company_id = ${companyId}`,
  )
  for (const [id, most] of [
    [userId, limits?.person ?? 0],
    [null, limits?.company ?? 0],
  ] as const) {
    if (mails > most) refuse(now)
    const counted = await tx.execute(sql`insert into outside_mails (company_id, day, sender_id, mails)
        values (${companyId}, ${dayOf(now)}, ${id}, ${mails})
        on conflict (company_id, day, sender_id) do update set mails = outside_mails.mails + excluded.mails
          where outside_mails.mails + excluded.mails <= ${most}::int`)
    if (counted === 0) refuse(now)
  }
}

/** The rest of the daily limit for several senders. */
export interface Room {
  of(sender: Sender): number
  take(sender: Sender, mails: number): void
  /** Counts the mails that were queued. */
  settle(): Promise<void>
}

/**
 * The same for a batch that decides how many mails it sends: locks all rows that it may count in, all senders before all companies, like
 * single calls.
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
    const locked = await rows(
      tx,
      { company_id: t.uuid, sender_id: nullable(t.uuid), room: t.int },
      sql`with locked as (
          insert into outside_mails (company_id, day, sender_id, mails)
          select x.company_id, ${day}::date, x.sender_id, 0
          from json_to_recordset(${JSON.stringify([...counters.values()])}::json)
            as x (company_id uuid, sender_id uuid) order by x.company_id, x.sender_id
          on conflict (company_id, day, sender_id) do update set mails = outside_mails.mails
          returning company_id, sender_id, mails
        ) select locked.company_id, locked.sender_id, ${limit[which]} - locked.mails as room from locked
          join companies c on c.company_id = locked.company_id`,
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
      await tx.execute(sql`update outside_mails om set mails = om.mails + x.mails
        from json_to_recordset(${JSON.stringify(counted)}::json) as x (company_id uuid, sender_id uuid, mails int)
        where om.company_id = x.company_id and om.day = ${day}::date
          and om.sender_id is not distinct from x.sender_id`)
    },
  }
}

/** Rows of past days, which no limit uses any more; called by the cleanup job. */
export async function forgetOutsideDays(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from outside_mails where day < ${dayOf(new Date(now.getTime() - DAY_MS))}::date`)
}
