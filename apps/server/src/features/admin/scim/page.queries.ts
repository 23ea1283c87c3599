import { type Columns, countOf, type Queryable, rows, type Sql, sql } from '../../../db/index.ts'
import type { Attributes } from './filter-sql.ts'
import { badRequest } from './scim-error.ts'

/** A page of a list (RFC 7644, 3.4.2.4): places count from 1. */
export interface Page {
  readonly startIndex: number
  readonly count: number
  readonly sortBy: string | null
  readonly descending: boolean
}

interface Listed<C extends Columns> {
  readonly row: C
  /** The columns of `row`. */
  readonly columns: Sql
  readonly from: Sql
  readonly id: Sql
  readonly attributes: Attributes
}

/** A page and the total of all pages; it is counted only when the page does not tell it. */
export async function pageOf<C extends Columns>(db: Queryable, { row, columns, from, id, attributes }: Listed<C>, page: Page) {
  const { startIndex, count } = page
  const order = orderOf(page, attributes, id)
  const found =
    count === 0 ? [] : await rows(db, row, sql`select ${columns} from ${from} order by ${order} offset ${startIndex - 1} limit ${count}`)
  const isLast = found.length < count && (found.length > 0 || startIndex === 1)
  return { total: isLast ? startIndex - 1 + found.length : await countOf(db, from), found }
}

/** Texts ignore case; resources without a value come last, or first in descending order. */
function orderOf({ sortBy, descending }: Page, attributes: Attributes, id: Sql): Sql {
  if (sortBy === null) return descending ? sql`${id} desc` : id
  const attribute = attributes.get(sortBy)
  if (!attribute || attribute.type === 'elements')
    throw badRequest('invalidPath', `There is no order by ${JSON.stringify(sortBy.slice(0, 100))}`)
  const column = attribute.type === 'text' ? sql`lower(${attribute.column})` : attribute.column
  return descending ? sql`${column} desc, ${id} desc` : sql`${column}, ${id}`
}
