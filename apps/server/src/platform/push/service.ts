import { SECOND_MS, SECONDS_PER_DAY } from '@reflet/contract/durations'
import type { PushPayload } from '@reflet/contract/push'

/** Time to live of a day: a service drops a message that it could not deliver until then. */
export const TTL_SECONDS = SECONDS_PER_DAY
export const TIME_LIMIT_MS = 10_000

/** `gone`: this token is permanently invalid. */
export type Sent = 'sent' | 'gone'

/** One of the push services. */
export interface PushService {
  /** Whether this token is well-formed, without asking the service. */
  accepts(token: string): boolean
  /** @throws PushRefused when the service refuses for now; other errors when it cannot be reached */
  send(token: string, payload: PushPayload): Promise<Sent>
  close(): void
}

/** The service refused a message, and may accept it later. The code has the service and its status, never the content or the receiver. */
export class PushRefused extends Error {
  readonly code: string
  /** Retry-After, in milliseconds. */
  readonly retryAfter: number

  constructor(service: string, answer: number | string, retryAfter: string | null = null) {
    super('not taken')
    this.code = `${service}_${answer}`
    this.retryAfter = waitOf(retryAfter)
  }
}

/** Seconds, or a date (RFC 9110); beyond a day the message is not retried. */
function waitOf(header: string | null): number {
  if (header === null) return 0
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(0, wait), TTL_SECONDS * SECOND_MS)
}

/** Options common to all calls. A redirect is an error. */
export const callWith = (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) => ({
  method: 'POST',
  headers,
  body,
  redirect: 'error' as const,
  signal: AbortSignal.timeout(TIME_LIMIT_MS),
})
