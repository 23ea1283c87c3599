import pg from 'pg'

const TICK_MS = 125
/** Statements take milliseconds: one that waits this long without a byte is looked after. */
const SUSPICIOUS_MS = 500
/** What the server gets to answer a question about its connections. */
const PROBE_MS = 750
/** An answer that is on its way when the server calls its connection idle arrives within this. */
const GRACE_MS = 150
/** The connection for questions is kept this long after the last. */
const KEEP_PROBE_MS = 5_000

type Client = pg.PoolClient & pg.Client & { readonly processID?: number }

interface Watched {
  readonly client: Client
  readonly generation: number
  busy: boolean
  /** Bytes sent when the last statement was answered: more means that one is waiting. */
  answeredAt: number
  read: number
  /** Since when it waits without a byte; 0: it does not. */
  since: number
}

interface Probe {
  readonly client: pg.Client & { readonly processID?: number }
  readonly ready: Promise<unknown>
}

/**
 * Finds connections that died without a word (a machine that lost its power or its network sends no end), for which TCP
 * would wait for a quarter of an hour. Healthy calls cost nothing: only when a statement waits for longer than usual, the server is asked over
 * a connection of its own whether it works on it. A long statement goes on for as long as the server says so.
 * When a connection is found dead, all that are as old are replaced: a failover ends them together.
 */
export class Watch {
  readonly #config: pg.ClientConfig
  readonly #watched = new Map<pg.ClientBase, Watched>()
  #generation = 0
  #lastSign = performance.now()
  #timer: NodeJS.Timeout | null = null
  #probe: Probe | null = null
  #probing = false
  #neededAt = 0

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  add(client: Client) {
    const { bytesWritten, bytesRead } = streamOf(client)
    const one: Watched = { client, generation: this.#generation, busy: false, answeredAt: bytesWritten, read: bytesRead, since: 0 }
    this.#watched.set(client, one)
    this.#lastSign = performance.now()
    client.on('drain', () => {
      one.answeredAt = streamOf(client).bytesWritten
    })
    client.on('error', () => this.#incident(one))
    if (!this.#timer) this.#timer = setInterval(() => this.#tick(), TICK_MS).unref()
  }

  acquired(client: pg.ClientBase) {
    const one = this.#watched.get(client)
    if (one) one.busy = true
  }

  released(client: pg.ClientBase) {
    const one = this.#watched.get(client)
    if (one) one.busy = false
  }

  /** Whether it is as old as one that was found dead. */
  isOutdated(client: pg.ClientBase): boolean {
    const one = this.#watched.get(client)
    return one !== undefined && one.generation < this.#generation
  }

  removed(client: pg.ClientBase) {
    this.#watched.delete(client)
  }

  /** Milliseconds since the database last said anything on any connection. */
  silence(): number {
    for (const one of this.#watched.values()) this.#listen(one)
    return performance.now() - this.#lastSign
  }

  stop() {
    if (this.#timer) clearInterval(this.#timer)
    this.#closeProbe()
  }

  /** Whether it has said something since the last look. */
  #listen(one: Watched): boolean {
    const { bytesRead } = streamOf(one.client)
    if (bytesRead === one.read) return false
    one.read = bytesRead
    this.#lastSign = performance.now()
    return true
  }

  #tick() {
    const now = performance.now()
    const suspicious: Watched[] = []
    for (const one of this.#watched.values()) {
      const heard = this.#listen(one)
      if (!one.busy || streamOf(one.client).bytesWritten === one.answeredAt) one.since = 0
      else if (heard || one.since === 0) one.since = now
      else if (now - one.since >= SUSPICIOUS_MS) suspicious.push(one)
    }
    if (suspicious.length > 0) {
      this.#neededAt = now
      if (!this.#probing) void this.#examine(suspicious)
    } else if (this.#probe && now - this.#neededAt > KEEP_PROBE_MS) this.#closeProbe()
  }

  async #examine(suspicious: readonly Watched[]) {
    this.#probing = true
    const heard = suspicious.map(({ read }) => read)
    try {
      const alive = await this.#ask(suspicious)
      const dead = suspicious.filter(({ client }) => !alive(client))
      if (dead.length > 0) await pause(GRACE_MS)
      for (const one of dead) if (one.since > 0 && !this.#listen(one)) this.#lose(one)
    } catch {
      // The server does not answer at all. One that is only overloaded still answers others.
      this.#closeProbe()
      if (this.silence() < SUSPICIOUS_MS) return
      for (const [index, one] of suspicious.entries()) if (one.since > 0 && one.read === heard[index]) this.#lose(one)
    } finally {
      this.#probing = false
    }
  }

  /**
   * Whether the server works on a connection's statement. Behind a pooler the server knows other connections than ours: then it is
   * enough that it answers.
   * @throws when it does not answer in time
   */
  async #ask(suspicious: readonly Watched[]): Promise<(client: Client) => boolean> {
    this.#probe ??= this.#openProbe()
    const { client, ready } = this.#probe
    const pids = suspicious.map((one) => one.client.processID ?? 0)
    const asked = ready.then(() =>
      client.query<{ own: number; working: number[] | null }>(
        `select pg_backend_pid() as own, (select array_agg(pid) from pg_stat_activity
          where pid = any($1) and (state is null or state not in ('idle', 'idle in transaction', 'idle in transaction (aborted)'))) as working`,
        [pids],
      ),
    )
    const { rows } = await inTime(asked)
    this.#lastSign = performance.now()
    if (rows[0]?.own !== client.processID) return () => true
    const working = new Set(rows[0]?.working ?? [])
    return ({ processID = 0 }) => working.has(processID)
  }

  #openProbe(): Probe {
    const client = new pg.Client({ ...this.#config, connectionTimeoutMillis: PROBE_MS, application_name: 'reflet-watch' })
    client.on('error', () => this.#closeProbe(client))
    const ready = client.connect()
    return { client, ready }
  }

  #closeProbe(only?: pg.Client) {
    if (!this.#probe || (only && this.#probe.client !== only)) return
    const { client, ready } = this.#probe
    this.#probe = null
    ready.then(
      () => streamOf(client).destroy(),
      () => {},
    )
  }

  /** Its statement fails now, as it would in a quarter of an hour. */
  #lose(one: Watched) {
    streamOf(one.client).destroy(Object.assign(new Error('the server no longer works on this connection'), { code: 'ECONNLOST' }))
  }

  /** What is as old as a dead connection is not used again: the pool closes it instead of giving it to a call. */
  #incident(dead: Watched) {
    if (dead.generation === this.#generation) this.#generation++
  }
}

/** The socket; that of TLS replaces the first one while connecting. */
const streamOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: { bytesRead: number; bytesWritten: number; destroy(error?: Error): void } } }).connection
    .stream

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref())

function inTime<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), PROBE_MS).unref()
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
