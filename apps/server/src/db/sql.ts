import tag, { empty, join, raw, type Sql } from 'sql-template-tag'

export type { Sql }

/** A named value of a prepared statement: `query()` replaces it on each call. */
export class Param<T> {
  /** Of the compiler only: what is bound. */
  declare readonly type?: T
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** The values of a prepared statement while its text is written. */
export type Params<Values> = { readonly [Name in keyof Values]-?: Param<Values[Name]> }

type Single = string | number | bigint | boolean | Date | Buffer | null | undefined
/** What a template binds as a parameter, undefined as null and an array as one PostgreSQL array; SQL becomes a part of the text. */
export type Value = Sql | Param<unknown> | Single | readonly Single[]

/** Values of these names, of a prepared statement or at hand: what a fragment of several statements takes. */
export type Of<Values> = { readonly [Name in keyof Values]-?: Value }

/** SQL as text with values: everything interpolated that is not SQL itself is sent beside the text. */
const template: (strings: TemplateStringsArray, ...values: readonly Value[]) => Sql = tag

export const sql = Object.assign(template, {
  /** No SQL without a part. */
  join: (parts: readonly Value[], separator = ', '): Sql => (parts.length === 0 ? empty : join(parts, separator)),
  /** Text of ours that is no value: a number, a keyword. */
  raw,
  /** A name of a table, a column or a constraint. */
  identifier: (name: string): Sql => raw(`"${name.replaceAll('"', '""')}"`),
  /** No SQL: where a part is left out. */
  empty,
})

const { identifier } = sql

/**
 * Columns by name. An object is JSON; an array is PostgreSQL's, so that one of objects has to be JSON text. What is undefined is left out, or
 * takes the column's default where another row has it.
 */
export type Row<R> = { readonly [Name in keyof R]: Extract<R[Name], readonly object[]> extends never ? Value | object | undefined : never }
type AnyRow = Readonly<Record<string, Value | undefined>>

const namesOf = (rows: readonly AnyRow[]) => [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => row[name] !== undefined)))]
const list = (parts: readonly Value[]) => sql`(${sql.join(parts)})`
const DEFAULT = raw('default')
/** JSON is text before it is sent, so that what cannot be stored is refused as in any text. */
const bound = (value: Value) => (value && Object.getPrototypeOf(value) === Object.prototype ? JSON.stringify(value) : value)

/** The columns of a declaration that are columns of a relation: `u.email, u.first_name`. */
export const columnsOf = (relation: string, columns: object): Sql =>
  raw(
    Object.keys(columns)
      .map((name) => `${relation}.${name}`)
      .join(', '),
  )

/** `insert into … values …`, to which a statement may add what happens on a conflict and what is returned. */
export function insertInto<R extends Row<R>>(table: string, rows: R | readonly R[]): Sql {
  const all = (Array.isArray(rows) ? rows : [rows]) as readonly AnyRow[]
  const names = namesOf(all)
  const values = all.map((row) => list(names.map((name) => (row[name] === undefined ? DEFAULT : bound(row[name])))))
  return sql`insert into ${identifier(table)} ${list(names.map(identifier))} values ${sql.join(values)}`
}

/** `a = …, b = …` of an update. */
export function assignments<R extends Row<R>>(changes: R): Sql {
  const row = changes as AnyRow
  return sql.join(namesOf([row]).map((name) => sql`${identifier(name)} = ${bound(row[name])}`))
}

/** Inserts the row, or changes the one that exists by this key. */
export function upsert<R extends Row<R>>(table: string, key: readonly string[], row: R): Sql {
  const changes = namesOf([row as AnyRow]).filter((name) => !key.includes(name))
  return sql`${insertInto(table, row)} on conflict ${list(key.map(identifier))} do update set ${excluded(changes)}`
}

/** `a = excluded.a, …`: a row that exists takes these columns of the one that was to be inserted. */
export const excluded = (columns: readonly string[]): Sql =>
  sql.join(columns.map((name) => sql`${identifier(name)} = excluded.${identifier(name)}`))
