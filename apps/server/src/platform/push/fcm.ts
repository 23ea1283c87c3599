import type { PushPayload } from '@reflet/contract/push'
import type { JWT } from 'google-auth-library'
import * as z from 'zod/mini'
import { jsonOf } from './json.ts'
import { callWith, PushRefused, type PushService, TIME_LIMIT_MS, TTL_SECONDS } from './service.ts'

export interface FcmSettings {
  readonly url: string
  readonly projectId: string
  readonly clientEmail: string
  readonly privateKey: string
  /** The endpoint that exchanges the account's signature for a token. */
  readonly tokenUrl: string
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'

/** Sends to Android apps, and to iOS apps that registered with Firebase (HTTP v1). */
export function fcm(settings: FcmSettings): PushService {
  let opened: Promise<JWT> | null = null
  const messages = `${settings.url}/v1/projects/${settings.projectId}/messages:send`

  function account(): Promise<JWT> {
    opened ??= import('google-auth-library').then(({ JWT }) => {
      const fetchImplementation: typeof fetch = (_, init) =>
        fetch(settings.tokenUrl, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIME_LIMIT_MS) })
      const { clientEmail: email, privateKey: key } = settings
      return new JWT({ email, key, scopes: [SCOPE], transporterOptions: { fetchImplementation } })
    })
    return opened
  }

  return {
    accepts: () => true,
    async send(token, payload) {
      const access = await (await account()).getAccessToken()
      const headers = { authorization: `Bearer ${access.token}`, 'content-type': 'application/json' }
      const response = await fetch(messages, callWith(headers, JSON.stringify({ message: messageOf(token, payload) })))
      const answer = await response.text()
      if (response.ok) return 'sent'
      if (response.status === 404 || isAboutToken(answer)) return 'gone'
      // The token may have been revoked early: the next attempt requests a new one.
      if (response.status === 401) opened = null
      throw new PushRefused('fcm', response.status, response.headers.get('retry-after'))
    },
    close() {},
  }
}

/** The device itself shows the text; `data` is for the app when it is opened from the message. */
function messageOf(token: string, { title, body, link, data, badge, tag }: PushPayload) {
  const { item, selectedFeedbackId } = data
  return {
    token,
    notification: { title, body },
    data: { link, item, ...(selectedFeedbackId && { selectedFeedbackId }) },
    android: { ttl: `${TTL_SECONDS}s`, notification: { tag, notification_count: badge } },
    apns: {
      headers: { 'apns-collapse-id': tag, 'apns-expiration': String(Math.floor(Date.now() / 1000) + TTL_SECONDS) },
      payload: { aps: { badge, sound: 'default' } },
    },
  }
}

const Refusal = z.object({
  error: z.object({
    details: z._default(
      z.array(
        z.object({
          errorCode: z.optional(z.string()),
          fieldViolations: z.optional(z.array(z.object({ field: z.optional(z.string()) }))),
        }),
      ),
      [],
    ),
  }),
})

/** Whether the token is permanently invalid, and not the message. */
function isAboutToken(answer: string): boolean {
  const { data } = Refusal.safeParse(jsonOf(answer))
  return (data?.error.details ?? []).some(
    ({ errorCode, fieldViolations }) =>
      errorCode === 'UNREGISTERED' || (fieldViolations ?? []).some(({ field }) => field === 'message.token'),
  )
}
