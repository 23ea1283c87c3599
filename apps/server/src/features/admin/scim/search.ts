import type { Queryable } from '../../../db/index.ts'
import { type Filter, parseFilter } from './filter.ts'
import { groupOf } from './group.ts'
import { findGroups } from './groups.queries.ts'
import type { Page } from './page.queries.ts'
import { keyOf } from './paths.ts'
import { type Found, isWanted, MAX_RESULTS, type Selection, selected, selectionOf } from './resource.ts'
import { badRequest, ScimError } from './scim-error.ts'
import { userOf } from './user.ts'
import { findUsers } from './users.queries.ts'

/** What a list or a search asks for. */
export interface Search {
  readonly filter: Filter | null
  readonly page: Page
  readonly selection: Selection
}

const DEFAULT_RESULTS = 100
/** Beyond any company; the database's offsets end later. */
const LAST_INDEX = 1_000_000_000

/** The parameters of a list (RFC 7644, 3.4.2), of a query or of a search's body. @throws invalidFilter, tooMany, invalidValue */
export function searchOf(given: Readonly<Record<string, unknown>>): Search {
  const { filter, sortBy, sortOrder, startIndex, count, attributes, excludedAttributes } = given
  return {
    filter: filter === undefined || filter === '' ? null : parseFilter(textOf(filter, 'filter')),
    page: {
      startIndex: numberOf(startIndex, 'startIndex', 1, { from: 1, to: LAST_INDEX }),
      count: numberOf(count, 'count', DEFAULT_RESULTS, { from: 0, to: MAX_RESULTS }),
      sortBy: sortBy === undefined || sortBy === '' ? null : keyOf(textOf(sortBy, 'sortBy')),
      descending: typeof sortOrder === 'string' && sortOrder.toLowerCase() === 'descending',
    },
    selection: selectionOf(attributes, excludedAttributes),
  }
}

function textOf(value: unknown, parameter: string): string {
  if (typeof value !== 'string') throw badRequest(parameter === 'filter' ? 'invalidFilter' : 'invalidValue', `"${parameter}" is a string`)
  return value
}

/** Numbers outside the range mean its nearest end. */
function numberOf(value: unknown, parameter: string, otherwise: number, { from, to }: { from: number; to: number }): number {
  if (value === undefined || value === '') return otherwise
  const number = typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number)) throw badRequest('invalidValue', `"${parameter}" is a whole number`)
  return Math.min(Math.max(number, from), to)
}

/** Users, then groups. A filter by an attribute that one of the two does not have finds none of these (RFC 7644, 3.4.2.1). */
export async function findAll(db: Queryable, companyId: string, { filter, page, selection }: Search, base: string): Promise<Found> {
  const refusals: ScimError[] = []
  async function orNone<Row>(find: () => Promise<{ total: number; found: Row[] }>) {
    try {
      return await find()
    } catch (error) {
      if (!(error instanceof ScimError)) throw error
      refusals.push(error)
      return { total: 0, found: [] }
    }
  }
  const users = await orNone(() => findUsers(db, companyId, filter, page))
  const rest: Page = {
    ...page,
    startIndex: Math.max(1, page.startIndex - users.total),
    count: page.count - users.found.length,
  }
  const groups = await orNone(() => findGroups(db, companyId, filter, rest, isWanted(selection, 'members')))
  const [refusal] = refusals
  if (refusal && refusals.length > 1) throw refusal
  return {
    total: users.total + groups.total,
    resources: [
      ...users.found.map((row) => selected(userOf(row, base), selection)),
      ...groups.found.map((row) => selected(groupOf(row, base), selection)),
    ],
  }
}
