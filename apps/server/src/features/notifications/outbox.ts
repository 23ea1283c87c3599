import { MINUTE_MS } from '@reflet/contract/durations'
import { describe } from '../../platform/http-errors.ts'
import type { Platform } from '../../platform/index.ts'
import type { Mailer } from '../../platform/mail.ts'
import type { Push } from '../../platform/push.ts'
import { nextDue, sendDue } from './notifications.commands.ts'
import { sendDuePushes } from './pushes.commands.ts'

/** Polling interval; the minutely job polls, too, in any running process. */
const LONGEST_SLEEP_MS = MINUTE_MS

/** Sends the outbox's messages when they are due: by mail, and to their readers' devices. */
export interface Outbox {
  /** Sends on its own from now on. Before this, only `drain` sends: a test decides when. */
  start(): void
  /** Registers that something is due at this time. Runs no statement: a command under load calls it thousands of times. */
  wake(at: Date): void
  /** Sends all that is due now and resolves when done; returns how many mails were processed. */
  drain(): Promise<number>
  stop(): Promise<void>
}

export function startOutbox(platform: () => Platform, mailer: Mailer, push: Push): Outbox {
  let last: Promise<unknown> = Promise.resolve()
  let lastPushes: Promise<unknown> = Promise.resolve()
  let alarm: { at: number; timer: NodeJS.Timeout } | null = null
  let running = false

  /** Serialized: a call during another one waits for a further run. Mails do not wait for devices. */
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

  /** Nor do devices wait for mails. A failure here is retried and reported when the mails are sent. */
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
    if (!running || (alarm && alarm.at <= at.getTime())) return
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
    start() {
      running = true
      wake(platform().clock())
    },
    wake,
    drain,
    async stop() {
      running = false
      if (alarm) clearTimeout(alarm.timer)
      await last
      await lastPushes
      mailer.close()
      push.close()
    },
  }
}
