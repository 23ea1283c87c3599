import { buildApp } from './app.ts'
import { openDatabase, type Queryable } from './db/index.ts'
import { MigrationWaits, migrate } from './db/migrate.ts'
import { PLACES } from './places.ts'
import { countClosed, sealAgain } from './platform/company-keys.ts'
import { openVault, type Vault } from './platform/crypto.ts'
import { endInOrder } from './platform/ending.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMailer } from './platform/mail.ts'
import { serveMetrics } from './platform/metrics-server.ts'
import { probePort } from './platform/ports.ts'
import { contactOf, createPush } from './platform/push.ts'
import { loadServerKeys, type MasterKeys, ServerKeysClosed } from './platform/server-keys.ts'
import { BadSetting } from './platform/setting-files.ts'
import { masterKeyName, readMasterKey, readPreviousKey, readSettings, type Settings } from './platform/settings.ts'

/** One clear line for an operator's error; everything else is a bug and shows its stack. */
export function explain(error: unknown, settings: Settings | undefined): string | null {
  if (error instanceof BadSetting) return error.message
  if (error instanceof MigrationWaits) return error.message
  const { code, name, message } = error as NodeJS.ErrnoException
  if (name === 'DataDirectoryInUse' || (error as Error).constructor.name === 'DataDirectoryInUse') return message
  if (code === 'EADDRINUSE') return `Port ${settings?.port} on ${settings?.host} is taken: set PORT to a free one`
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR')
    return `No permission to write: ${(error as NodeJS.ErrnoException).path ?? settings?.dataDir}`
  if (code === 'ENOSPC') return `The disk is full: ${settings?.dataDir}`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000')
    return `The database of DATABASE_URL cannot be reached (${code})`
  if (message === 'The server does not support SSL connections')
    return 'The database of DATABASE_URL offers no TLS: set it up, or add sslmode=disable to DATABASE_URL'
  if (code?.includes('CERT') || code?.includes('SIGNATURE'))
    return `The certificate of DATABASE_URL's server is not trusted (${code}): name its authority by sslrootcert in DATABASE_URL`
  return null
}

/** Reads the settings, opens the database, listens, and shuts down gracefully. */
export async function start(): Promise<void> {
  // Also for the files that libraries write.
  process.umask(0o077)
  let settings: Settings | undefined
  try {
    settings = readSettings(process.env)
    await run(settings)
  } catch (error) {
    const line = explain(error, settings)
    console.error(line ?? error)
    process.exit(1)
  }
}

/** With a wrong key the server would look ready and fail at every call that decrypts or derives something. */
async function checkMasterKey(db: Queryable, vault: Vault, settings: Settings): Promise<void> {
  const { companies, closed } = await countClosed(db, vault)
  if (closed === 0) return
  throw new BadSetting(`Setting ${masterKeyName(settings)}: does not open the keys of ${closed} of ${companies} companies of this database`)
}

export const masterKeysOf = (settings: Settings): MasterKeys => ({
  current: readMasterKey(settings),
  previous: readPreviousKey(settings),
})

/** The vault of a migrated database. @throws BadSetting when the master key does not open its keys */
export async function openVaultOf(db: Queryable, settings: Settings): Promise<Vault> {
  const { current, previous } = masterKeysOf(settings)
  // The companies first: their number says more than the server's own keys.
  await checkMasterKey(db, openVault(current, { previous }), settings)
  try {
    const serverKeys = await loadServerKeys(db, { current, previous }, new Date())
    return openVault(current, { previous, serverKeys })
  } catch (error) {
    if (error instanceof ServerKeysClosed)
      throw new BadSetting(`Setting ${masterKeyName(settings)}: does not open the server's keys of this database`)
    throw error
  }
}

/** A listening server; its jobs have not started. */
interface Listening {
  readonly log: Log
  startSchedules(): Promise<void>
  close(): Promise<void>
}

/** Opens the database and listens. */
export async function listen(settings: Settings): Promise<Listening> {
  // First: a port in use is reported before a database is created.
  await probePort(settings.host, settings.port)
  const development = settings.production ? null : await import('./development.ts')
  const log = createLog(settings.logLevel)
  // Loaded only when asked for: no start without a collector pays for it.
  const tracing = settings.tracing ? (await import('./platform/tracing.ts')).startTracing(settings.tracing) : undefined
  const [database, inbox] = await Promise.all([
    openDatabase(settings),
    development && !settings.smtpUrl ? development.startInbox(settings) : null,
  ])
  await migrate(database.pool)
  const vault = await openVaultOf(database.db, settings)
  const sealed = await sealAgain(database.db, vault)
  if (sealed > 0) log.info({ sealed }, 'texts sealed again')
  const seeded = development ? await development.seedWhenEmpty(database.db, vault) : false

  let publicUrl = settings.publicUrl ?? `http://localhost:${settings.port}`
  const mailer = createMailer(inbox?.smtpUrl ?? settings.smtpUrl ?? '', settings.mailFrom, inbox ? false : settings.smtpTls)
  const clock = () => new Date()
  const contact = contactOf(settings.publicUrl, settings.mailFrom)
  const app = await buildApp({
    database,
    mailer,
    push: createPush({ keys: vault.webPushKeys(), contact, clock, ...settings.push }),
    clock,
    vault,
    log,
    tracing,
    settings: {
      production: settings.production,
      trustProxy: settings.trustProxy,
      publicUrl: () => publicUrl,
      webRoot: PLACES.web,
      drainMs: settings.drainMs,
      privateHosts: settings.privateHosts,
      apps: settings.apps,
      offlineWebApp: settings.offlineWebApp,
    },
  })
  await app.http.listen({ host: settings.host, port: settings.port })
  const metrics = await serveMetrics(app.metrics, settings.metrics, log)
  const address = app.http.server.address()
  if (!settings.publicUrl && address && typeof address === 'object') publicUrl = `http://localhost:${address.port}`
  if (seeded) await development?.finishDemo({ db: database.db, vault, publicUrl: () => publicUrl })
  await development?.greet({ publicUrl, inboxUrl: inbox?.url ?? null, seeded, db: database.db })

  return {
    log,
    startSchedules: app.startSchedules,
    async close() {
      await metrics.close()
      await app.close()
      await inbox?.close()
    },
  }
}

async function run(settings: Settings): Promise<void> {
  const { log, startSchedules, close } = await listen(settings)
  endInOrder(process, log, close, settings.drainMs)
  await startSchedules()
}
