import { nullable, type Queryable, type RowOf, rows, sql, t } from '../../../db/index.ts'
import type { Platform } from '../../../platform/index.ts'
import { addressesOf } from '../issuing/addresses.ts'
import { statusListOf } from '../issuing/documents.ts'
import { issuingOf } from '../issuing/issuers.commands.ts'
import { withProof } from '../issuing/signing.ts'

const listRow = {
  company_id: t.uuid,
  id: t.uuid,
  issuer_code: t.text,
  name: t.text,
  revision: t.int,
  document: nullable(t.text),
  document_revision: nullable(t.int),
  wrapped_key: t.bytes,
}
type ListRow = RowOf<typeof listRow>

/**
 * A signed status list, as JSON: signed again after a revocation, when it is first asked for. Compare-and-set: of two processes that sign
 * the same revision either is stored, and an older revision never replaces a newer one.
 * @returns undefined when there is no such list
 */
export async function getStatusList(platform: Platform, id: string): Promise<string | undefined> {
  const { db } = platform
  const [list] = await rows(
    db,
    listRow,
    sql`select l.company_id, l.id, l.issuer_code, c.name, l.revision, l.document, l.document_revision, c.wrapped_key
      from status_lists l join companies c on c.company_id = l.company_id where l.id = ${id}`,
  )
  if (!list) return undefined
  const address = addressesOf(platform.publicUrl()).statusList(id)
  // A server that has another address now, as the demo's may, signs it again.
  if (list.document !== null && list.document_revision === list.revision && isOf(address, list.document)) return list.document
  const document = await signList(platform, list)
  await db.execute(sql`update status_lists set document = ${document}, document_revision = ${list.revision}
    where company_id = ${list.company_id} and id = ${id} and coalesce(document_revision, -1) <= ${list.revision}`)
  return document
}

const isOf = (address: string, document: string) => (JSON.parse(document) as { id: string }).id === address

async function signList({ db, vault, clock, publicUrl }: Platform, list: ListRow): Promise<string> {
  const seal = vault.sealOf(list.company_id, list.wrapped_key)
  const { keyId, key, keySince } = await issuingOf(db, list.company_id, seal, clock())
  const addresses = addressesOf(publicUrl())
  const at = new Date(Math.max(clock().getTime(), keySince.getTime()))
  const issuer = { code: list.issuer_code, name: list.name }
  const unsigned = statusListOf(addresses, issuer, list.id, await revokedIn(db, list), at)
  return JSON.stringify(await withProof(unsigned, { id: addresses.key(list.issuer_code, keyId), key }, at))
}

const revokedIn = async (db: Queryable, { company_id, id }: Pick<ListRow, 'company_id' | 'id'>) =>
  (
    await rows(
      db,
      { status_index: t.int },
      sql`select status_index from badges where company_id = ${company_id} and status_list_id = ${id} and revoked_at is not null`,
    )
  ).map(({ status_index }) => status_index)
