import { EventEmitter } from 'node:events'
import pg from 'pg'
import { Connecting } from './pool.ts'
import { streamOf, type Watch } from './watch.ts'

/** A statement that takes longer than this, with what it waited for, is counted; none is sent behind one that has not answered for so long. */
export const SLOW_MS = 250

interface Slot {
  readonly client: pg.Client
  /** Until it is connected. */
  connecting: Promise<unknown> | null
  /** Statements that have not answered. */
  waiting: number
  /** When it last answered, or had nothing to do. */
  at: number
  /** It gets no more statements. */
  retired: boolean
}

/**
 * Connections that send the next statement before the last one has answered. A few do the work of a whole pool, with less CPU; but a
 * statement waits for those that were sent before it on the same connection, so only short reads belong here, none that can wait for a lock.
 * They are opened when they are first needed, and replaced when they are lost, or when a statement failed: it may fail again as it was prepared there.
 * Emits `connect` with each new client.
 */
export class Pipeline extends EventEmitter<{ connect: [pg.Client] }> {
  /** How many statements were slow. */
  slow = 0
  readonly #config: pg.ClientConfig
  readonly #watch: Watch
  readonly #most: number
  readonly #slots = new Set<Slot>()
  #ended = false

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

  /**
   * @returns null when no connection can take it: each waits for a slow statement, or they are closed
   * @throws what the driver throws
   */
  query(statement: pg.QueryConfig): Promise<pg.QueryResult> | null {
    const begun = performance.now()
    const slot = this.#ended ? null : this.#leastBusy(begun)
    return slot && this.#send(slot, statement, begun)
  }

  async #send(slot: Slot, statement: pg.QueryConfig, begun: number): Promise<pg.QueryResult> {
    if (slot.waiting++ === 0) slot.at = begun
    try {
      if (slot.connecting) await slot.connecting
      return await slot.client.query(statement)
    } catch (error) {
      slot.retired ||= error instanceof pg.DatabaseError
      throw error
    } finally {
      slot.waiting--
      slot.at = performance.now()
      if (slot.at - begun > SLOW_MS) this.slow++
      if (slot.retired || this.#watch.isOutdated(slot.client)) this.#retire(slot)
    }
  }

  /** Statements that have not answered are answered first. */
  async end(): Promise<void> {
    this.#ended = true
    const close = ({ client, connecting }: Slot) => (connecting ? streamOf(client).destroy() : client.end())
    await Promise.all([...this.#slots].map(close))
  }

  #leastBusy(now: number): Slot | null {
    let best: Slot | null = null
    for (const slot of this.#slots) {
      if (this.#watch.isOutdated(slot.client)) this.#retire(slot)
      else if (slot.waiting > 0 && now - slot.at > SLOW_MS) continue
      else if (!best || slot.waiting < best.waiting) best = slot
    }
    return best?.waiting === 0 || this.#slots.size >= this.#most ? best : this.#open()
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
    const slot: Slot = { client, connecting: connect(), waiting: 0, at: performance.now(), retired: false }
    this.#slots.add(slot)
    return slot
  }

  /** It gets no more statements, and is closed after those that it has; a dead one sends no goodbye. */
  #retire(slot: Slot) {
    slot.retired = true
    this.#slots.delete(slot)
    if (slot.waiting === 0) streamOf(slot.client).destroy()
  }
}
