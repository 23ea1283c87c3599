import pg from 'pg'
import { type Columns, type RowOf, t } from './columns.ts'
import { insertInto, Param, type Params, type Row, type Sql, sql } from './sql.ts'

/** A statement as it is sent. */
export interface Statement extends pg.QueryConfig {
  /** May be sent over a connection that has not answered the statement before it: a short read that waits for no lock. */
  readonly pipelined?: boolean
}

/** Where a statement is run: the database, or a transaction on it. Inside a transaction, always pass the transaction. */
export interface Queryable {
  /** @throws what the driver throws: `codeOf()` has PostgreSQL's code of it */
  send(statement: Statement): Promise<pg.QueryResult>
  /** A transaction; inside another one a savepoint. An error that `run` throws undoes it. */
  transaction<Result>(run: (tx: Queryable) => Promise<Result>, mode?: TransactionMode): Promise<Result>
  /** Runs a statement that returns no rows. Returns how many it wrote. */
  execute(statement: Sql): Promise<number>
}

/** `snapshot`: every statement reads the state of one moment, and none writes. */
export type TransactionMode = 'snapshot'

export interface Result {
  readonly name: string | null
  readonly text: string
  readonly columns: Columns
  readonly fields: readonly pg.FieldDef[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

type Compare = ((result: Result) => void) | null
let check: Compare = null

/** Tests compare every result with its declaration. Returns what compared them before. */
export function onEveryResult(compare: Compare): Compare {
  const before = check
  check = compare
  return before
}

async function run(on: Queryable, columns: Columns, statement: Statement & { readonly text: string }) {
  const result = await on.send({ ...statement, types: TYPES })
  check?.({ name: statement.name ?? null, text: statement.text, columns, ...result })
  return result
}

/**
 * A prepared statement: its text is written once, with named values, and each connection plans it once under its name. Without a name it is
 * planned for the values of each call: use this where the generic plan would be poor. Timestamps come back as text; `instant()` makes them ISO.
 * @param options `pipelined`: a short read that a hot call waits for; outside a transaction it is sent over `Pipeline`
 */
export function query<C extends Columns, Values extends object>(
  name: string | null,
  columns: C,
  statement: (values: Params<Values>) => Sql,
  { pipelined = false } = {},
) {
  const named = { ...(name !== null && { name }), ...(pipelined && { pipelined }) }
  let compiled: Compiled | undefined
  return async (on: Queryable, values: Values): Promise<RowOf<C>[]> => {
    compiled ??= compile(statement as (values: Params<Record<string, unknown>>) => Sql, pipelined)
    const { text, bind } = compiled
    const result = await run(on, columns, { ...named, text, values: bind(values as Record<string, unknown>) })
    return result.rows as RowOf<C>[]
  }
}

/** The rows of a statement that is written where it is used. */
export async function rows<C extends Columns>(on: Queryable, columns: C, { text, values }: Sql): Promise<RowOf<C>[]> {
  return (await run(on, columns, { text, values })).rows as RowOf<C>[]
}

/** How many rows there are. @param from relations and conditions: `users u where …` */
export async function countOf(on: Queryable, from: Sql): Promise<number> {
  const [{ n } = { n: 0 }] = await rows(on, { n: t.int }, sql`select count(*)::int as n from ${from}`)
  return n
}

/** `Queryable.execute` */
export async function execute(on: Queryable, { text, values }: Sql): Promise<number> {
  return (await run(on, {}, { text, values })).rowCount ?? 0
}

interface Compiled {
  readonly text: string
  bind(values: Readonly<Record<string, unknown>>): unknown[]
}

const NAMED = new Proxy({}, { get: (_, name) => new Param(String(name)) }) as Params<Record<string, unknown>>

/** What may wait for another transaction's lock. */
const LOCKS = /\b(insert|update|delete|merge|lock|for (no key |key )?(update|share))\b|advisory_(xact_)?lock/i

/** A value that is used several times is sent once. */
function compile(statement: (values: Params<Record<string, unknown>>) => Sql, pipelined: boolean): Compiled {
  const { strings, values } = statement(NAMED)
  const places: unknown[] = []
  const names: string[] = []
  const placeOf = (value: unknown) => {
    const name = value instanceof Param ? value.name : null
    const known = name === null ? -1 : names.indexOf(name)
    if (known >= 0) return known + 1
    names.push(name ?? '')
    return places.push(value)
  }
  const text = strings.reduce((before, after, index) => `${before}$${placeOf(values[index - 1])}${after}`)
  if (pipelined && LOCKS.test(text)) throw new Error(`not a read: ${text.slice(0, 100)}`)
  return {
    text,
    bind: (given) =>
      places.map((value) => {
        if (!(value instanceof Param)) return value
        const bound = given[value.name]
        if (bound === undefined) throw new Error(`no value for "${value.name}"`)
        return bound
      }),
  }
}

/**
 * Statements that differ by their set of conditions: one statement per set, because each set has a different best plan. Each is made on
 * first use.
 * @param make gets which conditions there are, and their names as one
 */
export function queryForEachSet<Name extends string, Made>(
  names: readonly Name[],
  make: (name: string, has: { readonly [key in Name]: boolean }) => Made,
) {
  const made = new Map<string, Made>()
  return (given: { readonly [key in Name]?: unknown }): Made => {
    const name = names.filter((each) => given[each] !== undefined).join('_')
    const has = () => Object.fromEntries(names.map((each) => [each, given[each] !== undefined])) as { [key in Name]: boolean }
    const statement = made.get(name) ?? make(name, has())
    made.set(name, statement)
    return statement
  }
}

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = pg.types.builtins
/** Array types of timestamp, date, timestamptz and interval: the driver has no constants for them. */
const ARRAYS = [1115, 1182, 1185, 1187]
const PRINTED = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL, ...ARRAYS])
const asPrinted = (value: string) => value
/** Times as PostgreSQL prints them: a `Date` has no microseconds. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (PRINTED.has(type) ? asPrinted : pg.types.getTypeParser(type, format)),
}

/** A timestamp as PostgreSQL prints it → ISO 8601 in UTC. */
export const instant = (value: string) => new Date(value).toISOString()
export const instantOrNull = (value: string | null) => (value === null ? null : instant(value))

/** Inserts an object or several. */
export const insert = <R extends Row<R>>(on: Queryable, table: string, rows: R | readonly R[]): Promise<number> =>
  execute(on, insertInto(table, rows))
