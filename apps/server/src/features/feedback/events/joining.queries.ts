import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../../db/index.ts'

/** The event behind a link, as its participants' answers need it. */
export interface JoinedEvent {
  company_id: string
  request_id: string
  organiser_id: string
  organiser_email: string
  active: boolean
  ends_at: string
  closed_at: string | null
  confidential: boolean
  threshold: number
  wrapped_key: Buffer
  skill_ids: string[]
}

/** Finds it, and makes everybody who answers there, or changes it, wait for one another until the transaction ends. */
export async function lockEvent(tx: Queryable, tokenHash: Buffer): Promise<JoinedEvent | undefined> {
  await tx.execute(
    sql`select from requests r join events e on e.company_id = r.company_id and e.request_id = r.id where e.token_hash = ${tokenHash} for update of r`,
  )
  const [event] = await rows<JoinedEvent>(
    tx,
    sql`select e.company_id, e.request_id, e.organiser_id, u.email as organiser_email, u.deactivated_at is null as active, e.ends_at, e.closed_at,
        r.confidential, c.confidentiality_threshold as threshold, c.wrapped_key,
        (select json_agg(s.skill_id) from event_skills s where s.company_id = e.company_id and s.event_id = e.id) as skill_ids
      from events e
      join requests r on r.company_id = e.company_id and r.id = e.request_id
      join users u on u.company_id = e.company_id and u.id = e.organiser_id
      join companies c on c.company_id = e.company_id
      where e.token_hash = ${tokenHash}`,
  )
  return event
}

/** Who answers. A guest may be a colleague who typed their address: the address is what makes two answers one person's. */
export interface Joiner {
  readonly userId: string | null
  readonly email: string
}

export interface GivenRow {
  id: string
  recipient_id: string
  is_own: boolean
  skill_id: string
  rating: number | null
  not_observed: boolean
  sealed_situation: Buffer | null
  sealed_keep: Buffer | null
  sealed_improve: Buffer | null
}

/** What this person has answered at the event, logged in or as a guest; what was taken back is not there. */
export function answersGiven(tx: Queryable, event: JoinedEvent, { userId, email }: Joiner): Promise<GivenRow[]> {
  return rows<GivenRow>(
    tx,
    sql`select f.id, p.id as recipient_id, p.user_id is not null and p.user_id = ${userId}::uuid as is_own, f.skill_id, f.rating, f.not_observed,
        f.sealed_situation, f.sealed_keep, f.sealed_improve
      from recipients p
      join feedbacks f on f.company_id = p.company_id and f.recipient_id = p.id and f.status = 'answered'
      left join users u on u.company_id = p.company_id and u.id = p.user_id
      left join guests g on g.company_id = p.company_id and g.id = p.guest_id
      where p.company_id = ${event.company_id} and p.request_id = ${event.request_id}
        and (p.user_id = ${userId}::uuid or coalesce(u.email, g.email) = ${email})`,
  )
}

/** How often guests have answered, whatever they took back since. */
export async function guestsOf(tx: Queryable, { company_id, request_id }: JoinedEvent): Promise<number> {
  const [found] = await rows<{ n: number }>(
    tx,
    sql`select count(*)::int as n from recipients where company_id = ${company_id} and request_id = ${request_id} and guest_id is not null`,
  )
  return found?.n ?? 0
}

/** The address that makes a colleague one person with the guest who typed it; nobody's when their account was deleted meanwhile. */
export async function emailOf(tx: Queryable, companyId: string, userId: string): Promise<string> {
  const [user] = await rows<{ email: string }>(tx, sql`select email from users where company_id = ${companyId} and id = ${userId}`)
  return user?.email ?? ''
}
