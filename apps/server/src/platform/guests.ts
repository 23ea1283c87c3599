import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, rows } from '../db/index.ts'
import { newId } from './ids.ts'

/** What an employee types now is the name of somebody outside from now, each part that was typed. For `on conflict do update set`. */
export const NAMED_NOW = sql`first_name = case when excluded.first_name = '' then guests.first_name else excluded.first_name end,
  last_name = case when excluded.last_name = '' then guests.last_name else excluded.last_name end`

/** Who has a name keeps it: nobody is renamed by whoever holds a link, nor by what was typed long ago. */
export const NAMED_BEFORE = sql`first_name = case when guests.first_name = '' and guests.last_name = '' then excluded.first_name else guests.first_name end,
  last_name = case when guests.first_name = '' and guests.last_name = '' then excluded.last_name else guests.last_name end`

interface GuestInput {
  readonly email: string
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly locale: string
}

/** Somebody outside by their address, written down when new; known ones keep their id and language. Returns the id. */
export async function rememberGuest(
  tx: Queryable,
  companyId: string,
  { email, first_name = '', last_name = '', locale }: GuestInput,
  names: SQL,
  now: Date,
): Promise<string> {
  const [guest] = await rows<{ id: string }>(
    tx,
    sql`insert into guests (company_id, id, email, first_name, last_name, locale, created_at)
      values (${companyId}, ${newId(now)}, ${email}, ${first_name}, ${last_name}, ${locale}, ${now})
      on conflict (company_id, email) do update set ${names} returning id`,
  )
  if (!guest) throw new Error('no guest was kept')
  return guest.id
}

/** Never e-mail this guest again, whoever of the company asks; mails that wait are dropped. */
export async function stopGuest(db: Queryable, companyId: string, guestId: string, now: Date): Promise<void> {
  await db.execute(
    sql`with stopped as (update guests set stopped_at = coalesce(stopped_at, ${now}::timestamptz) where company_id = ${companyId} and id = ${guestId})
      delete from outbox where company_id = ${companyId} and guest_id = ${guestId} and sent_at is null`,
  )
}
