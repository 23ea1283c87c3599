import { MINUTE_MS } from '@reflet/contract/durations'
import { describe } from '../../../platform/http-errors.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Deactivate } from '../../account-deletion/account-deletion.ts'
import { checkImport } from './check.commands.ts'
import { ClaimLost, claimImport, giveUp, Interrupted, MOST_CLAIMS, release } from './claim.ts'
import { runImport } from './run.commands.ts'

/** Works on imports in the background, one at a time in this process. */
export interface Imports {
  /** Looks for work now. */
  wake(): void
  /** Looks for work once a minute from now on: an import whose process has died is continued by any other one. */
  start(): void
  /** Works until none is left that no other process has. */
  drain(): Promise<void>
  /** Waits for the batch that runs, once the platform is closing. */
  stop(): Promise<void>
}

export function startImports(platform: () => Platform, deactivations: readonly Deactivate[]): Imports {
  let last: Promise<void> = Promise.resolve()

  async function work(): Promise<void> {
    while (!platform().closing.aborted) {
      const claimed = await claimImport(platform())
      if (!claimed) return
      try {
        if (claimed.claims > MOST_CLAIMS) await giveUp(platform(), claimed)
        else if (claimed.status === 'checking') await checkImport(platform(), claimed)
        else await runImport(platform(), claimed, deactivations)
      } catch (error) {
        if (error instanceof Interrupted) await release(platform(), claimed)
        else if (!(error instanceof ClaimLost)) throw error
      }
    }
  }

  const drain = () => {
    last = last.catch(() => undefined).then(work)
    return last
  }

  const wake = () => void drain().catch((error) => platform().log.warn(describe(error), 'import'))
  let timer: NodeJS.Timeout | null = null

  return {
    wake,
    start() {
      wake()
      timer = setInterval(wake, MINUTE_MS).unref()
    },
    drain,
    async stop() {
      if (timer) clearInterval(timer)
      await last.catch(() => undefined)
    },
  }
}
