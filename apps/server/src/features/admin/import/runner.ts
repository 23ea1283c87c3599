import { describe } from '../../../platform/http-errors.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Deactivate } from '../../account-deletion/account-deletion.ts'
import { checkImport } from './check.commands.ts'
import { ClaimLost, claimImport, giveUp, MOST_CLAIMS } from './claim.ts'
import { runImport } from './run.commands.ts'

/** Works on imports in the background, one at a time in this process. */
export interface Imports {
  /** Looks for work now. */
  wake(): void
  /** Works until none is left that no other process has; the minutely job calls it, so that one whose process has died goes on. */
  drain(): Promise<void>
  stop(): Promise<void>
}

export function startImports(platform: () => Platform, deactivations: readonly Deactivate[]): Imports {
  let last: Promise<void> = Promise.resolve()
  let stopped = false

  async function work(): Promise<void> {
    for (let claimed = await claimImport(platform()); claimed && !stopped; claimed = await claimImport(platform())) {
      try {
        if (claimed.claims > MOST_CLAIMS) await giveUp(platform(), claimed)
        else if (claimed.status === 'checking') await checkImport(platform(), claimed)
        else await runImport(platform(), claimed, deactivations)
      } catch (error) {
        if (!(error instanceof ClaimLost)) throw error
      }
    }
  }

  const drain = () => {
    last = last.catch(() => undefined).then(work)
    return last
  }

  return {
    wake: () => void drain().catch((error) => platform().log.warn(describe(error), 'import')),
    drain,
    async stop() {
      stopped = true
      await last.catch(() => undefined)
    },
  }
}
