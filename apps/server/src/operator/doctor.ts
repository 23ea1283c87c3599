import { statfs } from 'node:fs/promises'
import { rows, sql, t } from '../db/index.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { describe } from '../platform/http-errors.ts'
import { createMailer } from '../platform/mail.ts'
import type { Context } from './context.ts'

export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'failing'
  readonly detail: string
}

const OLDEST_POSTGRESQL = 15
const CLOCK_SECONDS = 5
const FREE_BYTES = 1024 ** 3
const PROXY_MS = 5_000

type Check = (context: Context) => Promise<Omit<Finding, 'name'>>

const CHECKS: Readonly<Record<string, Check>> = {
  settings: async ({ settings }) => ({ state: 'ok', detail: settings.production ? 'production' : 'not production: demo data may be made' }),
  async database({ database }) {
    const [row] = await rows(database.db, { version: t.int }, sql`select current_setting('server_version_num')::int / 10000 as version`)
    const version = row?.version ?? 0
    return {
      state: version < OLDEST_POSTGRESQL ? 'failing' : 'ok',
      detail: `PostgreSQL ${version}${database.embedded ? ', embedded: for trying only' : ''}`,
    }
  },
  async migrations({ database }) {
    const pending = await pendingMigrations(database.pool)
    return { state: pending.length > 0 ? 'failing' : 'ok', detail: pending.length > 0 ? `missing: ${pending.join(', ')}` : 'up to date' }
  },
  async keys(context) {
    await context.platform()
    return { state: 'ok', detail: 'the master key opens every key' }
  },
  async mail({ settings }) {
    if (settings.smtpUrl === undefined) return { state: 'warning', detail: 'SMTP_URL is not set' }
    const mailer = createMailer(settings.smtpUrl, settings.mailFrom, settings.smtpTls)
    try {
      return (await mailer.reachable())
        ? { state: 'ok', detail: 'the mail server answers' }
        : { state: 'failing', detail: 'the mail server does not answer' }
    } finally {
      mailer.close()
    }
  },
  async clock({ database }) {
    const before = Date.now()
    const [row] = await rows(database.db, { at: t.time }, sql`select clock_timestamp() as at`)
    const seconds = Math.abs(new Date(row?.at ?? 0).getTime() - (before + Date.now()) / 2) / 1000
    return { state: seconds > CLOCK_SECONDS ? 'failing' : 'ok', detail: `${seconds.toFixed(1)} s from the database’s` }
  },
  async disk({ settings }) {
    const { bavail, bsize } = await statfs(settings.databaseUrl ? '.' : settings.dataDir)
    const free = bavail * bsize
    return { state: free < FREE_BYTES ? 'warning' : 'ok', detail: `${(free / 1024 ** 3).toFixed(1)} GB free` }
  },
  async proxy({ settings }) {
    if (settings.publicUrl === undefined) return { state: 'warning', detail: 'PUBLIC_URL is not set' }
    try {
      const { status } = await fetch(`${settings.publicUrl}/health/live`, { signal: AbortSignal.timeout(PROXY_MS) })
      if (status !== 200) return { state: 'warning', detail: `${settings.publicUrl} answers ${status}` }
    } catch {
      return {
        state: 'warning',
        detail: `${settings.publicUrl} does not answer from here; no server is running, or this machine cannot reach it`,
      }
    }
    const isBehind = settings.publicUrl.startsWith('https:') && settings.trustProxy === 0
    return isBehind
      ? { state: 'warning', detail: 'https is ended by a proxy, and TRUST_PROXY is 0: limits count the proxy’s address' }
      : { state: 'ok', detail: `${settings.publicUrl} answers` }
  },
}

/** Every check, in order; one that throws is failing and says why in a word. */
export async function examine(context: Context): Promise<Finding[]> {
  const found: Finding[] = []
  for (const [name, check] of Object.entries(CHECKS)) {
    try {
      found.push({ name, ...(await check(context)) })
    } catch (error) {
      const { code, reason } = describe(error)
      found.push({ name, state: 'failing', detail: code ?? reason ?? 'failed' })
    }
  }
  return found
}
