export const CORE_USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const CORE_GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE_USER = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** `name`, `name.familyName`, `urn:…:User:manager.value`: a schema, an attribute, a sub-attribute. */
export const ATTRIBUTE_PATH = /(?:urn:[\w.:+-]+:)?[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?/iy

const PREFIXES = [CORE_USER, CORE_GROUP].map((schema) => `${schema.toLowerCase()}:`)
/** Attributes of the enterprise extension have this prefix in keys. */
export const ENTERPRISE = `${ENTERPRISE_USER.toLowerCase()}:`

/** The key of an attribute's path: names are case-insensitive, and the core schema needs no prefix (RFC 7644, 3.10). */
export function keyOf(path: string): string {
  const lower = path.toLowerCase()
  const prefix = PREFIXES.find((one) => lower.startsWith(one))
  return prefix ? lower.slice(prefix.length) : lower
}
