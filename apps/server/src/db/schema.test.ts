import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { useTestApp } from '../test/use-test-app.ts'
import { migrate } from './migrate.ts'
import * as administration from './schema/administration.ts'
import * as awards from './schema/awards.ts'
import * as badges from './schema/badges.ts'
import * as coffee from './schema/coffee.ts'
import * as contacts from './schema/contacts.ts'
import * as events from './schema/events.ts'
import * as feedback from './schema/feedback.ts'
import * as links from './schema/links.ts'
import * as messages from './schema/messages.ts'
import * as people from './schema/people.ts'
import * as recurrences from './schema/recurrences.ts'
import * as scim from './schema/scim.ts'
import * as signIn from './schema/sign-in.ts'
import * as skills from './schema/skills.ts'
import * as statistics from './schema/statistics.ts'
import * as videos from './schema/videos.ts'

const app = useTestApp()

const tables = [
  administration,
  awards,
  badges,
  coffee,
  contacts,
  events,
  feedback,
  links,
  messages,
  people,
  recurrences,
  scim,
  signIn,
  skills,
  statistics,
  videos,
].flatMap((module) => Object.values(module).filter((value) => is(value, PgTable)) as PgTable[])

test('the schema in TypeScript matches the migrations', async () => {
  const { rows } = await app.database.pool.query<{ table_name: string; column_name: string; is_nullable: string }>(
    `select table_name, column_name, is_nullable from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migrations'`,
  )
  const made = rows.map((row) => `${row.table_name}.${row.column_name} ${row.is_nullable === 'NO' ? 'not null' : 'null'}`)
  const declared = tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table)
    return columns.map((column) => `${name}.${column.name} ${column.notNull || column.primary ? 'not null' : 'null'}`)
  })
  expect(declared.sort()).toEqual(made.sort())
})

test('migrating again changes nothing', async () => {
  expect(await migrate(app.database.pool)).toBe(0)
})
