import { sql } from 'drizzle-orm'
import { type Queryable, statement } from '../db/index.ts'
import { hashToken } from './crypto.ts'

/** Every table with tokens of links that work without a login; an opt-out link is none of these. */
const LINK_TABLES = ['recipients', 'events', 'coffee_requests', 'hierarchy_invitations']

/** A query of the companies whose link has the token hash that the placeholder is given: one row, or none. */
export const linksOf = (placeholder: string) =>
  sql.join(
    LINK_TABLES.map(
      (table) => sql`select company_id from ${sql.identifier(table)} where token_hash = ${sql.placeholder(placeholder)}::bytea`,
    ),
    sql` union all `,
  )

const selectLink = statement<{ suspended: boolean }, { token_hash: Buffer }>(
  'link_company',
  { suspended: 'bool' },
  sql`select c.suspended_at is not null as suspended from (
      ${linksOf('token_hash')}
    ) link join companies c on c.company_id = link.company_id`,
)

/** The link of a token, by whether its company is suspended; undefined for an invented token. */
export async function findLink(db: Queryable, token: string): Promise<{ suspended: boolean } | undefined> {
  const [link] = await selectLink(db, { token_hash: hashToken(token) })
  return link
}
