import type { ErrorCode } from '@reflet/contract/errors'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Database, type Queryable, type RowOf, rows, sql, t } from '../db/index.ts'

/** Seconds; the budgets of calls are between 10 ms and 2 s. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** What the database is asked is asked at most this often, however often metrics are scraped. */
const FRESH_MS = 10_000

/** How often it is measured whether the event loop is late. */
const LOOP_MS = 100
/** The parts of the server that have a form of refusals of their own. */
const AREA = /^\/(api|scim|saml|oidc)\//

/** What is measured of this process, and of the work that all processes share. */
export interface Metrics {
  /** Measures the process itself from now on: memory, event loop, garbage collection. */
  watchProcess(): void
  /** A call that was answered, by the pattern of its route. */
  answered(call: { method: string; route: string; status: number; seconds: number }): void
  /** A call that was refused or failed. `limit`: the rate limit of its route. */
  refused(call: { code: ErrorCode; method: string; route: string; limit?: string | undefined }): void
  /** A job that has run to its end, or failed. */
  job(name: string, outcome: 'success' | 'failure'): void
  /** In Prometheus’ text format. */
  print(): Promise<string>
  readonly contentType: string
}

const sharedRow = { waiting: t.int, oldest: t.float, sessions: t.int, failed: t.json<Record<string, number>>(), imports: t.int }
type Shared = RowOf<typeof sharedRow>

export function createMetrics({ db, pool, pipeline }: Pick<Database, 'db' | 'pool' | 'pipeline'>): Metrics {
  const registry = new Registry()
  const registers = [registry]
  let isWatched = false
  const calls = new Histogram({
    name: 'reflet_http_request_duration_seconds',
    help: 'Calls by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const refusals = new Counter({
    name: 'reflet_refusals_total',
    help: 'Refusals and errors by code and part of the server',
    labelNames: ['code', 'area'],
    registers,
  })
  const bodies = new Counter({
    name: 'reflet_bodies_refused_total',
    help: 'Calls whose body or file was too large',
    labelNames: ['method', 'route'],
    registers,
  })
  const limits = new Counter({ name: 'reflet_rate_limited_total', help: 'Calls beyond a rate limit', labelNames: ['limit'], registers })
  // Not `job`: Prometheus has a label of that name for its targets.
  const jobs = new Counter({
    name: 'reflet_job_runs_total',
    help: 'Runs of jobs in this process',
    labelNames: ['schedule', 'outcome'],
    registers,
  })
  const jobSuccess = new Gauge({
    name: 'reflet_job_last_success_timestamp_seconds',
    help: 'When a job last ran to its end in this process',
    labelNames: ['schedule'],
    registers,
  })
  new Gauge({
    name: 'reflet_database_connections',
    help: 'Connections of this process’s pool, calls that wait for one, and connections that are pipelined',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
      this.set({ state: 'pipelined' }, pipeline?.connections ?? 0)
    },
  })
  new Gauge({
    name: 'reflet_database_pipelined_waiting',
    help: 'Statements on the pipelined connections that have not answered',
    registers,
    collect() {
      this.set(pipeline?.waiting ?? 0)
    },
  })
  new Counter({
    name: 'reflet_database_pipelined_slow_total',
    help: 'Statements on them that took more than 250 ms, with what they waited for',
    registers,
    collect() {
      this.reset()
      this.inc(pipeline?.slow ?? 0)
    },
  })
  const shared = cached(() => readShared(db))
  const gauge = (name: string, help: string, of: (now: Shared) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(of(await shared()))
      },
    })
  gauge('reflet_outbox_waiting', 'Messages that are due and not sent', ({ waiting }) => waiting)
  gauge('reflet_outbox_oldest_seconds', 'How long the oldest of them has been due', ({ oldest }) => oldest)
  gauge('reflet_sessions', 'Sessions that were used in the last 15 minutes', ({ sessions }) => sessions)
  gauge('reflet_imports_running', 'Imports of people that are under way', ({ imports }) => imports)
  new Gauge({
    name: 'reflet_outbox_failed',
    help: 'Messages that were given up, by kind',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset()
      for (const [kind, count] of Object.entries((await shared()).failed)) this.set({ kind }, count)
    },
  })
  return {
    watchProcess() {
      if (isWatched) return
      isWatched = true
      collectDefaultMetrics({ register: registry, prefix: 'reflet_' })
      watchEventLoop(registry)
    },
    answered: ({ method, route, status, seconds }) => calls.observe({ method, route, status }, seconds),
    refused({ code, method, route, limit }) {
      const area = AREA.exec(route)?.[1] ?? 'other'
      refusals.inc({ code, area })
      if (code === 'slow_down') limits.inc({ limit: limit ?? area })
      if (code === 'payload_too_large') bodies.inc({ method, route })
    },
    job(name, outcome) {
      jobs.inc({ schedule: name, outcome })
      if (outcome === 'success') jobSuccess.setToCurrentTime({ schedule: name })
    },
    print: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/**
 * How late the event loop is. prom-client's own gauges count a pause of seconds as one of hundreds of samples, and begin anew at each scrape:
 * here its sum grows by the whole pause, whatever scrapes.
 */
function watchEventLoop(registry: Registry) {
  const delay = new Histogram({
    name: 'reflet_event_loop_delay_seconds',
    help: 'How late the event loop was, ten times a second',
    buckets: BUCKETS,
    registers: [registry],
  })
  let last = performance.now()
  const measure = () => {
    const now = performance.now()
    delay.observe(Math.max(0, now - last - LOOP_MS) / 1000)
    last = now
  }
  setInterval(measure, LOOP_MS).unref()
}

function cached<T>(read: () => Promise<T>): () => Promise<T> {
  let latest: { readonly at: number; readonly value: Promise<T> } | null = null
  return () => {
    const now = performance.now()
    if (latest && now - latest.at < FRESH_MS) return latest.value
    const value = read()
    latest = { at: now, value }
    // A failure is not kept: the next scrape asks again.
    value.catch(() => {
      latest = null
    })
    return value
  }
}

async function readShared(db: Queryable): Promise<Shared> {
  const [row] = await rows(
    db,
    sharedRow,
    sql`select count(*)::int as waiting, coalesce(extract(epoch from now() - min(send_after)), 0)::float8 as oldest,
        (select count(*)::int from sessions where used_at > now() - interval '15 minutes') as sessions,
        (select count(*)::int from people_imports where status in ('checking', 'importing')) as imports,
        (select coalesce(json_object_agg(kind, n), '{}') from (select kind, count(*) as n from outbox
          where failed_at is not null and sent_at is null group by kind) failures) as failed
      from outbox where sent_at is null and failed_at is null and send_after <= now()`,
  )
  return row ?? { waiting: 0, oldest: 0, sessions: 0, imports: 0, failed: {} }
}
