import { type Budget, parseTarget, type Target } from './filter.ts'
import { badRequest, ScimError } from './scim-error.ts'

const OPS = ['add', 'replace', 'remove'] as const

/** An operation of a PATCH (RFC 7644, 3.5.2). */
export interface Operation {
  readonly op: (typeof OPS)[number]
  /** null: `value` is an object of attributes. */
  readonly target: Target | null
  readonly value: unknown
}

const MAX_OPERATIONS = 1_000
/** In all paths: one member by each operation (Okta). */
const MAX_CONDITIONS = MAX_OPERATIONS

export type JsonObject = Readonly<Record<string, unknown>>
export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws invalidSyntax when it is no JSON object */
export function objectOf(body: unknown): JsonObject {
  if (!isObject(body)) throw badRequest('invalidSyntax', 'The body is not a JSON object')
  return body
}

/** A field of a message: names are case-insensitive. */
export const fieldOf = (object: JsonObject, name: string): unknown =>
  Object.entries(object).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

/** The operations of a PATCH, in their order. Names of operations come in any case ("Add" is Entra's). */
export function readPatch(body: unknown): Operation[] {
  const operations = fieldOf(objectOf(body), 'Operations')
  if (!Array.isArray(operations) || operations.length === 0) throw badRequest('invalidSyntax', '"Operations" is missing')
  if (operations.length > MAX_OPERATIONS) throw new ScimError(413, `A PATCH has at most ${MAX_OPERATIONS} operations`)
  const budget = { conditions: MAX_CONDITIONS }
  return operations.map((operation) => readOperation(operation, budget))
}

function readOperation(operation: unknown, budget: Budget): Operation {
  if (!isObject(operation)) throw badRequest('invalidSyntax', 'An operation is not a JSON object')
  const name = fieldOf(operation, 'op')
  const op = typeof name === 'string' ? OPS.find((one) => one === name.toLowerCase()) : undefined
  if (!op) throw badRequest('invalidSyntax', 'An operation is "add", "replace" or "remove"')
  const path = fieldOf(operation, 'path') ?? null
  if (path !== null && typeof path !== 'string') throw badRequest('invalidPath', 'A path is a string')
  const value = fieldOf(operation, 'value')
  // An empty path is none.
  const target = path === null || path.trim() === '' ? null : parseTarget(path, budget)
  if (target === null && op === 'remove') throw badRequest('noTarget', 'A "remove" needs a path')
  if (op !== 'remove' && value === undefined) throw badRequest('invalidValue', `The value of "${op}" is missing`)
  if (target === null && !isObject(value)) throw badRequest('invalidValue', 'Without a path the value is an object of attributes')
  return { op, target, value }
}
