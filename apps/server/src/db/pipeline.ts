import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { Connecting } from './pool.ts'
import { streamOf, type Watch } from './watch.ts'

/** A statement that takes longer than this, with what it waited for, is counted. */
export const SLOW_MS = 250

interface Slot {
  readonly client: pg.Client
  /** Until it is connected. */
  connecting: Promise<unknown> | null
  /** Statements that have not answered. */
  waiting: number
}

/**
 * Connections that send the next statement before the last one has answered. A few do the work of a whole pool, with less CPU; but a
 * statement waits for those that were sent before it on the same connection, so only short reads belong here, none that can wait for a lock.
 * They are opened when they are first needed, and replaced when they are lost. Emits `connect` with each new client.
 */
export class Pipeline extends EventEmitter<{ connect: [pg.Client] }> {
  /** How many statements were slow. */
  slow = 0
  readonly #config: pg.ClientConfig
  readonly #watch: Watch
  readonly #most: number
  readonly #slots = new Set<Slot>()

  /** @param connections at most */
  constructor(config: pg.ClientConfig, watch: Watch, connections: number) {
    super()
    this.#config = config
    this.#watch = watch
    this.#most = connections
  }

  get connections() {
    return this.#slots.size
  }

  /** Statements that have not answered. */
  get waiting() {
    return [...this.#slots].reduce((sum, { waiting }) => sum + waiting, 0)
  }

  /** @throws what the driver throws */
  async query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const begun = performance.now()
    const slot = this.#leastBusy()
    slot.waiting++
    try {
      if (slot.connecting) await slot.connecting
      return await slot.client.query(statement)
    } finally {
      slot.waiting--
      if (performance.now() - begun > SLOW_MS) this.slow++
      if (this.#watch.isOutdated(slot.client)) this.#retire(slot)
    }
  }

  async end(): Promise<void> {
    await Promise.all([...this.#slots].map(({ client }) => client.end()))
  }

  #leastBusy(): Slot {
    let best: Slot | undefined
    for (const slot of this.#slots) {
      if (this.#watch.isOutdated(slot.client)) this.#retire(slot)
      else if (!best || slot.waiting < best.waiting) best = slot
    }
    return best && (best.waiting === 0 || this.#slots.size >= this.#most) ? best : this.#open()
  }

  #open(): Slot {
    const client = new Connecting({ ...this.#config, pipeline: true } as pg.ClientConfig)
    const lost = () => {
      this.#slots.delete(slot)
      this.#watch.removed(client)
    }
    // Its statements fail with the same error.
    client.on('error', lost)
    client.on('end', lost)
    const connect = async () => {
      try {
        await client.connect()
        slot.connecting = null
        this.#watch.add(client)
        this.#watch.acquired(client)
        this.emit('connect', client)
      } catch (error) {
        lost()
        throw error
      }
    }
    const slot: Slot = { client, connecting: connect(), waiting: 0 }
    this.#slots.add(slot)
    return slot
  }

  /** It gets no more statements, and is closed after those that it has; a dead one sends no goodbye. */
  #retire(slot: Slot) {
    this.#slots.delete(slot)
    if (slot.waiting === 0) streamOf(slot.client).destroy()
  }
}
