import { describe, expect, test } from 'vitest'
import { problemOf } from '../test/check-results.ts'
import { useTestApp } from '../test/use-test-app.ts'
import {
  assignments,
  codeOf,
  insertInto,
  nullable,
  type Params,
  type Queryable,
  query,
  queryForEachSet,
  rows,
  type Sql,
  sql,
  t,
  upsert,
} from './index.ts'
import { onEveryResult, type Result } from './query.ts'

const app = useTestApp()

/** The same statement on the pool and in a transaction. */
const onBoth = async (run: (on: Queryable) => Promise<void>) => {
  await run(app.database.db)
  await app.database.db.transaction(run)
}

describe('a prepared statement', () => {
  const sum = query(
    'test_sum',
    { twice: t.int, text: t.text },
    (v: Params<{ n: number; text: string | null }>) =>
      sql`select ${v.n}::int + ${v.n}::int as twice, coalesce(${v.text}::text, ${'none'}::text) as text`,
  )

  test('binds each value by name, repeated and constant ones too', () =>
    onBoth(async (on) => {
      expect(await sum(on, { n: 2, text: 'a' })).toEqual([{ twice: 4, text: 'a' }])
      expect(await sum(on, { text: null, n: -1 })).toEqual([{ twice: -2, text: 'none' }])
    }))

  test('is prepared once, and sends a value once', () =>
    onBoth(async (on) => {
      await sum(on, { n: 1, text: '' })
      await sum(on, { n: 2, text: '' })
      const prepared = await rows(on, { statement: t.text }, sql`select statement from pg_prepared_statements where name = 'test_sum'`)
      expect(prepared.map((one) => one.statement)).toEqual([expect.stringContaining('$1::int + $1::int')])
    }))

  test('without a name is planned for each call', () =>
    onBoth(async (on) => {
      const unnamed = query(null, { n: t.int }, (v: Params<{ n: number }>) => sql`select ${v.n}::int as n`)
      expect(await unnamed(on, { n: 7 })).toEqual([{ n: 7 }])
    }))

  test('names the value that is missing', () =>
    onBoth(async (on) => {
      await expect(sum(on, { n: 1 } as never)).rejects.toThrow('no value for "text"')
    }))

  test('binds dates, bytes and arrays, and returns times as PostgreSQL prints them', () =>
    onBoth(async (on) => {
      const echo = query(
        'test_echo',
        { at: t.time, bytes: t.bytes, list: t.texts, day: t.date },
        (v: Params<{ at: Date; bytes: Buffer; list: string[] }>) =>
          sql`select ${v.at}::timestamptz as at, ${v.bytes}::bytea as bytes, ${v.list}::text[] as list, ${v.at}::date as day`,
      )
      const at = new Date('2026-11-16T09:00:00.123Z')
      const [row] = await echo(on, { at, bytes: Buffer.of(0, 255), list: ['a', 'b"c', '{}'] })
      expect(typeof row?.at).toBe('string')
      expect(new Date(row?.at ?? '')).toEqual(at)
      expect(row?.day).toBe('2026-11-16')
      expect(row?.bytes).toEqual(Buffer.of(0, 255))
      expect(row?.list).toEqual(['a', 'b"c', '{}'])
    }))

  test('there is one for each set of conditions', async () => {
    const { db } = app.database
    const select = queryForEachSet(['from', 'to'], (name, has) =>
      query(`test_range_${name}`, { n: t.int }, (v: Params<{ from: number | undefined; to: number | undefined }>) => {
        const from = has.from ? sql`n >= ${v.from}` : sql`true`
        return sql`select n from generate_series(1, 5) n where ${from} and ${has.to ? sql`n <= ${v.to}` : sql`true`}`
      }),
    )
    const found = async (range: { from?: number; to?: number }) =>
      (await select(range)(db, { from: range.from, to: range.to })).map(({ n }) => n)
    expect(await found({})).toEqual([1, 2, 3, 4, 5])
    expect(await found({ from: 4 })).toEqual([4, 5])
    expect(await found({ to: 2 })).toEqual([1, 2])
    expect(await found({ from: 2, to: 3 })).toEqual([2, 3])
    expect(select({ from: 1 })).toBe(select({ from: 2 }))
  })
})

describe('a transaction', () => {
  const count = async () => (await rows(app.database.db, { n: t.int }, sql`select count(*)::int as n from test_kept`))[0]?.n
  const divide = (on: Queryable, by: number) => rows(on, { n: t.int }, sql`select 1 / ${by}::int as n`)

  test('is undone by an error, which has PostgreSQL’s code; a savepoint is undone alone', async () => {
    const { db } = app.database
    await db.execute(sql`create table test_kept (n int)`)
    const failed = db.transaction(async (tx) => {
      await tx.execute(sql`insert into test_kept values (1)`)
      await divide(tx, 0)
    })
    expect(codeOf(await failed.catch((error: unknown) => error))).toBe('22012')
    expect(await count()).toBe(0)
    await db.transaction(async (tx) => {
      expect(await tx.execute(sql`insert into test_kept values (2), (3)`)).toBe(2)
      await expect(tx.transaction((inner) => divide(inner, 0))).rejects.toThrow()
      await tx.transaction(async (inner) => void (await inner.execute(sql`insert into test_kept values (4)`)))
    })
    expect(await count()).toBe(3)
  })

  test('as a snapshot reads one moment and writes nothing', async () => {
    const { db } = app.database
    await db
      .transaction(async (tx) => {
        const before = (await rows(tx, { n: t.int }, sql`select count(*)::int as n from test_kept`))[0]?.n
        if (!app.database.embedded) await db.execute(sql`insert into test_kept values (5)`)
        expect((await rows(tx, { n: t.int }, sql`select count(*)::int as n from test_kept`))[0]?.n).toBe(before)
        expect(codeOf(await tx.execute(sql`insert into test_kept values (6)`).catch((error: unknown) => error))).toBe('25006')
        // The connection is given back although the transaction has failed.
      }, 'snapshot')
      .catch(() => {})
    expect(await divide(db, 1)).toEqual([{ n: 1 }])
  })
})

describe('an insert of objects', () => {
  const textOf = ({ text }: Sql) => text

  test('takes the columns of all of them, and the default where one lacks a column', () => {
    expect(textOf(insertInto('t', [{ a: 1 }, { a: 2, b: null }]))).toBe('insert into "t" ("a", "b") values ($1, default), ($2, $3)')
  })

  test('leaves out what is undefined', () => {
    expect(textOf(insertInto('t', { a: 1, b: undefined }))).toBe('insert into "t" ("a") values ($1)')
    expect(textOf(assignments({ a: 1, b: undefined, c: sql`now()` }))).toBe('"a" = $1, "c" = now()')
  })

  test('with a key changes the row that exists by it', async () => {
    const { db } = app.database
    await db.execute(sql`create table test_upserted (id int primary key, word text, list jsonb)`)
    await db.execute(upsert('test_upserted', ['id'], { id: 1, word: 'a', list: { n: 1 } }))
    await db.execute(upsert('test_upserted', ['id'], { id: 1, word: 'b', list: { n: 2 } }))
    const stored = await rows(db, { id: t.int, word: t.text, list: t.json<unknown>() }, sql`select id, word, list from test_upserted`)
    expect(stored).toEqual([{ id: 1, word: 'b', list: { n: 2 } }])
  })
})

describe('a result that differs from its declaration is found', () => {
  const field = (name: string, dataTypeID: number) => ({ name, dataTypeID }) as Result['fields'][number]
  const result = (parts: Partial<Result>): Result => ({
    name: null,
    text: 'select',
    columns: { id: t.uuid },
    fields: [field('id', 2950)],
    rows: [],
    ...parts,
  })

  test.each([
    ['of another type', { fields: [field('id', 25)] }, 'id is of type 25'],
    ['without a column', { fields: [] }, 'id is missing'],
    ['with another column', { fields: [field('id', 2950), field('n', 23)] }, 'n is not declared'],
    ['with a column twice', { fields: [field('id', 2950), field('id', 2950)] }, 'twice'],
    ['with a null', { rows: [{ id: 'a' }, { id: null }] }, 'id is null'],
  ])('%s', (_, parts, problem) => {
    expect(problemOf(result(parts))).toContain(problem)
  })

  test('of two texts of one name', () => {
    expect(problemOf(result({ name: 'test_two' }))).toBeNull()
    expect(problemOf(result({ name: 'test_two', text: 'select 2' }))).toContain('depends on its values')
  })

  test('not one that is as declared', () => {
    expect(problemOf(result({ columns: { id: nullable(t.uuid) }, rows: [{ id: null }] }))).toBeNull()
  })

  test('and every statement is compared', async () => {
    const { db } = app.database
    const seen: string[] = []
    const compare = onEveryResult(({ text }) => void seen.push(text))
    await rows(db, {}, sql`select where 1 = ${1}`)
    await db.execute(sql`select where 2 = ${2}`)
    await db.transaction((tx) => rows(tx, {}, sql`select where 3 = ${3}`))
    onEveryResult(compare)
    expect(seen).toEqual(['select where 1 = $1', 'select where 2 = $1', 'select where 3 = $1'])
  })
})
