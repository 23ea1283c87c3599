import { countOf, nullable, type Queryable, type RowOf, rows, sql, t } from '../../../db/index.ts'
import type { FoundLink } from '../../../platform/links.ts'
import { sealedWordsRow } from '../answers/answer-row.ts'

/** The event of a link, with what its participants' answers need. */
const joinedEventRow = {
  company_id: t.uuid,
  request_id: t.uuid,
  organiser_id: t.uuid,
  organiser_email: t.text,
  /** The organiser's manager on record. */
  manager_id: nullable(t.uuid),
  active: t.bool,
  ends_at: t.time,
  closed_at: nullable(t.time),
  confidential: t.bool,
  threshold: t.int,
  wrapped_key: t.bytes,
  skill_ids: t.json<string[]>(),
}
export type JoinedEvent = RowOf<typeof joinedEventRow>

/** Reads it with a row lock: concurrent answers and changes run one after the other. */
export async function lockEvent(tx: Queryable, { companyId, subjectId }: FoundLink): Promise<JoinedEvent | undefined> {
  await tx.execute(sql`select from requests r
    join events e on e.company_id = r.company_id and e.request_id = r.id
    where e.company_id = ${companyId} and e.id = ${subjectId} for update of r`)
  const [event] = await rows(
    tx,
    joinedEventRow,
    sql`select e.company_id, e.request_id, e.organiser_id, u.email as organiser_email, u.manager_id,
        u.deactivated_at is null as active, e.ends_at, e.closed_at, r.confidential,
        coalesce(r.threshold, c.confidentiality_threshold) as threshold, c.wrapped_key,
        (select json_agg(es.skill_id) from event_skills es
          where es.company_id = e.company_id and es.event_id = e.id) as skill_ids
      from events e
      join requests r on r.company_id = e.company_id and r.id = e.request_id
      join users u on u.company_id = e.company_id and u.id = e.organiser_id
      join companies c on c.company_id = e.company_id
      where e.company_id = ${companyId} and e.id = ${subjectId}`,
  )
  return event
}

/** The participant: a colleague who is logged in, or a guest by a typed address, which is not verified. */
export type Joiner = { readonly userId: string } | { readonly userId: null; readonly email: string }

const givenRow = { ...sealedWordsRow, id: t.uuid, recipient_id: t.uuid, skill_id: t.uuid, rating: nullable(t.int), not_observed: t.bool }
export type GivenRow = RowOf<typeof givenRow>

/**
 * What this person has answered at the event, without withdrawn answers. A colleague is matched by account only and a typed address by
 * typed addresses only: otherwise a stranger could answer in a colleague's place, or learn that the colleague participated.
 */
export function answersGiven(tx: Queryable, event: JoinedEvent, joiner: Joiner): Promise<GivenRow[]> {
  const theirs =
    joiner.userId === null
      ? sql`p.guest_id in (select g.id from guests g where g.company_id = ${event.company_id} and g.email = ${joiner.email})`
      : sql`p.user_id = ${joiner.userId}`
  return rows(
    tx,
    givenRow,
    sql`select f.id, p.id as recipient_id, f.skill_id, f.rating, f.not_observed, f.sealed_situation, f.sealed_keep, f.sealed_improve
      from recipients p
      join feedbacks f on f.company_id = p.company_id and f.recipient_id = p.id and f.status = 'answered'
      where p.company_id = ${event.company_id} and p.request_id = ${event.request_id} and ${theirs}`,
  )
}

/** A guest's idempotency key, with a hash of the content. */
export interface JoinedOnce {
  readonly key: Buffer
  readonly hash: Buffer
}

/** The result stored for this key. */
export async function joinedBefore(tx: Queryable, { company_id, request_id }: JoinedEvent, { key }: JoinedOnce) {
  const [found] = await rows(
    tx,
    { recipient_id: t.uuid, content_hash: t.bytes, feedbacks: t.json<{ id: string; skill_id: string }[]>() },
    sql`select p.id as recipient_id, p.join_hash as content_hash,
        (select json_agg(json_build_object('id', f.id, 'skill_id', f.skill_id) order by f.id)
          from feedbacks f where f.company_id = p.company_id and f.recipient_id = p.id) as feedbacks
      from recipients p where p.company_id = ${company_id} and p.request_id = ${request_id} and p.join_key = ${key}`,
  )
  return found
}

/** The number of guest answers, withdrawn ones included. */
export const guestsOf = (tx: Queryable, { company_id, request_id }: JoinedEvent) =>
  countOf(
    tx,
    sql`recipients where company_id = ${company_id} and request_id = ${request_id} and (guest_id is not null or token_hash is not null)`,
  )
