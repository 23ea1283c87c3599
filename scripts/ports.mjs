// Free ports of loopback, below the ephemeral range: a port of that range may be taken by an outgoing connection between the check
// and listening, or while a server is restarted.
import { createServer } from 'node:net'

/**
 * The server that listens on `port`; null when the port is in use.
 * @param {number} port
 * @returns {Promise<import('node:net').Server | null>}
 */
export const listenOn = (port) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

/** Where this process begins: processes that start together do not look at the same port. */
let tried = process.pid

/**
 * A free port from `first` on, a different one at each call. The journeys' ports begin at 20,000 (e2e/support/ports.ts).
 * @param {number} first
 * @param {number} count
 * @returns {Promise<number>}
 * @throws when all are in use
 */
export async function freePort(first = 12_000, count = 8_000) {
  for (let looked = 0; looked < count; looked++) {
    const port = first + (tried++ % count)
    const probe = await listenOn(port)
    if (!probe) continue
    await new Promise((closed) => probe.close(closed))
    return port
  }
  throw new Error(`no port from ${first} to ${first + count - 1} is free`)
}
