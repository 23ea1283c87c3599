import { bigint, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, instant } from './columns.ts'

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

/** The file of a company's own video; its id is a part of its address and changes with the file. */
export const videoFiles = pgTable(
  'video_files',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    video_id: uuid('video_id').notNull(),
    media_type: text('media_type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)

export const videoParts = pgTable(
  'video_parts',
  {
    company_id: companyId(),
    file_id: uuid('file_id').notNull(),
    part: integer('part').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.file_id, t.part] })],
)

export const videoCaptions = pgTable(
  'video_captions',
  {
    company_id: companyId(),
    id: uuid('id').notNull(),
    video_id: uuid('video_id').notNull(),
    locale: text('locale').notNull(),
    text: text('text').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.id] })],
)
