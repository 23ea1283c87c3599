import { excluded, insert, insertInto, type Queryable, type Sql, sql } from '../../db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { AdministrationChange, MessageKind, NewsKind, SecurityChange } from './kinds.ts'

/**
 * Conflict rule for a message whose `bundle_key` is already pending in the outbox: keep the pending one, or postpone it to the new one's
 * time and update its subject.
 */
export type Bundle = 'keep' | 'postpone'

/** What news is about, by the columns of `newsfeed`. */
export interface News {
  readonly company_id: string
  readonly user_id: string
  readonly kind: NewsKind
  readonly actor_id?: string | null
  readonly guest_id?: string | null
  readonly guest_first_name?: string | null
  readonly guest_last_name?: string | null
  readonly skill_id?: string | null
  readonly request_id?: string | null
  readonly feedback_id?: string | null
  readonly award_id?: string | null
  readonly coffee_id?: string | null
  readonly recurrence_id?: string | null
}

/** The subject of a message, by the columns of `outbox`; its text is read and translated when the mail is built. */
export interface Message {
  readonly company_id: string
  readonly kind: MessageKind
  readonly send_after: Date
  readonly user_id?: string | null
  readonly guest_id?: string | null
  readonly recipient_id?: string | null
  readonly reset_id?: string | null
  readonly invitation_id?: string | null
  readonly feedback_id?: string | null
  readonly award_id?: string | null
  readonly coffee_id?: string | null
  readonly email_change_id?: string | null
  readonly former_address_id?: string | null
  readonly badge_id?: string | null
  readonly session_id?: string | null
  readonly change?: SecurityChange | AdministrationChange | null
  /** The entry of an `AdministrationChange`. */
  readonly audit_id?: string | null
  readonly bundle_key?: string | null
}

/** The columns of a row as expressions over the source. */
type Expressions<Row extends { readonly kind: string }> = {
  readonly [Column in keyof Row as Exclude<Column, 'kind'>]: Sql
} & { readonly id: Sql; readonly created_at: Sql; readonly kind: Row['kind'] | Sql }

/**
 * An insert of a news item for each row of a source, as part of a statement: `newsFrom(sql`changed c where …`, { user_id: sql`c.giver_id`,
 * … })`.
 */
export const newsFrom = (source: Sql, news: Expressions<News>): Sql => sql`insert into newsfeed ${selection(source, news)}`

/** An insert of a message for each row of a source, as part of a statement. */
export const messageFrom = (source: Sql, message: Expressions<Message>, bundle: Bundle = 'keep'): Sql =>
  sql`insert into outbox ${selection(source, message)}${bundling(Object.keys(message), bundle)}`

/** Inserts news items and messages, each with a new id. Returns how many messages are new: with `keep`, a pending one is none. */
export async function notify(
  tx: Queryable,
  now: Date,
  rows: { readonly news?: readonly News[]; readonly messages?: readonly Message[]; readonly bundle?: Bundle },
): Promise<number> {
  const { news = [], messages = [], bundle = 'keep' } = rows
  const made = <Row extends object>(row: Row) => ({ id: newId(now), created_at: now, ...row })
  if (news.length > 0) await insert(tx, 'newsfeed', news.map(made))
  if (messages.length === 0) return 0
  const columns = [...new Set(messages.flatMap((message) => Object.keys(message)))]
  return tx.execute(sql`${insertInto('outbox', messages.map(made))}${bundling(columns, bundle)}`)
}

function selection(source: Sql, row: Readonly<Record<string, Sql | string>>): Sql {
  const names = Object.keys(row).map(sql.identifier)
  const expressions = Object.values(row).map((value) => (typeof value === 'string' ? sql.raw(`'${value}'`) : value))
  return sql`(${sql.join(names)}) select ${sql.join(expressions)} from ${source}`
}

const IDENTITY = new Set(['company_id', 'id', 'kind', 'user_id', 'bundle_key', 'created_at'])

function bundling(columns: readonly string[], bundle: Bundle): Sql {
  if (!columns.includes('bundle_key')) return sql.empty
  const rule = sql` on conflict (company_id, bundle_key) where bundle_key is not null do`
  if (bundle === 'keep') return sql`${rule} nothing`
  return sql`${rule} update set ${excluded(columns.filter((column) => !IDENTITY.has(column)))}`
}
