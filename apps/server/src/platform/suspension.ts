import { sql } from 'drizzle-orm'
import { type Queryable, statement } from '../db/index.ts'
import { hashToken } from './crypto.ts'
import { linksOf } from './link-tables.ts'

const selectSuspended = statement<{ suspended: boolean }, { token_hash: Buffer }>(
  'link_suspended',
  { suspended: 'bool' },
  sql`select true as suspended from (
      ${linksOf('token_hash')}
    ) link join companies c on c.company_id = link.company_id where c.suspended_at is not null`,
)

/**
 * Whether a link belongs to a suspended company. The links by which an address opts out of mails are none of these: they work always.
 */
export async function isSuspended(db: Queryable, token: string): Promise<boolean> {
  return (await selectSuspended(db, { token_hash: hashToken(token) })).length > 0
}
