import { type Database, openDatabase } from '../db/index.ts'
import { cancelPendingOf } from '../features/feedback/account-deletion.commands.ts'
import type { Platform } from '../platform/index.ts'
import { createLog } from '../platform/log.ts'
import { createOutgoing } from '../platform/outgoing.ts'
import { readSettings, type Settings } from '../platform/settings.ts'
import { masterKeysOf, openVaultOf } from '../start.ts'

/** A wrong use of a command: exit status 2. */
export class Usage extends Error {}
/** A command that could not do what it was asked: exit status 1, with this line. */
export class Failure extends Error {}

/** What commands work with. The same settings as the server's, from the environment. */
export interface Context {
  readonly settings: Settings
  readonly database: Database
  /** Opened at its first use, so that `migrate` and `doctor` work without. */
  platform(): Promise<Platform>
  readonly deactivations: readonly (typeof cancelPendingOf)[]
  keys(): ReturnType<typeof masterKeysOf>
  close(): Promise<void>
}

/** Opens the database of the settings; on the embedded one this is refused while a server runs on it. */
export async function openContext(environment: Record<string, string | undefined>): Promise<Context> {
  const settings = readSettings(environment)
  const database = await openDatabase({ ...settings, poolSize: 4 })
  let platform: Promise<Platform> | undefined
  const publicUrl = () => settings.publicUrl ?? `http://localhost:${settings.port}`
  const open = async (): Promise<Platform> => ({
    db: database.db,
    clock: () => new Date(),
    vault: await openVaultOf(database.db, settings),
    log: createLog('silent'),
    production: settings.production,
    publicUrl,
    outgoing: createOutgoing({ onlyPublic: settings.production }),
    mailFrom: settings.mailFrom,
    // A running server looks for messages at least once a minute.
    wake: () => undefined,
    closing: new AbortController().signal,
    scrub: () => database.scrub(),
  })
  return {
    settings,
    database,
    platform: () => {
      platform ??= open()
      return platform
    },
    deactivations: [cancelPendingOf],
    keys: () => masterKeysOf(settings),
    close: () => database.close(),
  }
}
