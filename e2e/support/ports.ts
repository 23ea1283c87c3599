import { freePort as freePortOf, reserve } from '../../scripts/ports.mjs'

const FIRST_PORT = 20_000
/** Each run of the journeys on this machine has so many ports; it listens on the first as long as it lasts … */
const RUN_PORTS = 2_000
const RUNS = 6
/** … and each of its workers has so many of the others. */
const WORKER_PORTS = 300

/** Reserves the ports of a run, before its first server: the workers inherit the variable. */
export async function reservePorts(): Promise<() => void> {
  const { first, release } = await reserve(FIRST_PORT, RUN_PORTS, RUNS)
  process.env.E2E_PORTS = String(first)
  return release
}

/** One of the worker's own. */
export const freePort = () => {
  const first = Number(process.env.E2E_PORTS) + WORKER_PORTS * Number(process.env.TEST_PARALLEL_INDEX ?? 0)
  return freePortOf(first, WORKER_PORTS)
}
