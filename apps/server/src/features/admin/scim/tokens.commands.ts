import { MAX_SCIM_TOKENS, type NewScimToken } from '@reflet/contract/admin-scim'
import type { Locale } from '@reflet/contract/common'
import { HOUR_MS } from '@reflet/contract/durations'
import { insert, nullable, type Params, query, rows, sql, t } from '../../../db/index.ts'
import { hashToken, randomToken } from '../../../platform/crypto.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { networkOf } from '../../../platform/network.ts'
import { recordForAdministrators } from '../../messages/administration.ts'
import { lockAdministrators } from '../people/administrators.ts'
import type { Administration } from '../people/people.commands.ts'
import type { Client } from './client.ts'

/** Makes a token recognisable to scanners of leaked secrets. */
const PREFIX = 'reflet_scim_'
/** A use is stored at most this often. */
const TOUCH_AFTER_MS = HOUR_MS

const target = (id: string) => ({ kind: 'scim_token', id }) as const

/** @throws limit_reached */
export async function createToken(
  platform: Platform,
  { companyId, actor }: Administration,
  { name, invite }: { name: string; invite: boolean },
): Promise<NewScimToken> {
  const now = platform.clock()
  const id = newId(now)
  const token = `${PREFIX}${randomToken()}`
  await platform.db.transaction(async (tx) => {
    // Two calls at once must not exceed the limit.
    await lockAdministrators(tx, companyId)
    const known = await rows(tx, { one: t.int }, sql`select 1 as one from scim_tokens where company_id = ${companyId}`)
    if (known.length >= MAX_SCIM_TOKENS) throw new Problem('limit_reached')
    const row = { company_id: companyId, id, name, invite, token_hash: hashToken(token), created_by: actor.id, created_at: now }
    await insert(tx, 'scim_tokens', row)
    const entry = { companyId, actor, action: 'scim_token_created', target: target(id), details: { invite } } as const
    await recordForAdministrators(tx, now, entry, 'token_created')
  })
  platform.wake(now)
  return { id, name, invite, token, created_at: now.toISOString() }
}

/** Revokes a token: its next call is refused. @throws not_found */
export async function deleteToken(platform: Platform, { companyId, actor }: Administration, id: string): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    const gone = await tx.execute(sql`delete from scim_tokens where company_id = ${companyId} and id = ${id}`)
    if (gone === 0) throw notFound()
    await recordForAdministrators(tx, now, { companyId, actor, action: 'scim_token_deleted', target: target(id) }, 'token_deleted')
  })
  platform.wake(now)
}

const clientRow = {
  company_id: t.uuid,
  id: t.uuid,
  invite: t.bool,
  used_at: nullable(t.time),
  locale: t.oneOf<Locale>(),
  time_zone: t.text,
}

const selectClient = query(
  'scim_client',
  clientRow,
  (v: Params<{ token_hash: Buffer }>) => sql`select sk.company_id, sk.id, sk.invite, sk.used_at, c.locale, c.time_zone
    from scim_tokens sk join companies c on c.company_id = sk.company_id
    where sk.token_hash = ${v.token_hash} and c.suspended_at is null`,
)

/** The directory of a token; null when the token is unknown or revoked, or its company is suspended. Stores the use. */
export async function findClient({ db, clock }: Platform, token: string, ip: string): Promise<Client | null> {
  const [row] = await selectClient(db, { token_hash: hashToken(token) })
  if (!row) return null
  const now = clock()
  if (row.used_at === null || now.getTime() - new Date(row.used_at).getTime() >= TOUCH_AFTER_MS)
    await db.execute(sql`update scim_tokens set used_at = ${now} where company_id = ${row.company_id} and id = ${row.id}`)
  return {
    companyId: row.company_id,
    actor: { kind: 'scim', id: row.id, network: networkOf(ip) },
    tokenId: row.id,
    invites: row.invite,
    locale: row.locale,
    timeZone: row.time_zone,
  }
}
