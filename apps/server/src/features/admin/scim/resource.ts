import { createHash } from 'node:crypto'
import { ATTRIBUTE_PATH, keyOf } from './paths.ts'
import { badRequest, ScimError } from './scim-error.ts'

/** A resource as it is sent. */
export type Resource = Record<string, unknown> & {
  readonly id: string
  readonly meta: Readonly<Record<'resourceType' | 'created' | 'lastModified' | 'location' | 'version', string>>
}

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
/** Resources per page. */
export const MAX_RESULTS = 200

export interface Found {
  readonly total: number
  readonly resources: readonly object[]
}

export const listOf = ({ total, resources }: Found, startIndex: number) => ({
  schemas: [LIST],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** Weak: a hash of what the resource contains. */
export const versionOf = (content: object) => `W/"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`

/** The header If-Match: a version, several, or `*`. @throws 412 */
export function checkVersion(ifMatch: string | undefined, version: string): void {
  if (ifMatch === undefined || ifMatch.split(',').some((one) => one.trim() === '*' || one.trim() === version)) return
  throw new ScimError(412, 'The resource has changed')
}

/** Which attributes a call wants (RFC 7644, 3.9): their keys; null without the parameter. */
export interface Selection {
  readonly attributes: readonly string[] | null
  readonly excluded: readonly string[]
}

const MAX_NAMES = 100
const SENT_ALWAYS = new Set(['id', 'schemas'])

/** The parameters `attributes` and `excludedAttributes`: a list, or names with commas. @throws invalidValue */
export function selectionOf(attributes: unknown, excludedAttributes: unknown): Selection {
  const names = namesOf(attributes, 'attributes')
  return { attributes: names.length > 0 ? names : null, excluded: namesOf(excludedAttributes, 'excludedAttributes') }
}

function namesOf(given: unknown, parameter: string): string[] {
  const names = typeof given === 'string' ? given.split(',') : (given ?? [])
  if (!Array.isArray(names) || names.length > MAX_NAMES) throw badRequest('invalidValue', `"${parameter}" is a list of attributes`)
  return names.map((name) => {
    const path = typeof name === 'string' ? name.trim() : ''
    ATTRIBUTE_PATH.lastIndex = 0
    if (ATTRIBUTE_PATH.exec(path)?.[0] !== path) throw badRequest('invalidValue', `"${parameter}" is a list of attributes`)
    return keyOf(path)
  })
}

/** Whether an attribute is sent, as a whole or in part. */
export const isWanted = ({ attributes, excluded }: Selection, name: string) =>
  (attributes === null || attributes.some((key) => key === name || key.startsWith(`${name}.`))) && !excluded.includes(name)

/** The wanted part of a resource; its id and its schemas are always sent. */
export function selected<R extends object>(resource: R, selection: Selection): object {
  if (selection.attributes === null && selection.excluded.length === 0) return resource
  return pick(resource, selection, '') ?? {}
}

/** `prefix` is the key of the object with its separator: a dot, or a colon after a schema. */
function pick(object: object, selection: Selection, prefix: string): object | undefined {
  const kept: [string, unknown][] = []
  for (const [name, value] of Object.entries(object)) {
    const key = prefix + name.toLowerCase()
    if (prefix === '' && SENT_ALWAYS.has(name)) kept.push([name, value])
    else if (!selection.excluded.includes(key)) {
      const part = partOf(value, key, selection)
      if (part !== undefined) kept.push([name, part])
    }
  }
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

function partOf(value: unknown, key: string, selection: Selection): unknown {
  const { attributes } = selection
  const whole = attributes === null || attributes.includes(key)
  const inside: Selection = { ...selection, attributes: whole ? null : attributes }
  const prefix = isSchema(key) ? `${key}:` : `${key}.`
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => (typeof item === 'object' ? (pick(item, inside, prefix) ?? []) : whole ? [item] : []))
    return items.length > 0 ? items : undefined
  }
  if (typeof value === 'object' && value !== null) return pick(value, inside, prefix)
  return whole ? value : undefined
}

/** `urn:…:2.0:User`, not an attribute of it. */
const isSchema = (key: string) => /:\d+\.\d+:[a-z]+$/.test(key)
