import type { LinkKind } from '@reflet/contract/endpoint'
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId } from './columns.ts'

/** Links that work without a login. */
export const links = pgTable('links', {
  token_hash: bytea('token_hash').primaryKey(),
  company_id: companyId(),
  kind: text('kind').$type<LinkKind>().notNull(),
  /** The recipient, event, coffee chat or invitation of a manager. */
  subject_id: uuid('subject_id').notNull(),
  /** By its requester, who may pass it on; else it was mailed. */
  copied: boolean('copied').notNull().default(false),
})
