/** Column types of PostgreSQL that the driver returns as `T`. */
type TypeOf<T> = [T] extends [string]
  ? 'text' | 'uuid' | 'timestamptz' | 'date'
  : [T] extends [number]
    ? 'int2' | 'int4'
    : [T] extends [boolean]
      ? 'bool'
      : [T] extends [Buffer]
        ? 'bytea'
        : [T] extends [readonly string[]]
          ? 'text[]' | 'uuid[]' | 'json'
          : [T] extends [readonly number[]]
            ? 'int4[]' | 'json'
            : 'json' | 'jsonb'

/**
 * The columns of a row as PostgreSQL describes them. `?`: may be null. `!`: the table's column may be null, but the statement's conditions
 * exclude it. The compiler compares them with the row's interface, a test compares them with the database.
 */
export type ColumnsOf<Row> = {
  readonly [Name in keyof Row]: null extends Row[Name]
    ? `${TypeOf<NonNullable<Row[Name]>>}?`
    : TypeOf<NonNullable<Row[Name]>> | `${TypeOf<NonNullable<Row[Name]>>}!`
}

interface Registered {
  readonly name: string | null
  sql(): string
  readonly columns: Readonly<Record<string, string>>
}

const registered: Registered[] = []
const families: (() => void)[] = []

export const registerStatement = (statement: Registered) => registered.push(statement)
/** Statements that are compiled on first use: `makeAll` compiles each of them. */
export const registerFamily = (makeAll: () => void) => families.push(makeAll)

/** Every statement of the loaded modules. */
export function allStatements(): readonly Registered[] {
  for (const makeAll of families) makeAll()
  return registered
}
