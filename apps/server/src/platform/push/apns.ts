import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { ClientHttp2Session } from 'node:http2'
import { MINUTE_MS } from '@reflet/contract/durations'
import type { PushPayload } from '@reflet/contract/push'
import type { Clock } from '../ids.ts'
import { PushRefused, type PushService, TIME_LIMIT_MS, TTL_SECONDS } from './service.ts'

export interface ApnsSettings {
  readonly url: string
  /** PEM of the team's key, created by Apple. */
  readonly key: string
  readonly keyId: string
  readonly teamId: string
  /** The app's bundle id. */
  readonly topic: string
}

/** Apple accepts a provider token for an hour, and refuses a new one within twenty minutes. */
const TOKEN_MS = 50 * MINUTE_MS

const GONE = new Set(['BadDeviceToken', 'Unregistered'])

interface Answer {
  readonly status: number
  readonly reason: string
  readonly retryAfter: string | null
}

/** Sends to Apple's devices over one HTTP/2 connection, which is kept open and reopened when lost. */
export function apns(settings: ApnsSettings, clock: Clock): PushService {
  const key = createPrivateKey(settings.key)
  let provider: { token: string; until: number } | null = null
  let session: ClientHttp2Session | null = null

  function providerToken(): string {
    const now = clock().getTime()
    if (!provider || provider.until <= now) provider = { token: signed(settings, key, now), until: now + TOKEN_MS }
    return provider.token
  }

  async function connection(): Promise<ClientHttp2Session> {
    // Lazy loading: most servers send no such message.
    const { connect } = await import('node:http2')
    if (session && !session.closed && !session.destroyed) return session
    const opened = connect(settings.url)
    const lost = () => {
      if (session === opened) session = null
    }
    // Each pending request gets the error itself.
    opened.on('error', lost).on('goaway', lost).on('close', lost)
    opened.unref()
    session = opened
    return opened
  }

  return {
    accepts: () => true,
    async send(token, payload) {
      const headers = {
        ':method': 'POST',
        ':path': `/3/device/${token}`,
        authorization: `bearer ${providerToken()}`,
        'apns-topic': settings.topic,
        'apns-push-type': 'alert',
        'apns-expiration': String(Math.floor(clock().getTime() / 1000) + TTL_SECONDS),
        'apns-collapse-id': payload.tag,
      }
      const { status, reason, retryAfter } = await ask(await connection(), headers, JSON.stringify(bodyOf(payload)))
      if (status === 200) return 'sent'
      if (status === 410 || GONE.has(reason)) return 'gone'
      if (status === 403) provider = null
      throw new PushRefused('apns', reason || status, retryAfter)
    },
    close: () => session?.close(),
  }
}

const bodyOf = ({ title, body, badge, link, data }: PushPayload) => ({
  aps: { alert: { title, body }, badge, sound: 'default' },
  link,
  data,
})

/** The provider token: a JWT, signed by the team's key. */
function signed({ keyId, teamId }: ApnsSettings, key: KeyObject, now: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = `${part({ alg: 'ES256', kid: keyId })}.${part({ iss: teamId, iat: Math.floor(now / 1000) })}`
  return `${claims}.${sign('sha256', Buffer.from(claims), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

function ask(session: ClientHttp2Session, headers: Record<string, string>, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers)
    let [status, retryAfter, text] = [0, null as string | null, '']
    stream.setEncoding('utf8')
    // The connection is unusable.
    stream.setTimeout(TIME_LIMIT_MS, () => session.destroy())
    stream.on('response', (received) => {
      status = Number(received[':status'])
      retryAfter = received['retry-after'] === undefined ? null : String(received['retry-after'])
    })
    stream.on('data', (piece: string) => {
      text += piece
    })
    stream.on('end', () => resolve({ status, reason: reasonOf(text), retryAfter }))
    stream.on('error', reject)
    stream.on('close', () => reject(new PushRefused('apns', 'lost')))
    stream.end(body)
  })
}

function reasonOf(text: string): string {
  const [, reason = ''] = /"reason"\s*:\s*"(\w+)"/.exec(text) ?? []
  return reason
}
