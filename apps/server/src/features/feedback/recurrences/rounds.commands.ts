import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Queryable, statement } from '../../../db/index.ts'
import { hashToken } from '../../../platform/crypto.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { openRoom, type Room } from '../../../platform/outside.ts'
import { askedOf } from '../requests/asked.policy.ts'
import { type PoolRow, peopleOf, personOf } from './pool.queries.ts'
import { datesOf } from './recurrences.queries.ts'
import { askedAtOf, chooseRound, colleaguesOf, isBusy } from './rotation.policy.ts'
import { nextRound } from './round-dates.ts'
import { type DueRow, takeDue } from './rounds.queries.ts'

/** Small, so that other calls hardly wait: for the processor, and for the embedded database’s one connection. */
const BATCH = 20
/** Of the time that a batch took: the busier the machine, the longer. */
const PAUSE = 0.25
const DAY_MS = 86_400_000

const p = sql.placeholder

/**
 * Sends every round that is due, each once: also after a week without a worker, whose missed rounds are not made up for.
 * A few at a time, so that others’ calls go on meanwhile. Returns how many were sent.
 */
export async function sendRounds(platform: Platform): Promise<number> {
  let sent = 0
  for (;;) {
    const begun = performance.now()
    const batch = await sendBatch(platform)
    sent += batch.sent
    if (batch.due < BATCH) break
    await pause(PAUSE * (performance.now() - begun))
  }
  if (sent > 0) platform.wake(platform.clock())
  return sent
}

/** One round, decided: whom it asks (nobody, when too few are free) and when the next one leaves. */
interface Round {
  readonly due: DueRow
  readonly asked: readonly PoolRow[]
  readonly next: Date | null
}

async function sendBatch(platform: Platform): Promise<{ due: number; sent: number }> {
  const now = platform.clock()
  return platform.db.transaction(async (tx) => {
    await lockRounds(tx)
    const due = await takeDue(tx, { now, limit: BATCH })
    if (due.length === 0) return { due: 0, sent: 0 }
    const room = await openRoom(tx, due.filter(hasOutsiders).map(senderOf), now)
    const rounds = decide(due, room, now)
    await room.settle()
    await insertRounds(tx, await valuesOf(platform, tx, rounds, now))
    return { due: due.length, sent: rounds.filter(({ asked }) => asked.length > 0).length }
  })
}

/**
 * One batch at a time, whichever worker: two that count the same person’s requests at the same moment could both find
 * them free. Held until the transaction ends; whoever deletes an account takes it, too.
 */
export const lockRounds = (tx: Queryable) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('rounds'))`)

const senderOf = ({ company_id, owner_id }: DueRow) => ({ companyId: company_id, userId: owner_id })
const isOutsider = ({ user_id }: PoolRow) => user_id === null
const hasOutsiders = (row: DueRow) => peopleOf(row, row.owner_id).some(isOutsider)

/**
 * Decides round by round: what one asks is already open for the next. Outsiders for whom no mail is left today are skipped as busy people
 * are: they keep their turn.
 */
function decide(due: readonly DueRow[], room: Room, now: Date): Round[] {
  const added = new Map<string, number>()
  return due.map((row) => {
    const key = (member: PoolRow) => `${row.company_id}:${personOf(member)}`
    let left = hasOutsiders(row) ? room.of(senderOf(row)) : 0
    const isFree = (member: PoolRow) =>
      !member.stopped && !isBusy(member.open + (added.get(key(member)) ?? 0)) && (!isOutsider(member) || left-- > 0)
    const rules = { perRound: row.per_round, colleagues: colleaguesOf(row.confidential, row.threshold), isFree }
    const asked = row.skill_ids ? chooseRound(peopleOf(row, row.owner_id), rules) : []
    room.take(senderOf(row), asked.filter(isOutsider).length)
    for (const member of asked) added.set(key(member), (added.get(key(member)) ?? 0) + 1)
    return { due: row, asked, next: nextRound(datesOf(row), now, row.rounds_sent + Number(asked.length > 0)) }
  })
}

/** The rows of a batch as the statement takes them. */
async function valuesOf(platform: Platform, tx: Queryable, rounds: readonly Round[], now: Date) {
  const guestIds = await rememberGuests(tx, rounds, now)
  const settled: object[] = []
  const wanted: object[] = []
  const feedbacks: object[] = []
  for (const { due, asked, next } of rounds) {
    const requestId = asked.length > 0 ? newId(now) : null
    const expiresAt = new Date(now.getTime() + due.expiry_days * DAY_MS)
    settled.push({
      company_id: due.company_id,
      recurrence_id: due.id,
      request_id: requestId,
      expires_at: expiresAt,
      ...(due.confidential && askedOf(asked)),
      next_at: next,
      news_id: newId(now),
      ...(requestId && wordsOf(platform, due, requestId)),
    })
    for (const [place, member] of asked.entries()) {
      const recipientId = newId(now)
      const guestId = member.user_id ? null : (member.guest_id ?? guestIds.get(guestKey(due, member)))
      wanted.push({
        company_id: due.company_id,
        owner_id: due.owner_id,
        request_id: requestId,
        confidential: due.confidential,
        member_id: member.id,
        asked_at: askedAtOf(now, place),
        counts_until: due.confidential ? expiresAt : null,
        id: recipientId,
        user_id: member.user_id,
        guest_id: guestId,
        email: member.email,
        ...(guestId && { first_name: member.first_name, last_name: member.last_name, locale: member.locale ?? due.locale }),
        ...(guestId && { token_hash: hashToken(platform.vault.deriveToken('guest', recipientId)).toString('base64') }),
        news_id: newId(now),
        mail_id: newId(now),
      })
      for (const skillId of due.skill_ids ?? []) feedbacks.push({ id: newId(now), recipient_id: recipientId, skill_id: skillId })
    }
  }
  return { now, settled: JSON.stringify(settled), wanted: JSON.stringify(wanted), feedbacks: JSON.stringify(feedbacks) }
}

/** The recurrence's words, sealed anew for the request: a sealed value opens in its own row only. */
function wordsOf({ vault }: Platform, { company_id, id, wrapped_key, sealed_context, sealed_message }: DueRow, requestId: string) {
  const seal = vault.sealOf(company_id, wrapped_key)
  const context = seal.open(sealed_context, 'recurrences.sealed_context', id)
  const message = seal.open(sealed_message, 'recurrences.sealed_message', id)
  return {
    context: seal.seal(context, 'requests.sealed_context', requestId)?.toString('base64'),
    message: seal.seal(message, 'requests.sealed_message', requestId)?.toString('base64'),
  }
}

const guestKey = ({ company_id }: DueRow, { email }: PoolRow) => `${company_id}:${email}`

/** Outsiders who are asked for the first time; returns the id of each. */
async function rememberGuests(tx: Queryable, rounds: readonly Round[], now: Date): Promise<Map<string, string>> {
  const news = new Map<string, object>()
  for (const { due, asked } of rounds) {
    for (const member of asked) {
      if (member.user_id || member.guest_id) continue
      const { email } = member
      news.set(guestKey(due, member), { company_id: due.company_id, id: newId(now), email, locale: member.locale ?? due.locale })
    }
  }
  if (news.size === 0) return new Map()
  const known = await insertGuests(tx, { now, guests: JSON.stringify([...news.values()]) })
  return new Map(known.map(({ company_id, email, id }) => [`${company_id}:${email}`, id]))
}

/** Whoever somebody else asked at the same moment keeps the id. */
const insertGuests = statement<{ company_id: string; email: string; id: string }, { now: Date; guests: string }>(
  'rounds_guests',
  sql`insert into guests (company_id, id, email, locale, created_at)
    select company_id, id, email, locale, ${p('now')}::timestamptz
    from json_to_recordset(${p('guests')}::json) as x (company_id uuid, id uuid, email text, locale text) order by email
    on conflict (company_id, email) do update set email = excluded.email
    returning company_id, email, id`,
)

/** What the owner said of somebody, in one of their lists `s`; a colleague is never outside. */
const said = (table: 'hierarchy_members' | 'contacts', member: 'member_user_id' | 'contact_user_id') => {
  const memberId = sql.raw(`s.${member}`)
  return sql`(select s.relation from ${sql.raw(table)} s
    where s.company_id = x.company_id and s.user_id = x.owner_id and (${memberId} = x.user_id or s.email = x.email)
      and (x.user_id is null or s.relation <> 'outside')
    order by ${memberId} is null limit 1)`
}

/** The requests of a batch and all that follows from them, in one statement; the owner learns of a round, and of one that found nobody. */
const insertRounds = statement<object, { now: Date; settled: string; wanted: string; feedbacks: string }>(
  'rounds_insert',
  sql`with settled as (
      select * from json_to_recordset(${p('settled')}::json) as x (company_id uuid, recurrence_id uuid, request_id uuid, expires_at timestamptz,
        asked_colleagues int, asked_outsiders int, next_at timestamptz, news_id uuid, context text, message text)
    ), wanted as (
      select x.*, coalesce(${said('hierarchy_members', 'member_user_id')}, ${said('contacts', 'contact_user_id')},
          case when x.user_id is null then 'outside' else 'coworker' end) as relation
      from json_to_recordset(${p('wanted')}::json) as x (company_id uuid, owner_id uuid, request_id uuid, confidential boolean, member_id uuid, asked_at timestamptz, counts_until timestamptz, id uuid,
        user_id uuid, guest_id uuid, email text, first_name text, last_name text, locale text, token_hash text, news_id uuid, mail_id uuid)
    ), gone_on as (
      update recurrences r set next_at = s.next_at, ended_at = case when s.next_at is null then ${p('now')}::timestamptz end,
        rounds_sent = r.rounds_sent + (s.request_id is not null)::int,
        last_round_at = case when s.request_id is null then r.last_round_at else ${p('now')}::timestamptz end
      from settled s where r.company_id = s.company_id and r.id = s.recurrence_id
      returning s.*, r.owner_id, r.confidential
    ), request as (
      insert into requests (company_id, id, requester_id, confidential, kind, recurrence_id, sealed_context, sealed_message, expires_at,
        idempotency_key, content_hash, asked_colleagues, asked_outsiders, created_at)
      select company_id, request_id, owner_id, confidential, 'recurring', recurrence_id, decode(context, 'base64'), decode(message, 'base64'), expires_at,
        request_id::text, '', asked_colleagues, asked_outsiders, ${p('now')}::timestamptz
      from gone_on where request_id is not null
    ), recipient as (
      insert into recipients (company_id, id, request_id, user_id, guest_id, first_name, last_name, locale, relation, token_hash, counts_until, created_at)
      select company_id, id, request_id, user_id, guest_id, first_name, last_name, locale, relation, decode(token_hash, 'base64'), counts_until, ${p('now')}::timestamptz from wanted
    ), feedback as (
      insert into feedbacks (company_id, id, request_id, recipient_id, receiver_id, giver_id, skill_id, confidential, relation, status, created_at)
      select w.company_id, x.id, w.request_id, w.id, w.owner_id, w.user_id, x.skill_id, w.confidential, w.relation, 'pending', ${p('now')}::timestamptz
      from json_to_recordset(${p('feedbacks')}::json) as x (id uuid, recipient_id uuid, skill_id uuid) join wanted w on w.id = x.recipient_id
    ), news as (
      insert into newsfeed (company_id, id, user_id, kind, actor_id, request_id, recurrence_id, created_at)
      select company_id, news_id, user_id, 'request_received', owner_id, request_id, null, ${p('now')}::timestamptz from wanted where user_id is not null
      union all
      select company_id, news_id, owner_id, case when request_id is null then 'round_skipped' else 'round_sent' end, null, request_id, recurrence_id,
        ${p('now')}::timestamptz from gone_on
    ), turn as (
      update recurrence_members m set asked_at = w.asked_at from wanted w where m.company_id = w.company_id and m.id = w.member_id
    )
    insert into outbox (company_id, id, kind, user_id, guest_id, recipient_id, send_after, created_at)
    select company_id, mail_id, case when user_id is null then 'guest_request' else 'request' end, user_id, guest_id, id, ${p('now')}::timestamptz,
      ${p('now')}::timestamptz from wanted`,
)
