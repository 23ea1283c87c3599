import pg from 'pg'
import { StorableClient } from './storable.ts'
import { afterWait, ConnectionLost, streamOf, TICK_MS, Wait, Watch } from './watch.ts'

/** Connect timeout. Together with the time to detect a dead connection, no call waits longer than two seconds. */
const CONNECT_MS = 1_500
/** How long a call waits for a free connection while the database answers other calls. */
const QUEUE_MS = 10_000
/** How long it waits while the database answers no call. */
const QUEUE_OF_DEAD_MS = 1_500

/** Connect timeout shorter than the pool's, whose limit also applies to waiting for a free connection. */
export class Connecting extends StorableClient {
  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: 0, keepAlive: true, keepAliveInitialDelayMillis: 5_000 })
    const cancel = afterWait(CONNECT_MS, () => streamOf(this).destroy(new ConnectionLost('not connected in time')))
    this.once('connect', cancel)
    this.once('end', cancel)
  }
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void

/** A pool that recovers from a failover at once: see `Watch`. */
export class HealingPool extends pg.Pool {
  readonly watch: Watch

  constructor(config: pg.PoolConfig) {
    super({ connectionTimeoutMillis: QUEUE_MS, ...config, Client: Connecting } as pg.PoolConfig)
    this.watch = new Watch(config)
    keepAlive(this)
    this.on('connect', (client) => this.watch.add(client))
    this.on('acquire', (client) => this.watch.acquired(client))
    this.on('release', (_error, client) => this.watch.released(client))
    this.on('remove', (client) => this.watch.removed(client))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)))
      })
    }
    const fresh: Connected = (error, client, done) => {
      if (!client || !this.watch.isOutdated(client)) return callback(error, client, done)
      // Without a Terminate message, which a dead connection never sends.
      streamOf(client).destroy()
      done(true)
      this.connect(callback)
    }
    // A free connection: the usual case needs no timer.
    if (this.idleCount > this.waitingCount) super.connect(fresh)
    else this.#connectInTime(fresh)
    return undefined
  }

  /** Ends the wait for a connection when the database has not answered any call for a while. */
  #connectInTime(callback: Connected) {
    let waiting = true
    const waited = new Wait()
    this.watch.start()
    const look = setInterval(() => {
      waited.tick()
      if (waited.milliseconds < QUEUE_OF_DEAD_MS || this.watch.silence() < QUEUE_OF_DEAD_MS) return
      waiting = false
      clearInterval(look)
      callback(new ConnectionLost('no connection in time'), undefined, () => {})
    }, TICK_MS)
    super.connect((error, client, done) => {
      clearInterval(look)
      if (waiting) callback(error, client, done)
      else if (client) done()
    })
  }

  override async end(): Promise<void> {
    this.watch.stop()
    await super.end()
  }
}

/** An error of an idle connection: without a listener it would end the process. */
function keepAlive(pool: pg.Pool) {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

/** The embedded database's pool: its one connection is inside the process and cannot be lost. */
export function embeddedPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, Client: StorableClient } as pg.PoolConfig)
  keepAlive(pool)
  return pool
}
