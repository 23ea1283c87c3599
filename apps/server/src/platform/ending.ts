import { describe } from './http-errors.ts'
import type { Log } from './log.ts'

/** Time limit of a shutdown, without the drain. What still runs is a transaction, which rolls back, or has a lease, which expires. */
const PATIENCE_MS = 7_000

/**
 * Graceful shutdown: stops listening, answers the running calls, then exits. Status 0 after a signal. After an unhandled error, which
 * leaves the process in an unknown state: one line in the log and status 1.
 */
export function endInOrder(process: NodeJS.Process, log: Log, close: () => Promise<void>, drainMs: number): void {
  let ending = false
  async function end(status: number) {
    if (ending) return
    ending = true
    setTimeout(() => {
      log.warn('ending: work was still running')
      log.flush()
      process.exit(status)
    }, drainMs + PATIENCE_MS).unref()
    try {
      await close()
    } catch (error) {
      log.error(describe(error), 'not closed')
    }
    process.exit(status)
  }
  const signalled = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'closing')
    void end(0)
  }
  process.on('SIGTERM', signalled)
  process.on('SIGINT', signalled)
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: unknown) => {
      log.fatal({ kind, ...describe(error) }, 'ending')
      void end(1)
    })
  }
}
