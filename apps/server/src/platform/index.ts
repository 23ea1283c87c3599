import type { Db } from '../db/index.ts'
import type { Vault } from './crypto.ts'
import type { Clock } from './ids.ts'
import type { Log } from './log.ts'
import type { Outgoing } from './outgoing.ts'

/** What every command needs of the house. Passed in, never imported, so that a test decides the database and the time. */
export interface Platform {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Vault
  readonly log: Log
  /** Whether people's real data are here: what only helps developing is off. */
  readonly production: boolean
  /** Where people reach the app, without a trailing slash: the links in mails begin with it. */
  publicUrl(): string
  /** Calls addresses that others chose; in production only public ones. */
  readonly outgoing: Outgoing
  /** Whom mails come from, "Name <address>": calendar entries have the same organiser. */
  readonly mailFrom: string
  /** Tells the outbox when a row falls due; called after the commit. Losing the call only delays the message. */
  wake(at: Date): void
  /** Makes what was deleted vanish from the database's files, too; called after the commit. What it leaves, the night does. */
  scrub(): Promise<void>
}
