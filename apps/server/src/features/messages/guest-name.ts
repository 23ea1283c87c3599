import { type Sql, sql } from '../../db/index.ts'

/** The first name of a guest `g`: by the address who has no name. */
export const guestFirstName = (first: Sql, last: Sql) => sql`case when ${first} = '' and ${last} = '' then g.email else ${first} end`
