import { freePort as freePortOf, listenOn } from '../../scripts/ports.mjs'

const FIRST_PORT = 20_000
/** Each run of the journeys on this machine has so many ports; it listens on the first as long as it lasts … */
const RUN_PORTS = 2_000
const RUNS = 6
/** … and each of its workers has so many of the others. */
const WORKER_PORTS = 300

/** Reserves the ports of a run, before its first server: the workers inherit the variable. */
export async function reservePorts(): Promise<() => void> {
  for (let run = 0; run < RUNS; run++) {
    const first = FIRST_PORT + run * RUN_PORTS
    const reservation = await listenOn(first)
    if (!reservation) continue
    // A run whose set-up fails must still end.
    reservation.unref()
    process.env.E2E_PORTS = String(first + 1)
    return () => reservation.close()
  }
  throw new Error(`${RUNS} runs of the journeys are going on already`)
}

/** One of the worker's own. */
export const freePort = () => {
  const first = Number(process.env.E2E_PORTS) + WORKER_PORTS * Number(process.env.TEST_PARALLEL_INDEX ?? 0)
  return freePortOf(first, WORKER_PORTS)
}
