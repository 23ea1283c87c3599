import { DrizzleQueryError, is, Param, Placeholder, type Query } from 'drizzle-orm'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'

type Values = Record<string, unknown>

/**
 * A compiled statement as a function that sends it to the driver. The query builder maps and inspects each value on each execution; here
 * that happens once, when the statement is compiled. Without a name PostgreSQL plans it for the values of each call.
 * @throws DrizzleQueryError with the driver's error as its cause
 */
export function direct<Row extends object>(name: string | null, built: Query) {
  const { sql: text, params } = eachOnce(built)
  const readers = params.map(readerOf)
  const named = name === null ? {} : { name }
  return async (on: PgDatabase<NodePgQueryResultHKT>, given: Values): Promise<Row[]> => {
    const values = readers.map((read) => read(given))
    try {
      return (await driverOf(on).query<Row>({ ...named, text, values, types: TIMES_AS_TEXT })).rows
    } catch (error) {
      throw new DrizzleQueryError(text, values, error as Error)
    }
  }
}

/** The pool, or the connection of a transaction. */
const driverOf = (on: PgDatabase<NodePgQueryResultHKT>) => (on._.session as unknown as { readonly client: pg.Pool | pg.PoolClient }).client

/** A placeholder that occurs several times is sent once: `$1 … $4` of the same name become `$1`. */
function eachOnce(built: Query): Query {
  const nameOf = (param: unknown) => (is(param, Placeholder) ? param.name : param)
  const names = [...new Set(built.params.map(nameOf))]
  const params = names.map((name) => built.params.find((param) => nameOf(param) === name))
  const place = (number: string) => names.indexOf(nameOf(built.params[Number(number) - 1])) + 1
  return { ...built, sql: built.sql.replaceAll(/\$(\d+)/g, (_, number: string) => `$${place(number)}`), params }
}

/** How to read a parameter's value from the caller's values. */
function readerOf(param: unknown): (given: Values) => unknown {
  if (is(param, Placeholder)) return valueNamed(param.name)
  if (is(param, Param) && is(param.value, Placeholder)) {
    const read = valueNamed(param.value.name)
    return (given) => param.encoder.mapToDriverValue(read(given))
  }
  return () => param
}

const valueNamed = (name: string) => (given: Values) => {
  const value = given[name]
  if (value === undefined && !(name in given)) throw new Error(`No value for placeholder "${name}" was provided`)
  return value
}

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = pg.types.builtins
/** Array types of timestamp, date, timestamptz, interval and numeric: the driver has no constants for them. */
const ARRAYS = [1115, 1182, 1185, 1187, 1231]
/** Returned as text, as by the query builder. */
const PRINTED = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL, ...ARRAYS])

const asPrinted = (value: string) => value
const TIMES_AS_TEXT: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (PRINTED.has(type) ? asPrinted : pg.types.getTypeParser(type, format)),
}
