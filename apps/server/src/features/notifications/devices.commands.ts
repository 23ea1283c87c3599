import { MAX_DEVICES, PUSH_TYPES, PushTokenBody } from '@reflet/contract/push'
import { assignments, insertInto, type Queryable, rows, sql, t } from '../../db/index.ts'
import { hashToken } from '../../platform/crypto.ts'
import { Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { subscriptionOf } from '../../platform/push/webpush.ts'
import type { Device, Push } from '../../platform/push.ts'
import { lockViewer, type Viewer } from '../../platform/session.ts'

/** Identity of a device across registrations: a browser may encode the same subscription differently, or renew its keys. */
function hashOf({ type, token }: Device): Buffer {
  if (type === 'webpush') return hashToken(`webpush:${subscriptionOf(token).endpoint}`)
  return hashToken(`${type}:${type === 'apns' ? token.toLowerCase() : token}`)
}

/**
 * Registers this device for the viewer's push notifications until this session ends. A previous owner, of any company, gets no more
 * notifications there: a device has one owner.
 * @throws push_unavailable when its service is not configured or not known
 */
export async function registerDevice(platform: Platform, push: Push, viewer: Viewer, device: Device): Promise<void> {
  if (!push.accepts(device)) throw new Problem('push_unavailable')
  const hash = hashOf(device)
  await platform.db.transaction(async (tx) => {
    // Advisory lock: concurrent registrations of the same device run one after the other.
    await tx.execute(sql`select from pg_advisory_xact_lock(${hash.readBigInt64BE()})`)
    await lockViewer(tx, viewer)
    const mine = sql`company_id = ${viewer.companyId} and user_id = ${viewer.userId}`
    await tx.execute(sql`delete from push_tokens where token_hash = ${hash} and not (${mine})`)
    await keep(tx, platform, viewer, device, hash)
    await tx.execute(sql`delete from push_tokens
      where ${mine} and id not in (select id from push_tokens where ${mine} order by id desc limit ${MAX_DEVICES})`)
  })
}

async function keep(tx: Queryable, { clock }: Platform, viewer: Viewer, { type, token }: Device, token_hash: Buffer): Promise<void> {
  const now = clock()
  // A known device keeps its id, to which the encrypted token is bound.
  const [known] = await rows(tx, { id: t.uuid }, sql`select id from push_tokens where token_hash = ${token_hash}`)
  const id = known?.id ?? newId(now)
  const belongs = { session_id: viewer.sessionId, sealed_token: viewer.seal.seal(token, 'push_tokens.sealed_token', id) }
  await tx.execute(
    sql`${insertInto('push_tokens', { company_id: viewer.companyId, id, user_id: viewer.userId, type, token_hash, created_at: now, ...belongs })} on conflict (token_hash) do update set ${assignments(belongs)}`,
  )
}

/** Unregisters a token. Its kind is not given, so it is deleted under each possible kind. */
export async function forgetDevice({ db }: Platform, { companyId, userId }: Viewer, token: string): Promise<void> {
  const hashes = PUSH_TYPES.flatMap((type) => {
    const { data } = PushTokenBody.safeParse({ type, token })
    return data ? [hashOf(data)] : []
  })
  await db.execute(sql`delete from push_tokens where company_id = ${companyId} and user_id = ${userId} and token_hash = any(${hashes})`)
}

export async function clearCounter({ db, clock }: Platform, { companyId, userId }: Viewer): Promise<void> {
  await db.execute(sql`update users set pushes_seen_at = ${clock()} where company_id = ${companyId} and id = ${userId}`)
}
