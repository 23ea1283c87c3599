import { RegistrationNumber } from '@reflet/contract/admin-people'
import { Email, LOCALES, type Locale, opaque, personName, text } from '@reflet/contract/common'
import type * as z from 'zod/mini'
import { isId } from './filter-sql.ts'
import { isObject, type JsonObject, type Operation, objectOf } from './patch.ts'
import { ENTERPRISE, ENTERPRISE_USER, keyOf } from './paths.ts'
import { badRequest } from './scim-error.ts'

/** What a call says about a person. All attributes have one value, so that of several operations on one the last one counts. */
export interface UserChanges {
  userName?: string
  externalId?: string | null
  givenName?: string
  familyName?: string
  formatted?: string
  displayName?: string
  title?: string
  active?: boolean
  /** Language tags. */
  preferredLanguage?: string
  locale?: string
  employeeNumber?: string | null
  department?: string
  managerId?: string | null
}

/** Attributes of RFC 7643 that Reflet does not store: directories send some of them by default. */
const IGNORED = new Set(
  `emails nickname profileurl usertype timezone password phonenumbers ims photos addresses entitlements roles x509certificates
   name.middlename name.honorificprefix name.honorificsuffix`.split(/\s+/),
)
const READ_ONLY = new Set(['id', 'meta', 'schemas', 'groups'])
/** Their elements are selected by a filter. */
const MULTI_VALUED = new Set('emails phonenumbers ims photos addresses entitlements roles x509certificates'.split(' '))
const EXTENSION = ENTERPRISE_USER.toLowerCase()

/** Some directories wrap a value: `[{"value": "…"}]`. */
function plain(value: unknown): unknown {
  const one = Array.isArray(value) && value.length <= 1 ? (value[0] ?? null) : value
  if (!isObject(one)) return one
  return Object.keys(one).length === 0 ? null : 'value' in one ? (one.value ?? null) : one
}

/** A text by the contract's rules for people; null for an empty one. */
function textBy(schema: z.ZodMiniType<string | null>, name: string) {
  return (value: unknown): string | null => {
    const given = plain(value)
    if (given === null || given === '') return null
    const parsed = schema.safeParse(typeof given === 'number' ? String(given) : given)
    if (!parsed.success) throw badRequest('invalidValue', `The value of "${name}" is not valid`)
    return parsed.data || null
  }
}

const addressOf = textBy(Email, 'userName')
const LONGEST_ID = 256
const externalIdOf = textBy(opaque(LONGEST_ID), 'externalId')
const nameOf = textBy(personName(), 'name')
const fullNameOf = textBy(text(201), 'displayName')
const titleOf = textBy(text(120), 'title')
const departmentOf = textBy(text(120), 'department')
const numberOf = textBy(RegistrationNumber, 'employeeNumber')
const LONGEST_TAG = 100
const tagOf = textBy(text(LONGEST_TAG), 'preferredLanguage')

function userNameOf(value: unknown): string {
  const address = addressOf(value)
  if (address === null) throw badRequest('mutability', 'The attribute "userName" is required')
  return address
}

/** Entra sends booleans as "True" and "False". */
function activeOf(value: unknown): boolean {
  const given = plain(value)
  const active = typeof given === 'string' ? { true: true, false: false }[given.toLowerCase()] : given
  if (typeof active !== 'boolean') throw badRequest('invalidValue', '"active" is true or false')
  return active
}

function managerOf(value: unknown): string | null {
  const id = plain(value)
  if (id === null || id === '') return null
  if (!isId(id)) throw badRequest('invalidValue', 'The manager is not a user of this company')
  return id.toLowerCase()
}

const setManager = (changes: UserChanges, value: unknown) => Object.assign(changes, { managerId: managerOf(value) })

const SETTERS: Record<string, (changes: UserChanges, value: unknown) => unknown> = {
  username: (changes, value) => Object.assign(changes, { userName: userNameOf(value) }),
  externalid: (changes, value) => Object.assign(changes, { externalId: externalIdOf(value) }),
  'name.givenname': (changes, value) => Object.assign(changes, { givenName: nameOf(value) ?? '' }),
  'name.familyname': (changes, value) => Object.assign(changes, { familyName: nameOf(value) ?? '' }),
  'name.formatted': (changes, value) => Object.assign(changes, { formatted: fullNameOf(value) ?? '' }),
  displayname: (changes, value) => Object.assign(changes, { displayName: fullNameOf(value) ?? '' }),
  title: (changes, value) => Object.assign(changes, { title: titleOf(value) ?? '' }),
  active: (changes, value) => Object.assign(changes, { active: activeOf(value) }),
  preferredlanguage: (changes, value) => Object.assign(changes, { preferredLanguage: tagOf(value) ?? '' }),
  locale: (changes, value) => Object.assign(changes, { locale: tagOf(value) ?? '' }),
  [`${ENTERPRISE}employeenumber`]: (changes, value) => Object.assign(changes, { employeeNumber: numberOf(value) }),
  [`${ENTERPRISE}department`]: (changes, value) => Object.assign(changes, { department: departmentOf(value) ?? '' }),
  [`${ENTERPRISE}manager`]: setManager,
  [`${ENTERPRISE}manager.value`]: setManager,
  // Without its schema: Entra's older form.
  manager: setManager,
  'manager.value': setManager,
}

/** Attributes with parts, and the keys of these. */
const COMPLEX: Record<string, { readonly prefix: string; readonly parts: readonly string[] }> = {
  name: { prefix: 'name.', parts: ['givenname', 'familyname'] },
  [EXTENSION]: { prefix: ENTERPRISE, parts: ['employeenumber', 'department', 'manager'] },
}

const own = <T>(table: Record<string, T>, key: string): T | undefined => (Object.hasOwn(table, key) ? table[key] : undefined)

/** @returns whether the attribute is one that is stored */
function set(changes: UserChanges, key: string, value: unknown): boolean {
  const complex = own(COMPLEX, key)
  if (complex) {
    if (value === null) for (const part of complex.parts) set(changes, complex.prefix + part, null)
    else if (isObject(value)) for (const [part, inner] of Object.entries(value)) set(changes, complex.prefix + part.toLowerCase(), inner)
    else throw badRequest('invalidValue', `The value of "${key}" is an object`)
    return true
  }
  const setter = own(SETTERS, key)
  setter?.(changes, value)
  return setter !== undefined
}

/** The attributes of an object; others are ignored, and so are dotted names of theirs. */
function setAll(changes: UserChanges, attributes: JsonObject): void {
  for (const [name, value] of Object.entries(attributes)) set(changes, keyOf(name), value)
}

/** The changes of a PATCH. @throws invalidPath, invalidValue, mutability */
export function changesOfPatch(operations: readonly Operation[]): UserChanges {
  const changes: UserChanges = {}
  for (const { op, target, value } of operations) {
    if (target === null) {
      setAll(changes, value as JsonObject)
      continue
    }
    const { path, filter } = target
    if (filter && MULTI_VALUED.has(path)) continue
    if (READ_ONLY.has(path.split('.')[0] ?? '')) throw badRequest('mutability', `The attribute "${path}" is read-only`)
    if (filter || !(set(changes, path, op === 'remove' ? null : value) || isIgnored(path)))
      throw badRequest('invalidPath', `There is no attribute "${path.slice(0, 100)}"`)
  }
  return changes
}

const isIgnored = (path: string) => IGNORED.has(path) || IGNORED.has(path.split('.')[0] ?? '') || path.startsWith('urn:')

/** A user as a POST or a PUT describes it. @throws invalidSyntax, invalidValue */
export function changesOfBody(body: unknown): UserChanges & { userName: string } {
  const changes: UserChanges = {}
  setAll(changes, objectOf(body))
  const { userName } = changes
  if (userName === undefined) throw badRequest('invalidValue', 'The attribute "userName" is missing')
  return { ...changes, userName }
}

/** A PUT replaces: what it does not name is emptied. The language and whether the person is active remain. */
export const changesOfPut = (body: unknown): UserChanges => ({
  externalId: null,
  givenName: '',
  familyName: '',
  title: '',
  employeeNumber: null,
  department: '',
  managerId: null,
  ...changesOfBody(body),
})

/** The first language that the app has; null when the call names none, the company's when it names others only. */
export function localeOf({ preferredLanguage, locale }: UserChanges, ofCompany: Locale): Locale | null {
  const tags = (preferredLanguage || locale || '').split(',').map((tag) => tag.trim().toLowerCase().split(/[-_;]/)[0])
  if (tags.every((tag) => !tag)) return null
  return LOCALES.find((known) => tags.includes(known)) ?? ofCompany
}

/**
 * First and last name after a change. A person needs a name: without one it is that of `name.formatted` or `displayName`, else the local
 * part of the address.
 */
export function namesOf(changes: UserChanges, before: { first_name: string; last_name: string; email: string }) {
  const { givenName = before.first_name, familyName = before.last_name } = changes
  if (givenName || familyName) return { first_name: givenName, last_name: familyName }
  const local = before.email.split('@')[0] ?? ''
  const full = changes.formatted || changes.displayName || local.replaceAll(/[._+-]+/g, ' ').trim()
  const place = full.lastIndexOf(' ')
  const [first, last] = place < 0 ? [full, ''] : [full.slice(0, place), full.slice(place + 1)]
  return { first_name: nameOf(first) ?? '', last_name: nameOf(last) ?? '' }
}
