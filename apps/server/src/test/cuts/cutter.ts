import { AsyncLocalStorage } from 'node:async_hooks'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ClientBase } from 'pg'
import { rows, serverDatabase, sql, t } from '../../db/index.ts'
import { streamOf } from '../../db/watch.ts'
import type { TestApp } from '../build-test-app.ts'

const SOURCE = join(import.meta.dirname, '../..')

/** The location where a feature opens a transaction: `features/hierarchy/hierarchy.commands.ts:23`. */
export type Site = string

/** Every location in the source that opens a transaction. Demo data are written before the server listens. */
export function transactionSites(): Site[] {
  const files = globSync('{features,platform,operator/company-export}/**/*.ts', { cwd: SOURCE }).filter(
    (name) => !name.endsWith('.test.ts'),
  )
  return files.flatMap((name) =>
    readFileSync(join(SOURCE, name), 'utf8')
      .split('\n')
      .flatMap((line, index) => (/\.transaction\(/.test(line) ? [`${name}:${index + 1}`] : [])),
  )
}

interface Running {
  readonly site: Site
  /** Of the transaction. Other effects (a mail that is sent later) belong to another one, or happen after its end. */
  client: ClientBase | null
  statements: number
  ended: boolean
}

/** Closes the connection of a running transaction before its nth statement; `begin` is the first. */
export interface Cutter {
  /** Arms the next cut: before the nth statement, or the last. Nothing happens when the transaction has fewer statements. */
  before(file: string, statement: number | 'commit'): void
  /** The statement that was prevented, null when there was none; disarms. */
  taken(): string | null
  /** The locations whose transactions have run. */
  readonly seen: ReadonlySet<Site>
}

/**
 * Counts the statements of each transaction in the driver and destroys the socket between two of them, as in a failover. The statement is
 * sent only after the driver has noticed, because between two statements there is no query to receive the error.
 */
export function installCutter({ database: { db, pool } }: TestApp): Cutter {
  const running = new AsyncLocalStorage<Running>()
  const seen = new Set<Site>()
  let armed: { file: string; statement: number | 'commit' } | null = null
  let cut: string | null = null

  const transaction = db.transaction.bind(db)
  db.transaction = (run, config) => {
    const site = siteOf(new Error().stack)
    seen.add(site)
    return running.run({ site, client: null, statements: 0, ended: false }, () => transaction(run, config))
  }
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    const watched = (...args: unknown[]) => {
      const now = running.getStore()
      if (!now || now.ended) return send(...args)
      const [statement] = args as [string | { text: string }]
      const text = typeof statement === 'string' ? statement : statement.text
      now.client ??= client
      if (now.client !== client) return send(...args)
      now.ended = /^(commit|rollback)$/.test(text)
      now.statements++
      const isNext = armed?.statement === now.statements || armed?.statement === text
      if (!armed || !isNext || !now.site.startsWith(armed.file)) return send(...args)
      cut = text
      armed = null
      return ended(client).then(() => send(...args))
    }
    client.query = watched as typeof client.query
  })
  return {
    seen,
    before(file, statement) {
      armed = { file, statement }
      cut = null
    },
    taken() {
      armed = null
      return cut
    },
  }
}

const ended = (client: ClientBase) =>
  new Promise<void>((resolve) => {
    client.once('end', resolve)
    streamOf(client).destroy()
  })

/** The innermost stack frame in a feature: where the transaction is opened. */
function siteOf(stack = ''): Site {
  const frame = stack.split('\n').find((line) => /\/src\/(features|platform|operator\/company-export)\//.test(line))
  const [, path = '', line = ''] = /\(?(?:file:\/\/)?([^()\s]+?):(\d+):\d+\)?$/.exec(frame ?? '') ?? []
  return `${relative(SOURCE, path)}:${line}`
}

/** Counters of attempts are written before a transaction, by design, and are kept. */
const COUNTERS = new Set(['rate_limits', 'login_attempts'])

/** Fingerprints of every row of every table: equal before and after when nothing was half written. */
export interface Contents {
  read(): Promise<Record<string, string>>
  close(): Promise<void>
}

/**
 * Performance: on a server it has a connection of its own, which is not cut, and a prepared statement: each new connection would read the
 * catalogue of every table and plan anew. The embedded database has one connection only.
 */
export async function openContents({ database }: TestApp): Promise<Contents> {
  const own = database.embedded ? null : serverDatabase({ connectionString: database.pool.options.connectionString, max: 1 })
  const { db, pool } = own ?? database
  const tables = await rows(
    db,
    { name: t.name },
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  // A sum: in any order of the rows, without sorting them.
  const text = tables
    .filter(({ name }) => !COUNTERS.has(name))
    .map(
      ({ name }) => `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as hash from "${name}" t`,
    )
    .join(' union all ')
  return {
    async read() {
      const { rows: hashes } = await pool.query<{ name: string; hash: string }>({ name: 'contents', text })
      return Object.fromEntries(hashes.map(({ name, hash }) => [name, hash]))
    },
    close: async () => own?.close(),
  }
}
