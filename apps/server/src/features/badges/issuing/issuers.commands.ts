import { randomInt } from 'node:crypto'
import { insert, insertInto, nullable, type Queryable, type RowOf, rows, sql, t } from '../../../db/index.ts'
import type { Seal } from '../../../platform/crypto.ts'
import { newId } from '../../../platform/ids.ts'
import { type Issuer, issuerRow, STATUS_LIST_LENGTH } from './documents.ts'
import { newKeyPair, privateKeyOf, type SigningKey } from './signing.ts'

/** A list takes no more badges once half of its entries are used: random ones are then still found at once. */
const STATUS_LIST_FULL = STATUS_LIST_LENGTH / 2

/** With what a company issues now. */
export interface Issuing {
  readonly issuer: Issuer
  readonly keyId: string
  readonly key: SigningKey['key']
  readonly keySince: Date
  readonly statusListId: string
}

/**
 * What a company issues with: made at its first badge. Idempotent; of two calls at the same time each finds what one of them made.
 */
export async function issuingOf(db: Queryable, companyId: string, seal: Seal, now: Date): Promise<Issuing> {
  const company = sql`company_id = ${companyId}`
  const [{ code, name } = { code: '', name: '' }] = await rows(db, issuerRow, sql`select code, name from companies where ${company}`)
  await db.execute(sql`${insertInto('badge_issuers', { company_id: companyId, code, created_at: now })} on conflict do nothing`)
  const key = (await currentKey(db, companyId)) ?? (await insertKey(db, companyId, seal, now))
  if (!key.sealed_private_key) throw new Error('a current key without its private part')
  return {
    issuer: { code, name },
    keyId: key.id,
    key: privateKeyOf(seal.open(key.sealed_private_key, 'badge_keys.sealed_private_key', key.id)),
    keySince: new Date(key.created_at),
    statusListId: (await openList(db, companyId, code)) ?? (await insertList(db, companyId, code, now)),
  }
}

const keyRow = { id: t.uuid, sealed_private_key: nullable(t.bytes), created_at: t.time }
type KeyRow = RowOf<typeof keyRow>

const currentKey = async (db: Queryable, companyId: string) =>
  (
    await rows(
      db,
      keyRow,
      sql`select id, sealed_private_key, created_at from badge_keys where company_id = ${companyId} and retired_at is null`,
    )
  )[0]

async function insertKey(db: Queryable, companyId: string, seal: Seal, now: Date): Promise<KeyRow> {
  const id = newId(now)
  const { publicKey, privateJwk } = await newKeyPair()
  const created_at = new Date(Math.floor(now.getTime() / 1000) * 1000)
  await db.execute(
    sql`${insertInto('badge_keys', {
      company_id: companyId,
      id,
      public_key: publicKey,
      sealed_private_key: seal.seal(privateJwk, 'badge_keys.sealed_private_key', id),
      created_at,
    })} on conflict do nothing`,
  )
  return (await currentKey(db, companyId)) as KeyRow
}

const openList = async (db: Queryable, companyId: string, code: string) =>
  (
    await rows(
      db,
      { id: t.uuid },
      sql`select l.id from status_lists l where l.company_id = ${companyId} and l.issuer_code = ${code}
        and (select count(*) from badges b where b.company_id = l.company_id and b.status_list_id = l.id)
          < ${STATUS_LIST_FULL}
        order by l.id limit 1`,
    )
  )[0]?.id

async function insertList(db: Queryable, companyId: string, code: string, now: Date): Promise<string> {
  const id = newId(now)
  await insert(db, 'status_lists', { company_id: companyId, id, issuer_code: code, created_at: now })
  return id
}

/** Random, so that a badge's place says nothing about when it was issued. */
export const randomStatusIndex = () => randomInt(STATUS_LIST_LENGTH)

/**
 * Replaces the company's key. The old one's private part is destroyed; its public part stays, with the end of its time, which is not before
 * the newest proof that was made with it, whatever the clock says.
 * @returns whether there was a key to replace: without a badge there is none
 */
export async function rotateBadgeKey(tx: Queryable, companyId: string, seal: Seal, now: Date): Promise<boolean> {
  // Badges that are being published with this key are stored first: the next statement sees them.
  await tx.execute(sql`select from badge_keys where company_id = ${companyId} and retired_at is null for update`)
  const [retired] = await rows(
    tx,
    { retired_at: t.time },
    sql`update badge_keys k set sealed_private_key = null,
        retired_at = date_trunc('second', greatest(${now}::timestamptz, k.created_at, (
          select max(b.issued_at) from badges b where b.company_id = k.company_id))) + interval '1 second'
      where k.company_id = ${companyId} and k.retired_at is null returning k.retired_at`,
  )
  if (!retired) return false
  await insertKey(tx, companyId, seal, new Date(retired.retired_at))
  return true
}
