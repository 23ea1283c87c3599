import { afterAll, expect } from 'vitest'
import { onEveryResult, type Result } from '../db/query.ts'

/**
 * Compares every executed result with its declaration: the columns, their types, and that one is not null that is not declared so. A named
 * statement has one text. It is a setup file: no test of the server runs without it.
 */
const texts = new Map<string, string>()
const found = new Set<string>()

/** What is wrong with a result; null if nothing is. */
export function problemOf({ name, text, columns, fields, rows }: Result): string | null {
  const statement = name ?? text
  const known = name === null ? text : (texts.get(name) ?? text)
  if (name !== null) texts.set(name, known)
  if (known !== text) return `${statement}: its text depends on its values`
  const returned = new Map(fields.map((field) => [field.name, field.dataTypeID]))
  const wrong = Object.entries(columns).flatMap(([column, { types, nullable }]) => {
    const type = returned.get(column)
    if (type === undefined) return `${column} is missing`
    if (!types.includes(type)) return `${column} is of type ${type}, declared ${types.join(' or ')}`
    if (!nullable && rows.some((row) => row[column] === null)) return `${column} is null`
    return []
  })
  const undeclared = fields
    .filter(({ name: column }) => !(column in columns))
    .map(({ name: column, dataTypeID }) => `${column} is not declared (${dataTypeID})`)
  const all = [...wrong, ...undeclared, ...(returned.size < fields.length ? ['a column is returned twice'] : [])]
  return all.length > 0 ? `${statement}: ${all.join('; ')}` : null
}

onEveryResult((result) => {
  const problem = problemOf(result)
  if (!problem) return
  found.add(problem)
  throw new Error(problem)
})

// A call may answer the error, and a job log it.
afterAll(() => {
  const problems = [...found]
  found.clear()
  expect(problems, 'results that differ from their declaration').toEqual([])
})
