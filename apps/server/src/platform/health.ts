import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { MailState } from './mail-watch.ts'

/** Timeout: a database that does not answer by then is not ready. */
const DATABASE_MS = 2_000
/** Cache: a result is reused for this time. */
const FRESH_MS = 1_000

interface Parts {
  /** Names of this release's migrations. */
  readonly migrations: readonly string[]
  jobs(): boolean
  /** Known without asking the mail server. */
  mail(): MailState
  /** A process that ends answers what comes, and asks the proxy to send nothing more. */
  readonly closing: AbortSignal
}

type State = 'ok' | 'failing'
interface Found {
  readonly database: State
  readonly migrations: State
}
const FAILING: Found = { database: 'failing', migrations: 'failing' }

/** Probes: alive while the process answers; ready when the database answers, is migrated, and jobs run. Mail is only reported. */
export function healthRoutes(app: FastifyInstance, pool: Pool, parts: Parts) {
  const look = sharedLook(pool, parts.migrations)
  app.get('/health/live', async () => ({ status: 'ok' }))
  app.get('/health/ready', async (request, reply) => {
    const found = { ...(await look()), jobs: parts.jobs() ? ('ok' as const) : ('failing' as const), mail: parts.mail() }
    const ready = !parts.closing.aborted && found.database === 'ok' && found.migrations === 'ok' && found.jobs === 'ok'
    if (ready) return { status: 'ready', ...found }
    return reply.code(503).send({ code: 'unavailable', request_id: request.id, status: 'unavailable', ...found })
  })
}

/** One check of the database for all concurrent callers, cached for a second: probes must not add to its load. */
function sharedLook(pool: Pool, migrations: readonly string[]): () => Promise<Found> {
  let latest: { readonly begun: number; readonly found: Promise<Found>; done: number | null } | null = null
  return async () => {
    const now = performance.now()
    if (!latest || (latest.done !== null && now - latest.done > FRESH_MS)) {
      const mine = { begun: now, found: lookAt(pool, migrations), done: null as number | null }
      void mine.found.finally(() => {
        mine.done = performance.now()
      })
      latest = mine
    }
    const { begun, found } = latest
    return within(begun + DATABASE_MS - now, found)
  }
}

async function within(ms: number, found: Promise<Found>): Promise<Found> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Found>((resolve) => {
    timer = setTimeout(() => resolve(FAILING), Math.max(0, ms))
  })
  try {
    return await Promise.race([found, late])
  } finally {
    clearTimeout(timer)
  }
}

async function lookAt(pool: Pool, migrations: readonly string[]): Promise<Found> {
  const query = {
    text: 'select count(*)::int as n from schema_migrations where name = any($1)',
    values: [migrations],
    query_timeout: DATABASE_MS,
  }
  return pool.query<{ n: number }>(query).then(
    ({ rows }) => ({ database: 'ok', migrations: rows[0]?.n === migrations.length ? 'ok' : 'failing' }),
    () => FAILING,
  )
}
