import { randomBytes } from 'node:crypto'
import pg from 'pg'

export const COMPANIES = 200
export const PEOPLE = 500
/** The first people of each company have full pages: 3 pending groups, unread answers, news items, and half of all history. */
export const BUSY = 5
/** The company in which colleagues are searched. */
export const BIG_COMPANY = COMPANIES + 1
export const BIG_PEOPLE = 50_000

export const masterKey = randomBytes(32).toString('base64')

/** The bearer token of a person, numbered from 1 across companies. */
export const tokenOf = (person: number) => `bench-${person}`
export const personNumber = (company: number, nth: number) => (company - 1) * PEOPLE + nth

/** The reference time of all rows. */
export const now = Date.now()

/** Opens one connection for bulk loading: foreign keys are not checked per row, the generated rows are consistent. */
export async function loader(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query("set session_replication_role = replica; set work_mem = '256MB'; set max_parallel_workers_per_gather = 0")
  return client
}
