import { RELATIONS } from '@reflet/contract/relations'
import { type Sql, sql } from '../db/index.ts'

/** The five lists in the specification's order, over `relation`. */
export const inListOrder = (relation: Sql) =>
  sql`array_position(array[${sql.raw(RELATIONS.map((name) => `'${name}'`).join(', '))}], ${relation})`
