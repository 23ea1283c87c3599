// Free ports of loopback, below the ephemeral range: a port of that range may be taken by an outgoing connection between the check
// and listening, or while a server is restarted.
import { createServer } from 'node:net'
import { probePort } from '../apps/server/src/platform/ports.ts'

/**
 * A server that keeps the port; null when it is in use.
 * @param {number} port
 * @returns {Promise<import('node:net').Server | null>}
 */
const keep = (port) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

const FIRST_PORT = 12_000
/** A process has so many ports of its own: it listens on the first as long as it runs … */
const BLOCK_PORTS = 100
const BLOCKS = 80

/** @type {Promise<number> | undefined} */
let block

/** The first of this process's own ports: until it ends no other process is given one of them. */
const ownPorts = () => {
  block ??= reserve(FIRST_PORT, BLOCK_PORTS, BLOCKS).then((reserved) => reserved.first)
  return block
}

/**
 * Reserves a block of ports for this process: it listens on the one before them, which ends with the process.
 * @param {number} from the first block's first port
 * @param {number} size ports of a block, with the one before them
 * @param {number} blocks
 * @returns {Promise<{ first: number, release: () => void }>}
 * @throws when all blocks are reserved
 */
export async function reserve(from, size, blocks) {
  for (let n = 0; n < blocks; n++) {
    const reservation = await keep(from + n * size)
    if (!reservation) continue
    // A process that has nothing else to do must still end.
    reservation.unref()
    return { first: from + n * size + 1, release: () => reservation.close() }
  }
  throw new Error(`all ${blocks} blocks of ports from ${from} on are reserved`)
}

/** @type {Map<number, number>} */
const tried = new Map()

/**
 * A free port of this process's own, or of another block: a different one at each call.
 * @param {number} [first] the block's first port
 * @param {number} [count]
 * @returns {Promise<number>}
 * @throws when all are in use
 */
export async function freePort(first, count = BLOCK_PORTS - 1) {
  const from = first ?? (await ownPorts())
  for (let looked = 0; looked < count; looked++) {
    const next = tried.get(from) ?? 0
    tried.set(from, next + 1)
    const port = await probePort('127.0.0.1', from + (next % count)).catch(() => null)
    if (port) return port
  }
  throw new Error(`no port from ${from} to ${from + count - 1} is free`)
}
