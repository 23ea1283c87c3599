import type { ScimToken } from '@reflet/contract/admin-scim'
import { instant, instantOrNull, nullable, type Queryable, rows, sql, t } from '../../../db/index.ts'

const tokenRow = { id: t.uuid, name: t.text, invite: t.bool, created_at: t.time, used_at: nullable(t.time) }

/** The tokens of a company, oldest first. */
export async function listTokens(db: Queryable, companyId: string): Promise<ScimToken[]> {
  const found = await rows(
    db,
    tokenRow,
    sql`select id, name, invite, created_at, used_at from scim_tokens where company_id = ${companyId} order by id`,
  )
  return found.map(({ created_at, used_at, ...row }) => ({ ...row, created_at: instant(created_at), used_at: instantOrNull(used_at) }))
}
