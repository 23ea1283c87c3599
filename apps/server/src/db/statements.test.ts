import type pg from 'pg'
import { expect, test } from 'vitest'
import { useTestApp } from '../test/use-test-app.ts'
import { allStatements } from './row.ts'

const app = useTestApp()

interface Field {
  readonly name: string
  readonly dataTypeID: number
  readonly tableID: number
  readonly columnID: number
}

/** A query of the driver that is parsed and described, but not executed. */
class Description {
  #fields: Field[] = []
  readonly #text: string
  readonly #done: PromiseWithResolvers<readonly Field[]>

  constructor(text: string, done: PromiseWithResolvers<readonly Field[]>) {
    this.#text = text
    this.#done = done
  }

  submit(connection: pg.Connection) {
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: Field[] }) {
    this.#fields = fields
  }

  handleError(error: Error) {
    this.#done.reject(error)
  }

  handleReadyForQuery() {
    this.#done.resolve(this.#fields)
  }
}

async function describeStatement(client: pg.PoolClient, text: string): Promise<readonly Field[]> {
  const done = Promise.withResolvers<readonly Field[]>()
  client.query(new Description(text, done) as unknown as pg.Submittable)
  return done.promise
}

/** Type names by OID, as `ColumnsOf` writes them, and which table columns are nullable. */
async function catalogueOf(client: pg.PoolClient) {
  const types = await client.query<{ oid: number; name: string }>(
    `select t.oid::int4 as oid, coalesce(e.typname || '[]', t.typname) as name from pg_type t left join pg_type e on e.typarray = t.oid`,
  )
  const columns = await client.query<{ key: string }>(
    `select attrelid || '.' || attnum as key from pg_attribute where not attnotnull and attnum > 0 and attrelid in (select oid from pg_class where relkind = 'r')`,
  )
  const names = new Map(types.rows.map(({ oid, name }) => [oid, name]))
  const nullable = new Set(columns.rows.map(({ key }) => key))
  return {
    typeOf: ({ dataTypeID }: Field) => names.get(dataTypeID),
    mayBeNull: ({ tableID, columnID }: Field) => nullable.has(`${tableID}.${columnID}`),
  }
}

test('every statement returns the columns that its row type declares', async () => {
  const statements = allStatements()
  expect(statements.length).toBeGreaterThan(40)
  const client = await app.database.pool.connect()
  try {
    const { typeOf, mayBeNull } = await catalogueOf(client)
    const wrong: object[] = []
    for (const { name, columns, sql } of statements) {
      const text = sql()
      const statement = name ?? text.slice(0, 200)
      const fields = await describeStatement(client, text)
      const declared = Object.entries(columns).map(([column, type]) => `${column} ${type.replace(/[?!]$/, '')}`)
      const described = fields.map((field) => `${field.name} ${typeOf(field)}`)
      const missing = declared.filter((column) => !described.includes(column))
      const undeclared = described.filter((column) => !declared.includes(column))
      const nullable = fields.filter((field) => mayBeNull(field) && !/[?!]$/.test(columns[field.name] ?? '?')).map((field) => field.name)
      const needless = fields.filter((field) => !mayBeNull(field) && columns[field.name]?.endsWith('!')).map((field) => field.name)
      if ([missing, undeclared, nullable, needless].some((names) => names.length > 0))
        wrong.push({ statement, missing, undeclared, nullable, needless })
    }
    expect(wrong).toEqual([])
  } finally {
    client.release()
  }
})
