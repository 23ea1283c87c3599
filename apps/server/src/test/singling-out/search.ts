import { seededRandom } from '../../demo/random.ts'
import { onEmbedded, type TestApp } from '../build-test-app.ts'
import { explore, type Found, Leak } from './explore.ts'

/** So many sequences are tried at most. */
export const ENOUGH = 10_000
/** PostgreSQL is slower at it. Fewer than these, and its few worlds happen to be such in which hardly anything is shown. */
export const SEQUENCES = onEmbedded(ENOUGH, 2_000)
export const SEED = Number(process.env.SINGLING_OUT_SEED ?? 20_260_521)
/** One world in so many is about the end of a month. */
const MONTH_ENDS = 8
/** On a quiet machine a search takes a few minutes, on a busy one many more. */
export const TIMEOUT = 1_800_000

/**
 * Tries to single out who gave a confidential answer (product.md §3), in one world after another. The steps are the commands that the
 * routes call, the looks the queries that the routes call, on a real database.
 * `from` begins with a later world.
 * @throws Leak
 */
export async function search(app: TestApp, sequences: number, from = 0): Promise<Found> {
  const found: Found = { sequences: 0, comparisons: 0, shown: 0 }
  for (let world = from; found.sequences < sequences; world++) {
    await explore(app, seededRandom(SEED + world), found, world % MONTH_ENDS === MONTH_ENDS - 3).catch((error) => {
      throw error instanceof Leak ? new Leak(`In world ${world}: ${error.message}`) : error
    })
  }
  return found
}
