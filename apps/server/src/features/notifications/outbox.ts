import { describe } from '../../platform/http-errors.ts'
import type { Platform } from '../../platform/index.ts'
import type { Mailer } from '../../platform/mail.ts'
import type { Push } from '../../platform/push.ts'
import { nextDue, sendDue } from './notifications.commands.ts'
import { sendDuePushes } from './pushes.commands.ts'

/** Looks again at the latest after this long by itself; the minute's schedule looks, too, whichever process is alive. */
const LONGEST_SLEEP_MS = 60_000

/** Sends what waits in the outbox when it falls due: by mail, and to its readers' devices. */
export interface Outbox {
  /** Something falls due at this time. Costs no statement: a command under load calls it thousands of times. */
  wake(at: Date): void
  /** Sends all that is due now and resolves when done; says how many mails were settled. */
  drain(): Promise<number>
  stop(): Promise<void>
}

export function startOutbox(platform: () => Platform, mailer: Mailer, push: Push): Outbox {
  let last: Promise<unknown> = Promise.resolve()
  let lastPushes: Promise<unknown> = Promise.resolve()
  let alarm: { at: number; timer: NodeJS.Timeout } | null = null
  let stopped = false

  /** One after the other: whoever drains while another does is told of what fell due since then. Mails do not wait for devices. */
  function drain(): Promise<number> {
    const mails = last.then(() => sendDue(platform(), mailer, pushBeside))
    last = mails.catch(() => 0)
    return mails.then(async (settled) => {
      await drainPushes()
      return settled
    })
  }

  function drainPushes(): Promise<void> {
    const sent = lastPushes.then(() => sendDuePushes(platform(), push))
    lastPushes = sent.catch(() => 0)
    return sent
  }

  /** Nor devices for mails. What fails here is tried again when the mails are sent, and told there. */
  const pushBeside = () => void drainPushes().catch(() => 0)

  async function look() {
    try {
      await drain()
      wake((await nextDue(platform())) ?? new Date(platform().clock().getTime() + LONGEST_SLEEP_MS))
    } catch (error) {
      platform().log.warn(describe(error), 'outbox')
      wake(new Date(platform().clock().getTime() + LONGEST_SLEEP_MS))
    }
  }

  function wake(at: Date) {
    if (stopped || (alarm && alarm.at <= at.getTime())) return
    if (alarm) clearTimeout(alarm.timer)
    const wait = Math.min(Math.max(at.getTime() - platform().clock().getTime(), 50), LONGEST_SLEEP_MS)
    const timer = setTimeout(() => {
      alarm = null
      void look()
    }, wait)
    timer.unref()
    alarm = { at: at.getTime(), timer }
  }

  return {
    wake,
    drain,
    async stop() {
      stopped = true
      if (alarm) clearTimeout(alarm.timer)
      await last
      await lastPushes
      mailer.close()
      push.close()
    },
  }
}
