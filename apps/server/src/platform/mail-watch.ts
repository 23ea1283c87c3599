import { MINUTE_MS } from '@reflet/contract/durations'
import type { Mailer } from './mail.ts'

/** `unknown` until the first check. */
export type MailState = 'ok' | 'failing' | 'unknown'

const EVERY_MS = MINUTE_MS

/** Health of the mail server, checked once a minute in the background: a probe neither waits for it nor connects to it. */
export interface MailWatch {
  state(): MailState
  check(): Promise<void>
  start(): void
  stop(): void
}

export function watchMail(mailer: Pick<Mailer, 'reachable'>): MailWatch {
  let state: MailState = 'unknown'
  let checking: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  const check = () => {
    checking ??= mailer
      .reachable()
      .then((reachable) => {
        state = reachable ? 'ok' : 'failing'
      })
      .finally(() => {
        checking = null
      })
    return checking
  }
  return {
    state: () => state,
    check,
    start() {
      void check()
      timer = setInterval(check, EVERY_MS).unref()
    },
    stop() {
      if (timer) clearInterval(timer)
    },
  }
}
