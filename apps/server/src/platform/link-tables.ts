import { sql } from 'drizzle-orm'

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
