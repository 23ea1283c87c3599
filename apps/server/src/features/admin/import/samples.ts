import { type Queryable, sql } from '../../../db/index.ts'

/**
 * Performance: a plan that was made for an empty table, or for a company that the planner has never seen, reads all people for each row. The
 * database samples its tables by itself, but only once a minute: an import of 50,000 people would have ended by then.
 */
export const samplePeople = (db: Queryable) =>
  db.execute(sql`analyze users, user_words, password_resets, outbox, contacts, people_import_lines`)
export const sampleLines = (db: Queryable) => db.execute(sql`analyze people_import_lines`)

/** Sampled again whenever so many times as many people were added as before. */
const GROWTH = 4

/** Samples people while many are added: after the first batch, then ever more rarely. */
export function sampler(db: Queryable) {
  let next = 1
  return async (added: number) => {
    if (added < next) return
    next = added * GROWTH
    await samplePeople(db)
  }
}
