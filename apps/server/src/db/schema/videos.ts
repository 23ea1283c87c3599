import { integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, instant } from './columns.ts'

export const videos = pgTable(
  'videos',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    catalogue_key: text('catalogue_key'),
    titles: jsonb('titles'),
    descriptions: jsonb('descriptions'),
    url: text('url'),
    captions: jsonb('captions'),
    seconds: integer('seconds'),
    position: smallint('position').notNull(),
    retired_at: instant('retired_at'),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)
