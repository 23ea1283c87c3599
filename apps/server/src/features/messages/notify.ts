import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/index.ts'
import type { MessageKind, NewsKind, newsfeed, outbox } from '../../db/schema/messages.ts'
import { newId } from '../../platform/ids.ts'

/**
 * Conflict rule for a message whose `bundle_key` is already pending in the outbox: keep the pending one, or postpone it to the new one's
 * time and update its subject.
 */
export type Bundle = 'keep' | 'postpone'

type Set = 'company_id' | 'id' | 'kind' | 'created_at'
type NewsSubject = Exclude<keyof typeof newsfeed.$inferInsert, Set | 'read_at'>
type MessageState = 'attempts' | 'claimed_until' | 'sent_at' | 'failed_at' | 'last_error'
type MessageSubject = Exclude<keyof typeof outbox.$inferInsert, Set | MessageState>

/** The columns of a row as expressions over the source. */
type Expressions<Kind extends string, Columns extends string> = {
  readonly [column in Exclude<Set, 'kind'>]: SQL
} & { readonly [column in Columns]?: SQL } & { readonly kind: Kind | SQL }

type NewsExpressions = Expressions<NewsKind, NewsSubject> & { readonly user_id: SQL }
type MessageExpressions = Expressions<MessageKind, MessageSubject> & { readonly send_after: SQL }

export type News = Pick<typeof newsfeed.$inferInsert, NewsSubject | 'company_id' | 'kind'>
export type Message = Pick<typeof outbox.$inferInsert, MessageSubject | 'company_id' | 'kind'>

/**
 * An insert of a news item for each row of a source, as part of a statement: `newsFrom(sql`changed c where …`, { user_id: sql`c.giver_id`,
 * … })`.
 */
export const newsFrom = (source: SQL, news: NewsExpressions): SQL => sql`insert into newsfeed ${selection(source, news)}`

/** An insert of a message for each row of a source, as part of a statement. */
export const messageFrom = (source: SQL, message: MessageExpressions, bundle: Bundle = 'keep'): SQL =>
  sql`insert into outbox ${selection(source, message)}${bundling(Object.keys(message), bundle)}`

/** Inserts news items and messages, each with a new id. */
export async function notify(
  tx: Queryable,
  now: Date,
  rows: { readonly news?: readonly News[]; readonly messages?: readonly Message[]; readonly bundle?: Bundle },
): Promise<void> {
  const { news = [], messages = [], bundle = 'keep' } = rows
  if (news.length > 0) await tx.execute(sql`insert into newsfeed ${values(columnsOf(news), news, now)}`)
  if (messages.length === 0) return
  const columns = columnsOf(messages)
  await tx.execute(sql`insert into outbox ${values(columns, messages, now)}${bundling(columns, bundle)}`)
}

const list = (parts: SQL[]) => sql`(${sql.join(parts, sql`, `)})`
const names = (columns: readonly string[]) => list(columns.map((column) => sql.identifier(column)).map((name) => sql`${name}`))

function selection(source: SQL, row: Readonly<Record<string, SQL | string>>): SQL {
  const expressions = Object.values(row).map((value) => (typeof value === 'string' ? sql.raw(`'${value}'`) : value))
  return sql`${names(Object.keys(row))} select ${sql.join(expressions, sql`, `)} from ${source}`
}

const columnsOf = (rows: readonly object[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))]

function values(columns: readonly string[], rows: readonly (News | Message)[], now: Date): SQL {
  const tuples = rows.map((row) =>
    list([sql`${newId(now)}`, sql`${now}`, ...columns.map((column) => sql`${(row as Record<string, unknown>)[column] ?? null}`)]),
  )
  return sql`${names(['id', 'created_at', ...columns])} values ${sql.join(tuples, sql`, `)}`
}

const IDENTITY = new Set(['company_id', 'id', 'kind', 'user_id', 'bundle_key', 'created_at'])

function bundling(columns: readonly string[], bundle: Bundle): SQL {
  if (!columns.includes('bundle_key')) return sql``
  const changes = columns
    .filter((column) => !IDENTITY.has(column))
    .map((column) => sql`${sql.identifier(column)} = excluded.${sql.identifier(column)}`)
  const action = bundle === 'keep' ? sql`nothing` : sql`update set ${sql.join(changes, sql`, `)}`
  return sql` on conflict (company_id, bundle_key) where bundle_key is not null do ${action}`
}
