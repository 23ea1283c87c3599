import { type Sql, sql } from '../../../db/index.ts'
import type { Comparison, Filter, Value } from './filter.ts'
import { badRequest } from './scim-error.ts'

/**
 * What a filter compares. `text` ignores case, `lower` is stored in lower case, so that its index applies, `exact` has its case, `number` is compared as registration numbers are. `elements`
 * has many values: `exists` makes a condition of one of them a condition of the resource.
 */
export type Attribute =
  | { readonly type: 'text' | 'lower' | 'exact' | 'number' | 'boolean' | 'instant' | 'id'; readonly column: Sql }
  | { readonly type: 'elements'; readonly exists: (condition: Sql) => Sql; readonly attributes: Attributes }
export type Attributes = ReadonlyMap<string, Attribute>
type Column = Exclude<Attribute, { type: 'elements' }>

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/i

export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

/** The condition of a filter over the columns of these attributes, all values bound. @throws invalidFilter */
export const conditionOf = (filter: Filter, attributes: Attributes): Sql => compile(filter, attributes, '')

function compile(filter: Filter, attributes: Attributes, prefix: string): Sql {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return sql`(${sql.join(
        filter.items.map((item) => compile(item, attributes, prefix)),
        filter.kind === 'and' ? ' and ' : ' or ',
      )})`
    // An attribute without a value does not match: unknown is false.
    case 'not':
      return sql`(${compile(filter.item, attributes, prefix)} is not true)`
    case 'within':
      return within(prefix + filter.path, filter.item, attributes)
    case 'present':
    case 'compare':
      return condition(prefix + filter.path, filter, attributes)
  }
}

function within(path: string, item: Filter, attributes: Attributes): Sql {
  const attribute = attributeAt(path, attributes)
  if (attribute.type === 'elements') return attribute.exists(compile(item, attribute.attributes, ''))
  return compile(item, attributes, `${path}.`)
}

type Condition = Extract<Filter, { kind: 'present' | 'compare' }>

function condition(path: string, filter: Condition, attributes: Attributes): Sql {
  const [lead = '', part] = path.split(/\.(?=[^.:]*$)/)
  const whole = attributes.get(path) ?? (part === undefined ? undefined : attributes.get(lead))
  if (whole?.type === 'elements') {
    if (part === undefined && filter.kind === 'present') return whole.exists(sql`true`)
    return whole.exists(condition(part ?? 'value', filter, whole.attributes))
  }
  const attribute = attributeAt(path, attributes)
  if (attribute.type === 'elements') throw badRequest('invalidFilter', 'This attribute cannot be compared')
  return filter.kind === 'present' ? isPresent(attribute) : compared(attribute, filter.comparison, filter.value)
}

function attributeAt(path: string, attributes: Attributes): Attribute {
  const attribute = attributes.get(path)
  if (!attribute) throw badRequest('invalidFilter', `The attribute ${JSON.stringify(path.slice(0, 100))} cannot be used in a filter`)
  return attribute
}

/** An empty text is no value. */
const isPresent = ({ type, column }: Column): Sql =>
  type === 'boolean' || type === 'instant' || type === 'id' ? sql`${column} is not null` : sql`nullif(${column}, '') is not null`

function compared(attribute: Column, comparison: Comparison, value: Value): Sql {
  if (value === null) {
    if (comparison === 'eq') return sql`not ${isPresent(attribute)}`
    if (comparison === 'ne') return isPresent(attribute)
    throw badRequest('invalidFilter', 'null can be compared by eq and ne only')
  }
  switch (attribute.type) {
    case 'boolean':
      return ofBoolean(attribute.column, comparison, value)
    case 'instant':
      return ofInstant(attribute.column, comparison, value)
    case 'id':
      return ofId(attribute.column, comparison, value)
    default:
      return ofText(attribute, comparison, value)
  }
}

function ofBoolean(column: Sql, comparison: Comparison, value: Value): Sql {
  const wanted = typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value
  if (typeof wanted !== 'boolean') throw badRequest('invalidFilter', 'This attribute is true or false')
  if (comparison !== 'eq' && comparison !== 'ne') throw badRequest('invalidFilter', 'A boolean can be compared by eq and ne only')
  return wanted === (comparison === 'eq') ? column : sql`not ${column}`
}

const ORDER = { eq: sql`=`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const
type Ordering = keyof typeof ORDER

function ordered(column: Sql, comparison: Ordering | 'ne', value: Sql): Sql {
  return comparison === 'ne' ? sql`${column} is distinct from ${value}` : sql`${column} ${ORDER[comparison]} ${value}`
}

const isOrdering = (comparison: Comparison): comparison is Ordering | 'ne' => comparison === 'ne' || comparison in ORDER

function ofInstant(column: Sql, comparison: Comparison, value: Value): Sql {
  const at = typeof value === 'string' && INSTANT.test(value) ? new Date(value) : null
  if (!at || Number.isNaN(at.getTime())) throw badRequest('invalidFilter', 'This attribute is a date and time')
  if (!isOrdering(comparison)) throw badRequest('invalidFilter', 'A date cannot be compared by co, sw and ew')
  return ordered(column, comparison, sql`${at}::timestamptz`)
}

/** A text that is no id is the id of nothing. */
function ofId(column: Sql, comparison: Comparison, value: Value): Sql {
  if (comparison !== 'eq' && comparison !== 'ne') return ofText({ type: 'exact', column: sql`${column}::text` }, comparison, value)
  if (isId(value)) return ordered(column, comparison, sql`${value}::uuid`)
  return comparison === 'eq' ? sql`false` : sql`true`
}

/** The forms in which a column and a value are compared. */
function forms(type: Column['type'], column: Sql, value: Sql): [stored: Sql, wanted: Sql] {
  switch (type) {
    case 'exact':
      return [column, value]
    case 'number':
      return [sql`registration_key(${column})`, sql`registration_key(${value})`]
    default:
      return [type === 'text' ? sql`lower(${column})` : column, sql`lower(${value})`]
  }
}

function ofText({ type, column }: Column, comparison: Comparison, value: Value): Sql {
  if (typeof value !== 'string') throw badRequest('invalidFilter', 'This attribute is compared with a string')
  const [stored, wanted] = forms(type, column, sql`${value}::text`)
  switch (comparison) {
    case 'co':
      return sql`position(${wanted} in ${stored}) > 0`
    case 'sw':
      return sql`starts_with(${stored}, ${wanted})`
    case 'ew':
      return sql`right(${stored}, char_length(${wanted})) = ${wanted}`
    default:
      return ordered(stored, comparison, wanted)
  }
}
