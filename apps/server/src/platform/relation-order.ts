import { RELATIONS } from '@reflet/contract/relations'
import { type SQL, sql } from 'drizzle-orm'

/** The five lists in the specification's order, over `relation`. */
export const inListOrder = (relation: SQL) =>
  sql`array_position(array[${sql.raw(RELATIONS.map((name) => `'${name}'`).join(', '))}], ${relation})`
