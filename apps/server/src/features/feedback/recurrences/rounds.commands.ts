import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS } from '@reflet/contract/durations'
import { type Params, type Queryable, query, sql, t } from '../../../db/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { guestsFrom } from '../../guests/guests.ts'
import { openRoom, type Room } from '../../guests/mail-limit.ts'
import { newsFrom } from '../../messages/notify.ts'
import { insertAsked, insertCopied, linkHashes, mailAsked } from '../requests/asked.commands.ts'
import { askedOf } from '../requests/asked.policy.ts'
import { relationInLists } from '../requests/relation.policy.ts'
import { type PoolRow, peopleOf, personOf } from './pool.queries.ts'
import { datesOf } from './recurrences.queries.ts'
import { askedAtOf, chooseRound, colleaguesOf, isBusy } from './rotation.policy.ts'
import { nextRound } from './round-dates.ts'
import { type DueRow, takeDue } from './rounds.queries.ts'

/** Batch size: small, so that other calls hardly wait, for the CPU or for the embedded database's one connection. */
const BATCH = 20
/** Pause in proportion to a batch's duration: the busier the machine, the longer. */
const PAUSE = 0.25

/**
 * Sends every due round, once each. Missed dates are not caught up: after a week without a worker one round is sent. Works in small
 * batches, so that other calls run meanwhile. Returns how many were sent.
 */
export async function sendRounds(platform: Platform): Promise<number> {
  let sent = 0
  for (;;) {
    const begun = performance.now()
    const batch = await sendBatch(platform)
    sent += batch.sent
    if (batch.due < BATCH || platform.closing.aborted) break
    await pause(PAUSE * (performance.now() - begun))
  }
  if (sent > 0) platform.wake(platform.clock())
  return sent
}

/** A decided round: whom it asks (no one, when too few are free) and when the next one is due. */
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
    const { settled, people, feedbacks } = await valuesOf(platform, tx, rounds, now)
    await insertRounds(tx, { now, rounds: JSON.stringify(settled) })
    await insertAskedOfRounds(tx, { now, people: JSON.stringify(people), feedbacks: JSON.stringify(feedbacks) })
    return { due: due.length, sent: rounds.filter(({ asked }) => asked.length > 0).length }
  })
}

/**
 * Advisory lock: one batch at a time across all workers. Two batches that count the same person's requests concurrently could both find
 * them free. Held until the transaction ends; account deletion takes it, too.
 */
export const lockRounds = (tx: Queryable) => tx.execute(sql`select from pg_advisory_xact_lock(hashtext('rounds'))`)

const senderOf = ({ company_id, owner_id }: DueRow) => ({ companyId: company_id, userId: owner_id })
const isOutsider = ({ user_id }: PoolRow) => user_id === null
const hasOutsiders = (row: DueRow) => peopleOf(row, row.owner_id).some(isOutsider)

/**
 * Decides round by round: a request of one round counts as load for the next. External people over the daily mail limit are skipped like
 * busy people: they keep their turn.
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

/** The rows of a batch, with the columns that `insertRounds` and `insertAskedOfRounds` read of them. */
async function valuesOf(platform: Platform, tx: Queryable, rounds: readonly Round[], now: Date) {
  const guestIds = await rememberGuests(tx, rounds, now)
  const settled: object[] = []
  const people: object[] = []
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
      people.push({
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
        ...(guestId && linkHashes(platform.vault, recipientId, due.confidential)),
        news_id: newId(now),
        mail_id: newId(now),
      })
      for (const skillId of due.skill_ids ?? []) feedbacks.push({ id: newId(now), recipient_id: recipientId, skill_id: skillId })
    }
  }
  return { settled, people, feedbacks }
}

/** The recurrence's text, encrypted again for the request: a ciphertext is bound to its own row. */
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

/** External people who are asked for the first time; returns the id of each. */
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

/** Race: a person whom a concurrent call stored first keeps that id. */
const insertGuests = query(
  'rounds_guests',
  { company_id: t.uuid, email: t.text, id: t.uuid },
  (v: Params<{ now: Date; guests: string }>) =>
    sql`${guestsFrom(sql`select company_id, id, email, locale, ${v.now}::timestamptz
    from json_to_recordset(${v.guests}::json) as x (company_id uuid, id uuid, email text, locale text)
    order by email`)} returning company_id, email, id`,
)

/**
 * The recurrences go on, each round that asks someone has its request, and the owner has news of each, also of a skipped one. No client retries these
 * requests: their key is their id, without a hash.
 */
const insertRounds = query(
  'rounds_insert',
  {},
  (v: Params<{ now: Date; rounds: string }>) => sql`with round as (
      select * from json_to_recordset(${v.rounds}::json) as x (company_id uuid, recurrence_id uuid,
        request_id uuid, expires_at timestamptz, asked_colleagues int, asked_outsiders int, asked_counting int,
        next_at timestamptz, news_id uuid, context text, message text)
    ), settled as (
      update recurrences rc set next_at = round.next_at,
        ended_at = case when round.next_at is null then ${v.now}::timestamptz end,
        rounds_sent = rc.rounds_sent + (round.request_id is not null)::int,
        last_round_at = case when round.request_id is null then rc.last_round_at else ${v.now}::timestamptz end
      from round where rc.company_id = round.company_id and rc.id = round.recurrence_id
      returning round.*, rc.owner_id, rc.confidential
    ), request as (
      insert into requests (company_id, id, requester_id, confidential, kind, recurrence_id, sealed_context,
        sealed_message, expires_at, idempotency_key, content_hash, asked_colleagues, asked_outsiders, asked_counting, created_at)
      select company_id, request_id, owner_id, confidential, 'recurring', recurrence_id, decode(context, 'base64'),
        decode(message, 'base64'), expires_at, request_id::text, '', asked_colleagues, asked_outsiders,
        asked_counting, ${v.now}::timestamptz
      from settled where request_id is not null
    )
    ${newsFrom(sql`settled`, {
      company_id: sql`company_id`,
      id: sql`news_id`,
      user_id: sql`owner_id`,
      kind: sql`case when request_id is null then 'round_skipped' else 'round_sent' end`,
      request_id: sql`request_id`,
      recurrence_id: sql`recurrence_id`,
      created_at: sql`${v.now}::timestamptz`,
    })}`,
)

/** The people that these rounds ask, with their feedbacks, links, news and mails; it was their turn. */
const insertAskedOfRounds = query(
  'rounds_asked',
  {},
  (v: Params<{ now: Date; people: string; feedbacks: string }>) => sql`with asked as (
      select member.*, ${relationInLists({ of: sql`member` })} as relation
      from json_to_recordset(${v.people}::json) as member (company_id uuid, owner_id uuid, request_id uuid,
        confidential boolean, member_id uuid, asked_at timestamptz, counts_until timestamptz, id uuid, user_id uuid,
        guest_id uuid, email text, first_name text, last_name text, locale text, token_hash text,
        copy_hash text, news_id uuid, mail_id uuid)
    ), ${insertAsked({ from: sql`asked`, feedbacks: v.feedbacks, now: v.now })}, copied as (${insertCopied({ from: sql`asked` })}),
    turn as (
      update recurrence_members rm set asked_at = asked.asked_at from asked
      where rm.company_id = asked.company_id and rm.id = asked.member_id
    )
    ${mailAsked({ from: sql`asked`, sendAfter: v.now, now: v.now })}`,
)
