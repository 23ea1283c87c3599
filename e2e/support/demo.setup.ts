import { makeDemo } from './server.ts'

/** Before the first test of a run: what every test's server starts from. Workers inherit the variable. */
export default async function setup() {
  const demo = await makeDemo()
  process.env.E2E_DEMO = demo.dataDir
  return demo.remove
}
