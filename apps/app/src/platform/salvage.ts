type Path = readonly PropertyKey[]

interface Issue {
  readonly code: string
  readonly path: Path
  /** Of `unrecognized_keys`. */
  readonly keys?: readonly string[]
  /** Of `invalid_union`: what each of its members says, by the path from here. */
  readonly errors?: readonly (readonly Issue[])[]
}

interface Schema {
  safeParse(body: unknown): { success: true; data: unknown } | { success: false; error: { issues: readonly object[] } }
}

type Holder = Record<PropertyKey, unknown>

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null

const holderOf = (body: unknown, path: Path) => path.slice(0, -1).reduce<unknown>((at, key) => (isHolder(at) ? at[key] : undefined), body)

function setNull(body: unknown, path: Path): boolean {
  const [holder, key] = [holderOf(body, path), path.at(-1)]
  if (!isHolder(holder) || key === undefined || holder[key] === null || holder[key] === undefined) return false
  holder[key] = null
  return true
}

function remove(body: unknown, path: Path): boolean {
  const [holder, key] = [holderOf(body, path), path.at(-1)]
  if (!isHolder(holder) || Array.isArray(holder) || key === undefined || !(key in holder)) return false
  delete holder[key]
  return true
}

/** Removes the innermost item of a list that contains it. */
function dropFromList(body: unknown, path: Path): boolean {
  for (let depth = path.length; depth > 0; depth--) {
    const holder = holderOf(body, path.slice(0, depth))
    const index = path[depth - 1]
    if (!Array.isArray(holder) || typeof index !== 'number' || index >= holder.length) continue
    holder.splice(index, 1)
    return true
  }
  return false
}

/** The first problem; null when there is none. */
function issueOf(schema: Schema, body: unknown): Issue | null {
  const result = schema.safeParse(body)
  return result.success ? null : ((result.error.issues[0] as Issue | undefined) ?? null)
}

/** The fields that a strict object does not know, with its path; none for another problem. */
function unknownFields({ code, path, keys = [], errors = [] }: Issue): Path[] {
  if (code === 'unrecognized_keys') return keys.map((key) => [...path, key])
  const member = code === 'invalid_union' ? errors.find((issues) => issues.every((one) => one.code === 'unrecognized_keys')) : undefined
  return (member ?? []).flatMap((issue) => unknownFields({ ...issue, path: [...path, ...issue.path] }))
}

const isSame = (a: Path, b: Path) => a.length === b.length && a.every((key, place) => key === b[place])

/** The response after the first repair that helps: another problem, or none, is the next. */
function repaired(schema: Schema, body: unknown, issue: Issue): unknown {
  const { path } = issue
  const fields = unknownFields(issue)
  if (fields.length > 0) {
    const known = structuredClone(body)
    return fields.map((field) => remove(known, field)).every(Boolean) ? known : undefined
  }
  for (const repair of [setNull, remove]) {
    const next = structuredClone(body)
    if (!repair(next, path)) continue
    const left = issueOf(schema, next)
    if (left === null || !isSame(left.path, path)) return next
  }
  const shorter = structuredClone(body)
  return dropFromList(shorter, path) ? shorter : undefined
}

/** More would be a response of another kind. */
const MAX_REPAIRS = 500

/**
 * A response of a newer server, without what this version does not know: an unknown value of an enumeration becomes null or absent where the
 * contract allows it, else the item of the list that has it is left out; so does an item without a required field. A field that a strict object does not know is left out. undefined when nothing
 * of that helps.
 */
export function salvage(schema: Schema, response: unknown): unknown {
  let body = structuredClone(response)
  for (let count = 0; count < MAX_REPAIRS; count++) {
    const result = schema.safeParse(body)
    if (result.success) return result.data
    const [issue] = result.error.issues as readonly Issue[]
    const next = issue && repaired(schema, body, issue)
    if (next === undefined) return undefined
    body = next
  }
  return undefined
}
