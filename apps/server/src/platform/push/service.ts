import type { PushPayload } from '@reflet/contract/push'

/** After a day a message is no news any more: a service that could not deliver it drops it. */
export const TTL_SECONDS = 86_400
export const TIME_LIMIT_MS = 10_000

/** `gone`: nobody will ever be reached by this token again. */
export type Sent = 'sent' | 'gone'

/** One of the services that bring a message to a device. */
export interface PushService {
  /** Whether this token may be kept, as far as one can tell without the service. */
  accepts(token: string): boolean
  /** @throws PushRefused when the service does not take it now; other errors when it cannot be reached */
  send(token: string, payload: PushPayload): Promise<Sent>
  close(): void
}

/** The service did not take a message, and may later. The code names service and answer, never what was sent or to whom. */
export class PushRefused extends Error {
  readonly code: string
  /** Milliseconds that the service asks to wait. */
  readonly retryAfter: number

  constructor(service: string, answer: number | string, retryAfter: string | null = null) {
    super('not taken')
    this.code = `${service}_${answer}`
    this.retryAfter = waitOf(retryAfter)
  }
}

/** Seconds, or a date (RFC 9110); who asks for more than a day is asked no more. */
function waitOf(header: string | null): number {
  if (header === null) return 0
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(0, wait), TTL_SECONDS * 1000)
}

/** What every call has in common. A service sends nobody elsewhere: a redirect fails. */
export const callWith = (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) => ({
  method: 'POST',
  headers,
  body,
  redirect: 'error' as const,
  signal: AbortSignal.timeout(TIME_LIMIT_MS),
})
