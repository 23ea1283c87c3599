import type { ScimToken } from '@reflet/contract/admin-scim'
import { sql } from 'drizzle-orm'
import { instant, instantOrNull, type Queryable, rows } from '../../../db/index.ts'

interface TokenRow {
  id: string
  name: string
  invite: boolean
  created_at: string
  used_at: string | null
}

/** The tokens of a company, oldest first. */
export async function listTokens(db: Queryable, companyId: string): Promise<ScimToken[]> {
  const found = await rows<TokenRow>(
    db,
    sql`select id, name, invite, created_at, used_at from scim_tokens where company_id = ${companyId} order by id`,
  )
  return found.map(({ created_at, used_at, ...row }) => ({ ...row, created_at: instant(created_at), used_at: instantOrNull(used_at) }))
}
