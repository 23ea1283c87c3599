import { describe } from '../../platform/http-errors.ts'
import type { Platform } from '../../platform/index.ts'
import type { Mailer } from '../../platform/mail.ts'
import { nextDue, sendDue } from './notifications.commands.ts'

/** Looks again at the latest after this long by itself; the minute's schedule looks, too, whichever process is alive. */
const LONGEST_SLEEP_MS = 60_000

/** Sends what waits in the outbox, soon after a command woke it and whenever something falls due. */
export interface Outbox {
  wake(): void
  /** Sends all that is due now and resolves when done. */
  drain(): Promise<number>
  stop(): Promise<void>
}

export function startOutbox(platform: () => Platform, mailer: Mailer): Outbox {
  let running: Promise<number> | null = null
  let timer: NodeJS.Timeout | null = null
  let again = false
  let stopped = false

  async function run(): Promise<number> {
    let sent = 0
    do {
      again = false
      sent += await sendDue(platform(), mailer)
    } while (again && !stopped)
    return sent
  }

  function sleepUntil(due: Date | null) {
    if (stopped) return
    if (timer) clearTimeout(timer)
    const wait = due ? due.getTime() - platform().clock().getTime() : LONGEST_SLEEP_MS
    timer = setTimeout(wake, Math.min(Math.max(wait, 250), LONGEST_SLEEP_MS))
    timer.unref()
  }

  function drain(): Promise<number> {
    if (running) again = true
    running ??= run().finally(() => {
      running = null
    })
    return running
  }

  function wake() {
    if (stopped) return
    drain()
      .then(() => nextDue(platform()))
      .then(sleepUntil)
      .catch((error) => {
        platform().log.warn(describe(error), 'outbox')
        sleepUntil(null)
      })
  }

  return {
    wake,
    drain,
    async stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      await running?.catch(() => 0)
      mailer.close()
    },
  }
}
