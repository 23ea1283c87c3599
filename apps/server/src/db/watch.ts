import pg from 'pg'

export const TICK_MS = 125
/** Statements take milliseconds: one that waits this long without a byte is checked. */
const SUSPICIOUS_MS = 500
/**
 * Timeout of a probe of the server's connections. A server that is only overloaded may be slow; no call waits for more than two seconds.
 */
const PROBE_MS = 1_250
/** An answer that is in transit when the server reports its connection as idle arrives within this time. */
const GRACE_MS = 125
/** The probe connection is kept this long after its last use. */
const KEEP_PROBE_MS = 5_000

/**
 * A span of time in which this process was running, too: after a pause of a second the process must first read what the database sent
 * meanwhile. So at least half of the expected ticks must have happened.
 */
export class Wait {
  #since = performance.now()
  #ticks = 0

  tick() {
    this.#ticks++
  }

  restart() {
    this.#since = performance.now()
    this.#ticks = 0
  }

  get milliseconds() {
    return Math.min(performance.now() - this.#since, this.#ticks * 2 * TICK_MS)
  }
}

/** The database does not answer: worth a retry. */
export class ConnectionLost extends Error {
  readonly code = 'ECONNLOST'
}

/** Error code of a server that is starting: none of its earlier connections is alive. */
const STARTING = '57P03'

/** Calls back after this time, as `Wait` counts it; returns a function that cancels. */
export function afterWait(milliseconds: number, late: () => void): () => void {
  const wait = new Wait()
  const timer = setInterval(() => {
    wait.tick()
    if (wait.milliseconds < milliseconds) return
    clearInterval(timer)
    late()
  }, TICK_MS).unref()
  return () => clearInterval(timer)
}

type Client = pg.ClientBase & { readonly processID?: number }

interface Watched {
  readonly client: Client
  readonly generation: number
  busy: boolean
  /** Bytes sent when the last statement was answered: a higher number means that a statement is waiting. */
  answeredAt: number
  read: number
  /** Whether a statement waits without having received a byte. */
  waiting: boolean
  readonly waited: Wait
}

interface Probe {
  readonly client: pg.Client & { readonly processID?: number }
  readonly ready: Promise<unknown>
}

/**
 * Detects connections that died silently (a machine that lost power or network sends no FIN), for which TCP would wait a quarter of an
 * hour. Healthy calls cost nothing: only when a statement waits longer than usual, a probe connection asks the server whether it is
 * executing it. A long statement continues while the server confirms it. When a connection is dead, all of the same age are replaced: a
 * failover ends them together.
 */
export class Watch {
  readonly #config: pg.ClientConfig
  readonly #watched = new Map<pg.ClientBase, Watched>()
  #generation = 0
  readonly #silent = new Wait()
  readonly #unneeded = new Wait()
  #timer: NodeJS.Timeout | null = null
  #probe: Probe | null = null
  #probing = false

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  add(client: Client) {
    const { bytesWritten, bytesRead } = streamOf(client)
    const one: Watched = {
      client,
      generation: this.#generation,
      busy: false,
      answeredAt: bytesWritten,
      read: bytesRead,
      waiting: false,
      waited: new Wait(),
    }
    this.#watched.set(client, one)
    this.#silent.restart()
    client.on('drain', () => {
      one.answeredAt = streamOf(client).bytesWritten
    })
    client.on('error', () => this.#incident(one))
    this.start()
  }

  /** Starts the timer: on the first connection, or when a call waits for one. */
  start() {
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref()
  }

  acquired(client: pg.ClientBase) {
    const one = this.#watched.get(client)
    if (one) one.busy = true
  }

  released(client: pg.ClientBase) {
    const one = this.#watched.get(client)
    if (one) one.busy = false
  }

  /** Whether it belongs to a generation in which a dead connection was found. */
  isOutdated(client: pg.ClientBase): boolean {
    const one = this.#watched.get(client)
    return one !== undefined && one.generation < this.#generation
  }

  removed(client: pg.ClientBase) {
    this.#watched.delete(client)
  }

  /** Milliseconds since the database last sent anything on any connection. */
  silence(): number {
    for (const one of this.#watched.values()) this.#listen(one)
    return this.#silent.milliseconds
  }

  stop() {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    this.#closeProbe()
  }

  /** Whether it has sent bytes since the last check. */
  #listen(one: Watched): boolean {
    const { bytesRead } = streamOf(one.client)
    if (bytesRead === one.read) return false
    one.read = bytesRead
    one.waiting = false
    this.#silent.restart()
    return true
  }

  /** Whether a statement has been waiting on it since the last check. */
  #stillWaits(one: Watched): boolean {
    const waits = !this.#listen(one) && one.busy && streamOf(one.client).bytesWritten !== one.answeredAt
    if (waits && !one.waiting) one.waited.restart()
    one.waiting = waits
    return waits
  }

  #tick() {
    this.#silent.tick()
    this.#unneeded.tick()
    const waiting = [...this.#watched.values()].filter((one) => this.#stillWaits(one))
    for (const { waited } of waiting) waited.tick()
    if (waiting.some(({ waited }) => waited.milliseconds >= SUSPICIOUS_MS)) {
      this.#unneeded.restart()
      // Shorter waits are checked, too: a failover ends all connections together.
      if (!this.#probing) void this.#examine(waiting)
    } else if (this.#unneeded.milliseconds >= KEEP_PROBE_MS) this.#closeProbe()
  }

  async #examine(waiting: readonly Watched[]) {
    this.#probing = true
    const before = waiting.map(({ waited }) => waited.milliseconds)
    // A received byte or a new statement would have restarted the count.
    const inVain = (one: Watched, index: number) => this.#stillWaits(one) && one.waited.milliseconds >= (before[index] ?? 0)
    try {
      const alive = await this.#ask(waiting)
      const dead = waiting.map(({ client }) => !alive(client))
      if (dead.includes(true)) await pause(GRACE_MS)
      for (const [index, one] of waiting.entries()) if (dead[index] && inVain(one, index)) this.#lose(one)
    } catch (error) {
      this.#closeProbe()
      // It refuses the probe for lack of connections: it is alive.
      if (error instanceof pg.DatabaseError && error.code !== STARTING) return
      // No answer at all. A server that is only overloaded still answers other calls.
      if (this.silence() < SUSPICIOUS_MS) return
      for (const [index, one] of waiting.entries()) if (inVain(one, index)) this.#lose(one)
    } finally {
      this.#probing = false
    }
  }

  /**
   * Whether the server is executing a connection's statement. Behind a connection pooler the server's process ids differ from ours: then
   * any answer is enough.
   * @throws when it does not answer in time
   */
  async #ask(waiting: readonly Watched[]): Promise<(client: Client) => boolean> {
    this.#probe ??= this.#openProbe()
    const { client, ready } = this.#probe
    const pids = waiting.map((one) => one.client.processID ?? 0)
    const asked = ready.then(() =>
      client.query<{ own: number; working: number[] | null }>(
        `select pg_backend_pid() as own, (select array_agg(pid) from pg_stat_activity
          where pid = any($1) and (state is null or state not in ('idle', 'idle in transaction', 'idle in transaction (aborted)'))) as working`,
        [pids],
      ),
    )
    const { rows } = await inTime(asked)
    this.#silent.restart()
    if (rows[0]?.own !== client.processID) return () => true
    const working = new Set(rows[0]?.working ?? [])
    return ({ processID = 0 }) => working.has(processID)
  }

  #openProbe(): Probe {
    const client = new pg.Client({ ...this.#config, connectionTimeoutMillis: 0, application_name: 'reflet-watch' })
    client.on('error', () => this.#closeProbe(client))
    const ready = client.connect()
    // The caller receives the error.
    ready.catch(() => {})
    return { client, ready }
  }

  #closeProbe(only?: pg.Client) {
    if (!this.#probe || (only && this.#probe.client !== only)) return
    const { client } = this.#probe
    this.#probe = null
    streamOf(client).destroy()
  }

  /** Its statement fails now instead of after TCP's timeout. */
  #lose(one: Watched) {
    streamOf(one.client).destroy(new ConnectionLost('the server no longer works on this connection'))
  }

  /** Connections of the same generation as a dead one are not used again: the pool closes them. */
  #incident(dead: Watched) {
    if (dead.generation === this.#generation) this.#generation++
  }
}

/** The socket; with TLS it is replaced while connecting. */
export const streamOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: { bytesRead: number; bytesWritten: number; destroy(error?: Error): void } } }).connection
    .stream

const pause = (milliseconds: number) => new Promise<void>((resolve) => void afterWait(milliseconds, resolve))

/** @throws when it takes longer than a probe may */
function inTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = afterWait(PROBE_MS, () => reject(new Error('no answer')))
    promise.then(resolve, reject).finally(cancel)
  })
}
