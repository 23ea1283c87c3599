import type { CoffeeBody, CoffeeMeeting } from '@reflet/contract/coffee'
import { insert, type Queryable, rows, sql, t } from '../../db/index.ts'
import { hashToken } from '../../platform/crypto.ts'
import { madeBefore, type Once, onceOf } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { lockViewer, type Viewer } from '../../platform/session.ts'
import { checkSlots } from './coffee.policy.ts'
import { getCoffee } from './coffee.queries.ts'
import { inviteeOf } from './invitee.commands.ts'
import { notifyParties } from './notify.commands.ts'

/**
 * Proposes times for a coffee chat. Idempotent: the same key proposes once and returns what was proposed.
 * @throws cannot_ask_yourself; not_found; slot_in_past; slot_too_far; idempotency_key_reused; slow_down
 */
export async function createCoffee(platform: Platform, viewer: Viewer, body: CoffeeBody): Promise<CoffeeMeeting> {
  const now = platform.clock()
  const once = onceOf(platform.vault, body)
  const coffee = await platform.db.transaction(async (tx) => {
    // Race: of two concurrent calls with the same key, the second waits for the first and returns its result.
    await lockViewer(tx, viewer)
    const id = (await proposedBefore(tx, viewer, once)) ?? (await propose(platform, tx, viewer, body, once, now))
    return getCoffee(tx, viewer, now, id)
  })
  platform.wake(now)
  return coffee
}

async function proposedBefore(tx: Queryable, { companyId, userId }: Viewer, { key, hash }: Once): Promise<string | undefined> {
  const [before] = await rows(
    tx,
    { id: t.uuid, content_hash: t.bytes },
    sql`select id, content_hash from coffee_requests
      where company_id = ${companyId} and organiser_id = ${userId} and idempotency_key = ${key}`,
  )
  return madeBefore(before, hash)?.id
}

async function propose(platform: Platform, tx: Queryable, viewer: Viewer, body: CoffeeBody, once: Once, now: Date) {
  checkSlots(body.slots, now)
  const { userId, guestId, feedbackId, name, locale } = await inviteeOf(tx, viewer, body, now)
  const id = newId(now)
  const guest = { guest_id: guestId, guest_first_name: name?.first_name ?? null, guest_last_name: name?.last_name ?? null }
  const people = { company_id: viewer.companyId, id, organiser_id: viewer.userId, user_id: userId, ...guest }
  await insert(tx, 'coffee_requests', {
    ...people,
    guest_locale: locale,
    feedback_id: feedbackId,
    sealed_place: viewer.seal.seal(body.place, 'coffee_requests.sealed_place', id),
    sealed_message: viewer.seal.seal(body.message, 'coffee_requests.sealed_message', id),
    minutes: body.minutes,
    status: 'pending',
    token_hash: hashToken(platform.vault.deriveToken('coffee', id)),
    idempotency_key: once.key,
    content_hash: once.hash,
    created_at: now,
    changed_at: now,
  })
  await insertSlots(tx, people, body.slots)
  await notifyParties(tx, people, now, { kind: 'coffee_proposed', to: 'invitee', news: true })
  return id
}

/** Replaces the proposed times of a coffee chat. */
export async function insertSlots(
  tx: Queryable,
  { company_id, id: coffee_id }: { company_id: string; id: string },
  slots: readonly string[],
): Promise<void> {
  await tx.execute(sql`delete from coffee_slots where company_id = ${company_id} and coffee_id = ${coffee_id}`)
  await insert(
    tx,
    'coffee_slots',
    slots.map((slot) => ({ company_id, coffee_id, starts_at: new Date(slot) })),
  )
}
