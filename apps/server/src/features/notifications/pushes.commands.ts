import { MINUTE_MS, SECOND_MS } from '@reflet/contract/durations'
import { insertInto, type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import { describe } from '../../platform/http-errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { PushRefused, TTL_SECONDS } from '../../platform/push/service.ts'
import type { Push } from '../../platform/push.ts'
import { hasChoice, type Message } from './message.ts'
import { type DeviceMessage, deviceMessageOf, payloadOf } from './pushes.queries.ts'
import { holdAtNight, nightRow } from './quiet-hours.ts'

const BATCH = 20
/** Lease time, longer than the timeout of one message; renewed before each. */
const CLAIM_MS = 5 * MINUTE_MS
/** Backoff: 1 minute at first, doubled each time, at most 6 hours; dropped after a day, when it is no longer current. */
const MAX_BACKOFF_MINUTES = 360
const TTL_MS = TTL_SECONDS * SECOND_MS

/** Queues messages for their readers' devices on their first claim only, so that a mail's retry pushes nothing again. */
export async function queuePushes(tx: Queryable, claimed: readonly Message[], now: Date): Promise<void> {
  const first = claimed.filter(({ attempts, user_id, kind }) => attempts === 1 && user_id !== null && hasChoice(kind))
  if (first.length === 0) return
  const messages = first.map(({ company_id, id, user_id }) => ({ company_id, id, user_id }))
  const devices = await rows(
    tx,
    { company_id: t.uuid, message_id: t.uuid, token_id: t.uuid },
    sql`select pt.company_id, message.id as message_id, pt.id as token_id
      from json_to_recordset(${JSON.stringify(messages)}::json) as message (company_id uuid, id uuid, user_id uuid)
      join push_tokens pt on pt.company_id = message.company_id and pt.user_id = message.user_id
      order by message.id, pt.id`,
  )
  if (devices.length === 0) return
  const values = devices.map((device) => ({ ...device, id: newId(now), send_after: now, created_at: now }))
  await tx.execute(sql`${insertInto('pushes', values)} on conflict do nothing`)
}

const duePushRow = { ...nightRow, token_id: t.uuid, user_id: t.uuid }
type DuePush = RowOf<typeof duePushRow>

interface ClaimedPush extends DuePush {
  attempts: number
  created_at: string
}

/** Sends what is due to devices: at most one at a time per person, so that the icon's count is right. */
export async function sendDuePushes(platform: Platform, push: Push): Promise<void> {
  for (;;) {
    const { due, claimed } = await claim(platform)
    const people = Map.groupBy(claimed, ({ user_id }) => user_id)
    await Promise.all([...people.values()].map((theirs) => inTurn(theirs, (one) => settle(platform, push, one))))
    if (due < BATCH || platform.closing.aborted) return
  }
}

async function inTurn<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  for (const item of items) await run(item)
}

/** A push that failed before is not retried in quiet hours, either. */
function claim(platform: Platform): Promise<{ due: number; claimed: ClaimedPush[] }> {
  const now = platform.clock()
  return platform.db.transaction(async (tx) => {
    const due = await rows(
      tx,
      duePushRow,
      sql`select pu.company_id, pu.id, pu.token_id, pt.user_id, u.time_zone, c.quiet_from, c.quiet_until
        from (select * from pushes where sent_at is null and failed_at is null and send_after <= ${now}
            and (claimed_until is null or claimed_until < ${now})
          order by send_after, id limit ${BATCH} for update skip locked) pu
        join push_tokens pt on pt.company_id = pu.company_id and pt.id = pu.token_id
        join users u on u.company_id = pt.company_id and u.id = pt.user_id
        join companies c on c.company_id = pu.company_id
        order by pu.send_after, pu.id`,
    )
    const ready = await holdAtNight(tx, 'pushes', due, now)
    return { due: due.length, claimed: ready.length > 0 ? await claimThese(tx, ready, now) : [] }
  })
}

async function claimThese(tx: Queryable, these: readonly DuePush[], now: Date): Promise<ClaimedPush[]> {
  const keys = these.map(({ company_id, id }) => ({ company_id, id }))
  const counted = await rows(
    tx,
    { id: t.uuid, attempts: t.int, created_at: t.time },
    sql`update pushes pu set claimed_until = ${new Date(now.getTime() + CLAIM_MS)}, attempts = pu.attempts + 1
      from json_to_recordset(${JSON.stringify(keys)}::json) as due (company_id uuid, id uuid)
      where pu.company_id = due.company_id and pu.id = due.id returning pu.id, pu.attempts, pu.created_at`,
  )
  const byId = new Map(counted.map((row) => [row.id, row]))
  return these.flatMap((one) => {
    const row = byId.get(one.id)
    return row ? [{ ...one, ...row }] : []
  })
}

/** @returns false when another process has claimed the push meanwhile, because those before it took so long */
async function renew(platform: Platform, one: ClaimedPush): Promise<boolean> {
  const claimed_until = new Date(platform.clock().getTime() + CLAIM_MS)
  const renewed = await platform.db.execute(
    sql`update pushes set claimed_until = ${claimed_until} where ${keyOf(one)} and claimed_until is not null`,
  )
  return renewed > 0
}

async function settle(platform: Platform, push: Push, one: ClaimedPush): Promise<void> {
  if (!(await renew(platform, one))) return
  const key = keyOf(one)
  const now = platform.clock()
  const stale = new Date(new Date(one.created_at).getTime() + TTL_MS)
  if (now > stale) {
    await platform.db.execute(sql`update pushes set failed_at = ${now}, claimed_until = null, last_error = ${'too_late'} where ${key}`)
    return
  }
  try {
    const message = await deviceMessageOf(platform, one.company_id, one.id)
    const sent = message ? await deliver(platform, push, message) : null
    if (sent === 'gone') return await forget(platform, one)
    await platform.db.execute(
      sql`update pushes set sent_at = ${platform.clock()}, claimed_until = null, last_error = ${sent ? null : 'nothing_to_say'} where ${key}`,
    )
  } catch (error) {
    await postpone(platform, one, stale, error)
  }
}

async function postpone(platform: Platform, one: ClaimedPush, stale: Date, error: unknown): Promise<void> {
  const { code, error: name } = describe(error)
  // A timeout's code is a number, which is not helpful.
  const reason = typeof code === 'string' ? code : name
  platform.log.warn({ push_id: one.id, attempts: one.attempts, reason }, 'push not sent')
  const now = platform.clock()
  const wait = Math.min(2 ** (one.attempts - 1), MAX_BACKOFF_MINUTES) * MINUTE_MS
  const asked = error instanceof PushRefused ? error.retryAfter : 0
  const send_after = new Date(now.getTime() + Math.max(wait, asked))
  await platform.db.execute(
    sql`update pushes set claimed_until = null, last_error = ${reason}, send_after = ${send_after}, failed_at = ${send_after > stale ? now : null} where ${keyOf(one)}`,
  )
}

/** Optimistic lock: the row as this process claimed it. Each claim increments the attempts. */
const keyOf = ({ company_id, id, attempts }: ClaimedPush) =>
  sql`company_id = ${company_id} and id = ${id} and attempts = ${attempts} and sent_at is null and failed_at is null`

async function deliver(platform: Platform, push: Push, message: DeviceMessage) {
  const payload = await payloadOf(platform, message)
  if (!payload) return null
  const seal = platform.vault.sealOf(message.company_id, message.wrapped_key)
  const token = seal.open(message.sealed_token, 'push_tokens.sealed_token', message.token_id)
  return push.send({ type: message.type, token }, payload)
}

/** The service no longer knows this device: deletes it with its other pending messages. */
async function forget({ db }: Platform, { company_id, token_id }: ClaimedPush): Promise<void> {
  await db.execute(sql`delete from push_tokens where company_id = ${company_id} and id = ${token_id}`)
}
