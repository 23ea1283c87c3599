/** A column as a statement declares it: the types that PostgreSQL may return for it, and whether it may be null. */
export interface Column<T> {
  /** Object ids of types in `pg_type`. */
  readonly types: readonly number[]
  readonly nullable: boolean
  /** Of the compiler only. */
  readonly value?: T
}
export type Columns = Readonly<Record<string, Column<unknown>>>

/** The row that these columns make. */
export type RowOf<C extends Columns> = { [Name in keyof C]: C[Name] extends Column<infer T> ? T : never }

const column = <T>(...types: readonly number[]): Column<T> => ({ types, nullable: false })

const TEXT = 25
const TEXTS = 1009
const JSON_TYPES = [114, 3802] as const

/** The columns of statements, by the types of PostgreSQL. Times come as PostgreSQL prints them: `instant()` makes them ISO. */
export const t = {
  uuid: column<string>(2950),
  text: column<string>(TEXT),
  /** In the database's catalogue. */
  name: column<string>(19),
  /** A text of a known set: `t.oneOf<Locale>()`. */
  oneOf: <T extends string>() => column<T>(TEXT),
  int: column<number>(21, 23),
  float: column<number>(700, 701),
  /** As text: beyond JavaScript's integers, or exact decimals. */
  bigint: column<string>(20),
  numeric: column<string>(1700),
  bool: column<boolean>(16),
  bytes: column<Buffer>(17),
  time: column<string>(1184),
  date: column<string>(1082),
  json: <T>() => column<T>(...JSON_TYPES),
  uuids: column<string[]>(2951),
  texts: column<string[]>(TEXTS),
  /** Texts of a known set. */
  someOf: <T extends string>() => column<T[]>(TEXTS),
  ints: column<readonly number[]>(1005, 1007),
  /** Integers of a fixed number: `t.tuple<Distribution>()`. */
  tuple: <T extends number[]>() => column<T>(1005, 1007),
  bools: column<boolean[]>(1000),
} as const

export const nullable = <T>({ types }: Column<T>): Column<T | null> => ({ types, nullable: true })
