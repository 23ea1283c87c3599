import { describe } from './http-errors.ts'
import type { Log } from './log.ts'

/** How long calls that have begun may still take after an error that nothing handled. */
const PATIENCE_MS = 10_000

/**
 * Ends the process in order: it stops listening, calls that have begun are answered, then it exits. By a signal with status 0; after an
 * error that nothing handled, which leaves the process in an unknown state, with one line in the log, status 1 and ten seconds at most.
 */
export function endInOrder(process: NodeJS.Process, log: Log, close: () => Promise<void>): void {
  let ending = false
  async function end(status: number) {
    if (ending) return
    ending = true
    if (status !== 0) setTimeout(() => process.exit(status), PATIENCE_MS).unref()
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
