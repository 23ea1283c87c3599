import type { Queryable } from '../db/index.ts'
import type { Vault } from './crypto.ts'
import type { Clock } from './ids.ts'
import type { Log } from './log.ts'
import type { Outgoing } from './outgoing.ts'

/** The dependencies of every command (dependency injection): a test sets the database and the time. */
export interface Platform {
  readonly db: Queryable
  readonly clock: Clock
  readonly vault: Vault
  readonly log: Log
  /** Whether this is production: development features are off. */
  readonly production: boolean
  /** The app's public URL, without a trailing slash: the base of the links in mails. */
  publicUrl(): string
  /** Calls URLs that others chose; in production only public ones (SSRF protection). */
  readonly outgoing: Outgoing
  /** The sender of mails, "Name <address>": calendar entries have the same organiser. */
  readonly mailFrom: string
  /** Notifies the outbox when a row is due; call it after the commit. Without it the message is only delayed. */
  wake(at: Date): void
  /** Aborted when the process ends: work in batches stops after the one that runs. */
  readonly closing: AbortSignal
  /** Erases deleted rows from the database's files, too; call it after the commit. The nightly job does the rest. */
  scrub(): Promise<void>
}
