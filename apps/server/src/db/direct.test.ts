import { DrizzleQueryError, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '../test/use-test-app.ts'
import { direct } from './direct.ts'
import { codeOf, type Queryable, rows } from './index.ts'

/** Hot statements, sent to the driver without the query builder. */

const app = useTestApp()

const { placeholder } = sql

/** `statement()` without registration: the database has no table columns to compare these with. */
function compiled<Row extends object, Values extends Record<string, unknown>>(name: string | null, query: SQL) {
  const run = direct<Row>(name, new PgDialect().sqlToQuery(query))
  return (on: Queryable, values: Values) => run(on, values)
}

/** The same statement on the pool and in a transaction. */
const onBoth = async (run: (on: Queryable) => Promise<void>) => {
  await run(app.database.db)
  await app.database.db.transaction(run)
}

describe('a statement', () => {
  const sum = compiled<{ twice: number; text: string }, { n: number; text: string | null }>(
    'test_direct_sum',
    sql`select ${placeholder('n')}::int + ${placeholder('n')}::int as twice, coalesce(${placeholder('text')}::text, ${'none'}::text) as text`,
  )

  test('binds each value by name, repeated and constant ones too', () =>
    onBoth(async (on) => {
      expect(await sum(on, { n: 2, text: 'a' })).toEqual([{ twice: 4, text: 'a' }])
      expect(await sum(on, { text: null, n: -1 })).toEqual([{ twice: -2, text: 'none' }])
    }))

  test('with a name is prepared once', () =>
    onBoth(async (on) => {
      await sum(on, { n: 1, text: '' })
      await sum(on, { n: 2, text: '' })
      const prepared = await rows<{ statement: string }>(
        on,
        sql`select statement from pg_prepared_statements where name = 'test_direct_sum'`,
      )
      expect(prepared.map((one) => one.statement)).toEqual([expect.stringContaining('$1::int + $1::int')])
    }))

  test('without a name is planned for each call', () =>
    onBoth(async (on) => {
      const unnamed = compiled<{ n: number }, { n: number }>(null, sql`select ${placeholder('n')}::int as n`)
      expect(await unnamed(on, { n: 7 })).toEqual([{ n: 7 }])
    }))

  test('names the value that is missing', () =>
    onBoth(async (on) => {
      await expect(sum(on, { n: 1 } as never)).rejects.toThrow('No value for placeholder "text" was provided')
    }))

  test('returns timestamps as PostgreSQL prints them, like the query builder', () =>
    onBoth(async (on) => {
      const columns = sql`now()::timestamptz as tz, now()::timestamp as t, now()::date as d, '1 day'::interval as i, array[now()]::timestamptz[] as tzs,
        array[now()::timestamp] as ts, array[now()::date] as ds, array['1 day'::interval] as intervals, array[1.5]::numeric[] as numbers,
        1.5::numeric as n, 1::int8 as big, 1::int as small, true as b, '\\x01'::bytea as bytes, '{"a":1}'::json as j, array['a', null] as texts, null as nothing`
      const own = compiled<Record<string, unknown>, { unused: null }>(
        'test_direct_types',
        sql`select ${columns} where ${placeholder('unused')}::text is null`,
      )
      const kinds = (row: Record<string, unknown> | undefined) =>
        Object.fromEntries(
          Object.entries(row ?? {}).map(([name, value]) => [name, [typeof value, Array.isArray(value), value instanceof Date]]),
        )
      const [mine] = await own(on, { unused: null })
      const [other] = await rows<Record<string, unknown>>(on, sql`select ${columns}`)
      expect(kinds(mine)).toEqual(kinds(other))
      expect(typeof mine?.tz).toBe('string')
    }))

  test('binds dates, bytes and arrays', () =>
    onBoth(async (on) => {
      const echo = compiled<{ at: string; bytes: Buffer; list: string[] }, { at: Date; bytes: Buffer; list: string[] }>(
        'test_direct_echo',
        sql`select ${placeholder('at')}::timestamptz as at, ${placeholder('bytes')}::bytea as bytes, ${placeholder('list')}::text[] as list`,
      )
      const at = new Date('2026-11-16T09:00:00.123Z')
      const [row] = await echo(on, { at, bytes: Buffer.of(0, 255), list: ['a', 'b"c', '{}'] })
      expect(new Date(row?.at ?? '')).toEqual(at)
      expect(row?.bytes).toEqual(Buffer.of(0, 255))
      expect(row?.list).toEqual(['a', 'b"c', '{}'])
    }))

  test('fails with the same cause as the query builder, and its transaction is rolled back', async () => {
    const fails = compiled<object, { n: number }>('test_direct_fails', sql`select 1 / ${placeholder('n')}::int`)
    const failed = await fails(app.database.db, { n: 0 }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(DrizzleQueryError)
    expect(codeOf(failed)).toBe('22012')
    await expect(app.database.db.transaction((tx) => fails(tx, { n: 0 }))).rejects.toBeInstanceOf(DrizzleQueryError)
    expect(await fails(app.database.db, { n: 1 })).toHaveLength(1)
  })
})
