import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '../test/use-test-app.ts'
import { direct } from './direct.ts'
import { codeOf, rows } from './index.ts'

const app = useTestApp()
const given = direct<{ text: string }>(null, new PgDialect().sqlToQuery(sql`select ${sql.placeholder('text')}::text as text`))
const refusal = async (work: Promise<unknown>) => codeOf(await work.catch((error: unknown) => error))

describe.each([
  ['a NUL', 'a\0b'],
  ['a lone surrogate', 'a\ud800b'],
])('%s reaches no statement', (_name, text) => {
  test('of any form', async () => {
    const { db, pool } = app.database
    expect(await refusal(rows(db, sql`select ${text}::text`))).toBe('22021')
    expect(await refusal(rows(db, sql`select ${['fine', text]}::text[]`))).toBe('22021')
    expect(await refusal(given(db, { text }))).toBe('22021')
    expect(await refusal(pool.query('select $1::text', [text]))).toBe('22021')
    expect(await refusal(pool.query({ text: 'select $1::text', values: [text] }))).toBe('22021')
    expect(await refusal(rows(db, sql`select ${JSON.stringify({ text })}::json`))).toBe('22021')
    expect(await refusal(rows(db, sql`select ${JSON.stringify([`\\${text}`])}::jsonb`))).toBe('22021')
    const { promise, resolve } = Promise.withResolvers()
    const client = await pool.connect()
    client.query('select $1::text', [text], resolve)
    expect(codeOf(await promise)).toBe('22021')
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    client.release()
  })

  test('and what a transaction did before is undone', async () => {
    const { db } = app.database
    await db.execute(sql`create table if not exists kept (text text)`)
    const work = db.transaction(async (tx) => {
      await tx.execute(sql`insert into kept values ('before')`)
      await tx.execute(sql`insert into kept values (${text})`)
    })
    expect(await refusal(work)).toBe('22021')
    expect(await rows(db, sql`select text from kept`)).toEqual([])
  })

  test('other text does, whatever it is', async () => {
    const other = 'é\u0001😀\\u0000'
    expect(await given(app.database.db, { text: other })).toEqual([{ text: other }])
    const json = JSON.stringify({ other: [other, `\\${other}`] })
    expect(await rows(app.database.db, sql`select ${json}::jsonb -> 'other' ->> 0 as other`)).toEqual([{ other }])
  })
})
