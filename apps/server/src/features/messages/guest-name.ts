import { type SQL, sql } from 'drizzle-orm'

/** The first name of a guest `g`: by the address who has no name. */
export const guestFirstName = (first: SQL, last: SQL) => sql`case when ${first} = '' and ${last} = '' then g.email else ${first} end`
