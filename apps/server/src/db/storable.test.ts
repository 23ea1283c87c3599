import { describe, expect, test } from 'vitest'
import { useTestApp } from '../test/use-test-app.ts'
import { codeOf, insert, type Params, query, rows, sql, t } from './index.ts'

const app = useTestApp()
const given = query('test_given', { text: t.text }, (v: Params<{ text: string }>) => sql`select ${v.text}::text as text`)
const refusal = async (work: Promise<unknown>) => codeOf(await work.catch((error: unknown) => error))

describe.each([
  ['a NUL', 'a\0b'],
  ['a lone surrogate', 'a\ud800b'],
])('%s reaches no statement', (_name, text) => {
  test('of any form', async () => {
    const { db, pool } = app.database
    expect(await refusal(rows(db, { text: t.text }, sql`select ${text}::text as text`))).toBe('22021')
    expect(await refusal(rows(db, { texts: t.texts }, sql`select ${['fine', text]}::text[] as texts`))).toBe('22021')
    expect(await refusal(given(db, { text }))).toBe('22021')
    expect(await refusal(pool.query('select $1::text', [text]))).toBe('22021')
    expect(await refusal(pool.query({ text: 'select $1::text', values: [text] }))).toBe('22021')
    expect(await refusal(rows(db, { json: t.json() }, sql`select ${JSON.stringify({ text })}::json as json`))).toBe('22021')
    expect(await refusal(rows(db, { json: t.json() }, sql`select ${JSON.stringify([`\\${text}`])}::jsonb as json`))).toBe('22021')
    await db.execute(sql`create table if not exists given (json jsonb)`)
    expect(await refusal(insert(db, 'given', { json: { text } }))).toBe('22021')
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
    expect(await rows(db, { text: t.text }, sql`select text from kept`)).toEqual([])
  })

  test('other text does, whatever it is', async () => {
    const other = 'é\u0001😀\\u0000'
    expect(await given(app.database.db, { text: other })).toEqual([{ text: other }])
    const json = JSON.stringify({ other: [other, `\\${other}`] })
    expect(await rows(app.database.db, { other: t.text }, sql`select ${json}::jsonb -> 'other' ->> 0 as other`)).toEqual([{ other }])
  })
})
