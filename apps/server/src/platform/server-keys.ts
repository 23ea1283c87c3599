import { randomBytes } from 'node:crypto'
import { type Queryable, rows, sql, t } from '../db/index.ts'
import { inBatches } from './batches.ts'
import { derivedServerKey, openServerKeys, SERVER_KEYS, type ServerKey, type Vault } from './crypto.ts'

/** The master key, and the one before while it is being rotated. */
export interface MasterKeys {
  readonly current: Buffer
  readonly previous: Buffer | undefined
}

const PURPOSES = Object.keys(SERVER_KEYS) as ServerKey[]

/** Neither master key opens the server's keys of this database. */
export class ServerKeysClosed extends Error {}

/**
 * The server's own keys: those stored in the database, created at its first start. Where companies exist already, a release derived them from
 * the master key, so that the links that are under way go on working; in a new database they are random.
 * @throws ServerKeysClosed
 */
export async function loadServerKeys(db: Queryable, { current, previous }: MasterKeys, now: Date): Promise<Map<ServerKey, Buffer>> {
  const keys = openServerKeys(current, previous)
  const [found] = await rows(db, {}, sql`select from companies limit 1`)
  for (const purpose of PURPOSES) {
    const key = found ? derivedServerKey(previous ?? current, purpose) : randomBytes(SERVER_KEYS[purpose])
    await db.execute(sql`insert into server_keys (purpose, wrapped_key, created_at)
      values (${purpose}, ${keys.wrap(purpose, key)}, ${now}) on conflict do nothing`)
  }
  const stored = await rows(db, { purpose: t.oneOf<ServerKey>(), wrapped_key: t.bytes }, sql`select purpose, wrapped_key from server_keys`)
  try {
    return new Map(stored.map(({ purpose, wrapped_key }) => [purpose, keys.unwrap(purpose, wrapped_key)]))
  } catch {
    throw new ServerKeysClosed()
  }
}

const BATCH = 500

/**
 * Wraps every company's key and the server's keys with the current master key. The data keys themselves do not change, so that servers that
 * have both master keys go on meanwhile. Resumable; compare-and-set, so that several may run at once.
 * @returns how many keys were wrapped again
 */
export async function rotateKeys(
  db: Queryable,
  vault: Vault,
  { current, previous }: MasterKeys,
): Promise<{ companies: number; server: number }> {
  let [after, companies, server] = ['00000000-0000-0000-0000-000000000000', 0, 0]
  await inBatches(BATCH, async () => {
    const batch = await rows(
      db,
      { company_id: t.uuid, wrapped_key: t.bytes },
      sql`select company_id, wrapped_key from companies where company_id > ${after} order by company_id limit ${BATCH}`,
    )
    for (const { company_id, wrapped_key } of batch) {
      after = company_id
      if (vault.isCurrent(wrapped_key) || !vault.opens(company_id, wrapped_key)) continue
      await db.execute(sql`update companies set wrapped_key = ${vault.rewrappedKey(company_id, wrapped_key)}
        where company_id = ${company_id} and wrapped_key = ${wrapped_key}`)
      companies++
    }
    return batch.length
  })
  const keys = openServerKeys(current, previous)
  const stored = await rows(db, { purpose: t.oneOf<ServerKey>(), wrapped_key: t.bytes }, sql`select purpose, wrapped_key from server_keys`)
  for (const { purpose, wrapped_key } of stored) {
    if (keys.isCurrent(wrapped_key)) continue
    await db.execute(sql`update server_keys set wrapped_key = ${keys.wrap(purpose, keys.unwrap(purpose, wrapped_key))}
      where purpose = ${purpose} and wrapped_key = ${wrapped_key}`)
    server++
  }
  return { companies, server }
}
