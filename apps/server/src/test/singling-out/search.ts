import { sql } from '../../db/index.ts'
import { seededRandom } from '../../demo/random.ts'
import { inWhole, type TestApp } from '../build-test-app.ts'
import { explore, type Found, Leak } from './explore.ts'

/** The maximum number of sequences. */
export const ENOUGH = 10_000
/**
 * A run has about eighty sequences. The gate's are enough for ten runs: they include all that find the weaker rules (`LAST_FINDER`).
 * CONTRIBUTING.md has the command of the long search.
 */
export const SEQUENCES = Number(process.env.SINGLING_OUT_SEQUENCES ?? inWhole(ENOUGH, 800))
/** With the usual seed, the last run that is needed to find all weaker rules of `singling-out-weaker.test.ts`. */
export const LAST_FINDER = 8
export const SEED = Number(process.env.SINGLING_OUT_SEED ?? 20_260_521)
/** One run of so many is about the end of a month. */
const MONTH_ENDS = 8
/** One run of so many is about a receiver who administers the company. */
const ADMINISTRATORS = 4
/** The long search takes an hour. */
export const TIMEOUT = 7_200_000

/**
 * Tries to find out who gave a confidential answer (docs/PRODUCT.md, "Confidentiality"), in random runs. The steps are the routes'
 * commands, the reads are the routes' queries, on a real database. `from` begins with a later run.
 * @throws Leak
 */
export async function search(app: TestApp, sequences: number, from = 0): Promise<Found> {
  const found: Found = { worlds: 0, sequences: 0, comparisons: 0, shown: 0 }
  for (let world = from; found.sequences < sequences; world++) {
    const kind = { atMonthEnd: world % MONTH_ENDS === MONTH_ENDS - 3, administers: world % ADMINISTRATORS === ADMINISTRATORS - 1 }
    await explore(app, seededRandom(SEED + world), found, kind).catch((error) => {
      throw error instanceof Leak ? new Leak(`In world ${world}: ${error.message}`) : error
    })
    found.worlds++
    // Each run is rolled back: otherwise the embedded database would slow down with its rows.
    await app.database.db.execute(sql`vacuum`)
  }
  return found
}
