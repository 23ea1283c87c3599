import { ECDH } from 'node:crypto'
import { WebPushSubscription } from '@reflet/contract/push'
import { createOutgoing } from '../outgoing.ts'
import { PushRefused, type PushService, TIME_LIMIT_MS, TTL_SECONDS } from './service.ts'

/** The server's VAPID identity (RFC 8292): keys as base64url, and the operator's contact. */
export interface WebPushIdentity {
  readonly publicKey: string
  readonly privateKey: string
  readonly subject: string
}

/** Chrome, Edge and other Chromium browsers; Safari; Firefox; Edge on Windows. */
const SERVICES =
  /^(fcm\.googleapis\.com|([\w-]+\.)*push\.apple\.com|updates\.push\.services\.mozilla\.com|([\w-]+\.)*notify\.windows\.com)$/

/** Allow-list: whether this is a push service of a known browser. Any other URL may be invented, to make the server call it (SSRF). */
export function isPushService(endpoint: string): boolean {
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  return protocol === 'https:' && port === '' && username === '' && password === '' && SERVICES.test(hostname)
}

export const subscriptionOf = (token: string) => WebPushSubscription.parse(JSON.parse(token))

/** A key that is no point of the curve is invalid. */
function isKey(p256dh: string): boolean {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0
  } catch {
    return false
  }
}

/** Sends to browsers (W3C Push API). `alsoAt`: origins besides the known ones. */
export function webPush(identity: WebPushIdentity, alsoAt: readonly string[]): PushService {
  const isOwn = (endpoint: string) => alsoAt.includes(new URL(endpoint).origin)
  const isKnown = (endpoint: string) => isPushService(endpoint) || isOwn(endpoint)
  const toPublic = createOutgoing({ onlyPublic: true })
  const toOwn = createOutgoing({ onlyPublic: false })
  return {
    accepts(token) {
      const { endpoint, keys } = subscriptionOf(token)
      return isKnown(endpoint) && isKey(keys.p256dh)
    },
    async send(token, payload) {
      const subscription = subscriptionOf(token)
      if (!isKnown(subscription.endpoint)) return 'gone'
      const { default: library } = await import('web-push')
      const { headers, body } = library.generateRequestDetails(subscription, JSON.stringify(payload), {
        vapidDetails: identity,
        TTL: TTL_SECONDS,
        urgency: 'normal',
        topic: payload.tag.replaceAll('-', ''),
      })
      const texts = Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]))
      const call = isOwn(subscription.endpoint) ? toOwn : toPublic
      const signal = AbortSignal.timeout(TIME_LIMIT_MS)
      const { status, header } = await call(subscription.endpoint, {
        method: 'POST',
        headers: texts,
        body: new Uint8Array(body ?? []),
        signal,
        largest: 0,
      })
      if (status >= 200 && status <= 299) return 'sent'
      if (status === 404 || status === 410) return 'gone'
      throw new PushRefused('webpush', status, header('retry-after'))
    },
    close() {},
  }
}
