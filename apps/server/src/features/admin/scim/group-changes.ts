import { name, opaque } from '@reflet/contract/common'
import type { Filter } from './filter.ts'
import { isId } from './filter-sql.ts'
import { isObject, type JsonObject, type Operation, objectOf } from './patch.ts'
import { keyOf } from './paths.ts'
import { badRequest } from './scim-error.ts'

/** One change of a group; several are carried out in their order. */
export type GroupChange =
  | { readonly kind: 'name'; readonly displayName: string }
  | { readonly kind: 'external'; readonly externalId: string | null }
  | { readonly kind: 'add' | 'remove' | 'replace'; readonly members: readonly string[] }
  | { readonly kind: 'remove-where'; readonly filter: Filter }

const MAX_SEARCHES = 20
const READ_ONLY = new Set(['id', 'meta', 'schemas'])
const DisplayName = name(256)
const ExternalId = opaque(256)

function displayNameOf(value: unknown): string {
  if (value === null) throw badRequest('mutability', 'The attribute "displayName" is required')
  const parsed = DisplayName.safeParse(value)
  if (!parsed.success) throw badRequest('invalidValue', 'The value of "displayName" is not valid')
  return parsed.data
}

function externalIdOf(value: unknown): string | null {
  if (value === null || value === '') return null
  const parsed = ExternalId.safeParse(value)
  if (!parsed.success) throw badRequest('invalidValue', 'The value of "externalId" is not valid')
  return parsed.data
}

/** The ids of members: objects with a `value`, or the ids themselves. */
function membersOf(value: unknown): string[] {
  const members = Array.isArray(value) ? value : value === null ? [] : [value]
  const ids = members.map((member) => {
    const id = isObject(member) ? member.value : member
    if (!isId(id)) throw badRequest('invalidValue', 'A member is not a user of this company')
    return id.toLowerCase()
  })
  return [...new Set(ids)].sort()
}

/** @returns null for an attribute that is not stored */
function changeOf(key: string, value: unknown, kind: 'add' | 'replace'): GroupChange | null {
  if (key === 'displayname') return { kind: 'name', displayName: displayNameOf(value) }
  if (key === 'externalid') return { kind: 'external', externalId: externalIdOf(value) }
  if (key === 'members') return { kind, members: membersOf(value) }
  return null
}

const changesOf = (attributes: JsonObject, kind: 'add' | 'replace'): GroupChange[] =>
  Object.entries(attributes).flatMap(([attribute, value]) => changeOf(keyOf(attribute), value, kind) ?? [])

/** The changes of a PATCH. @throws invalidPath, invalidValue, mutability, tooMany */
export function groupChangesOfPatch(operations: readonly Operation[]): GroupChange[] {
  const changes = together(operations.flatMap(changesOfOperation))
  // Each reads the whole group.
  if (changes.filter(({ kind }) => kind === 'remove-where').length > MAX_SEARCHES)
    throw badRequest('tooMany', `A PATCH has at most ${MAX_SEARCHES} filters of members, except by their "value"`)
  return changes
}

function changesOfOperation(operation: Operation): GroupChange[] {
  const { op, target, value } = operation
  if (target === null) return changesOf(value as JsonObject, op === 'add' ? 'add' : 'replace')
  const { path, filter } = target
  if (READ_ONLY.has(path.split('.')[0] ?? '')) throw badRequest('mutability', `The attribute "${path}" is read-only`)
  if (path === 'members' && (op === 'remove' || filter)) return [removal(operation, filter)]
  const change = filter ? null : changeOf(path, op === 'remove' ? null : value, op === 'add' ? 'add' : 'replace')
  if (change) return [change]
  if (!filter && path.startsWith('urn:')) return []
  throw badRequest('invalidPath', `There is no attribute "${path.slice(0, 100)}"`)
}

/** Directories add and remove members one operation at a time: neighbours of one kind become one change, which is one statement. */
function together(changes: readonly GroupChange[]): GroupChange[] {
  const joined: GroupChange[] = []
  const members = new Set<string>()
  for (const [place, change] of changes.entries()) {
    const next = changes[place + 1]
    if (change.kind !== 'add' && change.kind !== 'remove') {
      joined.push(change)
      continue
    }
    for (const member of change.members) members.add(member)
    if (next?.kind === change.kind) continue
    joined.push({ kind: change.kind, members: [...members].sort() })
    members.clear()
  }
  return joined
}

/** `members[value eq "…"]`, a list of members (Entra), or all of them. */
function removal({ op, target, value }: Operation, filter: Filter | null): GroupChange {
  if (op !== 'remove' || target?.part) throw badRequest('mutability', 'A member is added or removed, not changed')
  const id = filter?.kind === 'compare' && filter.path === 'value' && filter.comparison === 'eq' ? filter.value : null
  if (isId(id)) return { kind: 'remove', members: [id.toLowerCase()] }
  if (filter) return { kind: 'remove-where', filter }
  return value === undefined || value === null ? { kind: 'replace', members: [] } : { kind: 'remove', members: membersOf(value) }
}

/** A group as a POST or a PUT describes it: without members it has none. @throws invalidSyntax, invalidValue */
export function groupChangesOfBody(body: unknown): { displayName: string; changes: GroupChange[] } {
  const changes = changesOf(objectOf(body), 'replace')
  const named = changes.find((change) => change.kind === 'name')
  if (!named) throw badRequest('invalidValue', 'The attribute "displayName" is missing')
  return { displayName: named.displayName, changes: [{ kind: 'external', externalId: null }, { kind: 'replace', members: [] }, ...changes] }
}
