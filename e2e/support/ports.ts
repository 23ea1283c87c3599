import { createServer, type Server } from 'node:net'

/** Below the ephemeral port range: a port of that range may be taken between the check and listening. */
const FIRST_PORT = 20_000
/** Each run of the journeys on this machine has so many ports; it listens on the first as long as it lasts … */
const RUN_PORTS = 2_000
const RUNS = 6
/** … and each of its workers has so many of the others. */
const WORKER_PORTS = 300
let tried = 0

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

/** Null when the port is in use. */
const listenOn = (port: number) =>
  new Promise<Server | null>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

export async function freePort(): Promise<number> {
  const first = Number(process.env.E2E_PORTS) + WORKER_PORTS * Number(process.env.TEST_PARALLEL_INDEX ?? 0)
  for (let looked = 0; looked < WORKER_PORTS; looked++) {
    const port = first + (tried++ % WORKER_PORTS)
    const probe = await listenOn(port)
    if (!probe) continue
    await new Promise((closed) => probe.close(closed))
    return port
  }
  throw new Error(`no port from ${first} to ${first + WORKER_PORTS - 1} is free`)
}
