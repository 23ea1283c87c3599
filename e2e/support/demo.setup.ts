import { hasPostgres, startPostgres } from '../../scripts/postgres.mjs'
import { reservePorts } from './ports.ts'
import { makeDemo } from './server.ts'

/**
 * Before the first test of a run: reserves its ports, starts PostgreSQL where there is one, and creates the data that every test's server starts
 * from. Workers inherit the variables.
 */
export default async function setup() {
  const releasePorts = await reservePorts()
  const postgres = hasPostgres() ? await startPostgres('', { fast: true }) : null
  process.env.E2E_POSTGRES = postgres?.url ?? ''
  const demo = await makeDemo()
  process.env.E2E_DEMO = demo.environment.DATA_DIR
  return async () => {
    await demo.remove()
    await postgres?.stop()
    releasePorts()
  }
}
