import { makeDemo, reservePorts } from './server.ts'

/** Before the first test of a run: its ports, and what every test's server starts from. Workers inherit both variables. */
export default async function setup() {
  const releasePorts = await reservePorts()
  const demo = await makeDemo()
  process.env.E2E_DEMO = demo.dataDir
  return () => {
    demo.remove()
    releasePorts()
  }
}
