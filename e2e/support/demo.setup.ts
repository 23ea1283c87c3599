import { reservePorts } from './ports.ts'
import { makeDemo } from './server.ts'

/**
 * Before the first test of a run: reserves its ports, and creates the data that every test's server starts from. Workers inherit both
 * variables.
 */
export default async function setup() {
  const releasePorts = await reservePorts()
  const demo = await makeDemo()
  process.env.E2E_DEMO = demo.dataDir
  return () => {
    demo.remove()
    releasePorts()
  }
}
