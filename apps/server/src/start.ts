import { createServer } from 'node:net'
import { buildApp, WEB_ROOT } from './app.ts'
import { openDatabase } from './db/index.ts'
import { migrate } from './db/migrate.ts'
import { openVault } from './platform/crypto.ts'
import { createLog } from './platform/log.ts'
import { createMailer } from './platform/mail.ts'
import { contactOf, createPush } from './platform/push.ts'
import { BadSetting, readMasterKey, readSettings, type Settings } from './platform/settings.ts'

/** One clear line for what an operator can mend; everything else is a bug and shows its stack. */
function explain(error: unknown, settings: Settings | undefined): string | null {
  if (error instanceof BadSetting) return error.message
  const { code, name, message } = error as NodeJS.ErrnoException
  if (name === 'DataDirectoryInUse' || (error as Error).constructor.name === 'DataDirectoryInUse') return message
  if (code === 'EADDRINUSE') return `Port ${settings?.port} on ${settings?.host} is taken: set PORT to a free one`
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR')
    return `No permission to write: ${(error as NodeJS.ErrnoException).path ?? settings?.dataDir}`
  if (code === 'ENOSPC') return `The disk is full: ${settings?.dataDir}`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000')
    return `The database of DATABASE_URL cannot be reached (${code})`
  return null
}

/** A taken port is told before a database is made for nothing. */
const probePort = (host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve()))
  })

/** Reads the settings, opens the database, listens, and closes gracefully. */
export async function start(): Promise<void> {
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

async function run(settings: Settings): Promise<void> {
  await probePort(settings.host, settings.port)
  const log = createLog(settings.logLevel)
  const vault = openVault(readMasterKey(settings))
  const database = await openDatabase(settings)
  await migrate(database.pool)
  const development = settings.production ? null : await import('./development.ts')
  const seeded = development ? await development.seedWhenEmpty(database.db, vault) : false
  const inbox = development && !settings.smtpUrl ? await development.startInbox(settings) : null

  let publicUrl = settings.publicUrl ?? `http://localhost:${settings.port}`
  const mailer = createMailer(inbox?.smtpUrl ?? settings.smtpUrl ?? '', settings.mailFrom)
  const clock = () => new Date()
  const contact = contactOf(settings.publicUrl, settings.mailFrom)
  const app = await buildApp({
    database,
    mailer,
    push: createPush({ keys: vault.webPushKeys(), contact, clock, ...settings.push }),
    clock,
    vault,
    log,
    settings: { production: settings.production, trustProxy: settings.trustProxy, publicUrl: () => publicUrl, webRoot: WEB_ROOT },
  })
  await app.http.listen({ host: settings.host, port: settings.port })
  const address = app.http.server.address()
  if (!settings.publicUrl && address && typeof address === 'object') publicUrl = `http://localhost:${address.port}`
  development?.greet({ publicUrl, inboxUrl: inbox?.url ?? null, seeded })

  let closing = false
  const close = async (signal: string) => {
    if (closing) return
    closing = true
    log.info({ signal }, 'closing')
    await app.close()
    await inbox?.close()
    process.exit(0)
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
  await app.startSchedules()
}
