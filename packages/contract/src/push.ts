import * as z from 'zod/mini'
import { Done, matching, opaque } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'
import { WebUrl } from './web-url.ts'

export const PUSH_TYPES = ['fcm', 'apns', 'webpush'] as const
export type PushType = (typeof PUSH_TYPES)[number]

/** Maximum devices of one person; the oldest registration is removed for a new one. */
export const MAX_DEVICES = 20

const base64url = (length: number) => matching(new RegExp(`^[A-Za-z0-9_-]{${length}}={0,3}$`), length + 3)

/** A browser's subscription (W3C Push API, `PushSubscription.toJSON()`): the endpoint, and the keys for encryption. */
export const WebPushSubscription = z.object({
  endpoint: WebUrl,
  keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
})
export type WebPushSubscription = z.infer<typeof WebPushSubscription>

const token = opaque(4096)

/** The token of a device: of Firebase, of Apple (hexadecimal), or a browser's subscription as JSON. */
export const PushTokenBody = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('fcm'), token: token.check(z.regex(/^[\w:.-]+$/)) }),
  z.strictObject({ type: z.literal('apns'), token: token.check(z.regex(/^[0-9a-fA-F]{64,200}$/)) }),
  z.strictObject({
    type: z.literal('webpush'),
    token: described(token.check(z.refine(isSubscription, { error: 'no_subscription' })), 'PushSubscription as JSON'),
  }),
])
export type PushTokenBody = z.output<typeof PushTokenBody>

function isSubscription(text: string): boolean {
  try {
    return WebPushSubscription.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

/**
 * The payload of a push message (docs/PRODUCT.md, "Messages"): its subject and its link. The text is that of the kind, in the reader's
 * language; never any text of a feedback.
 */
export const PushPayload = named(
  z.object({
    title: z.string(),
    body: z.string(),
    locale: z.string(),
    link: described(z.string(), 'Path inside the app'),
    data: z.object({
      item: described(z.string(), 'Kind of the message'),
      selectedFeedbackId: z.nullable(z.string()),
    }),
    badge: described(z.int(), 'How many messages were sent since the counter was cleared'),
    tag: described(z.string(), 'A message with the same tag takes the place of the one before'),
  }),
  'PushPayload',
)
export type PushPayload = z.infer<typeof PushPayload>

const details = { item: z.optional(z.string()), selectedFeedbackId: z.optional(z.nullable(z.string())) }

/** What a push message opens, as Firebase hands it to the app (all in one level), or Apple (`data` apart). */
export const PushedData = z.object({ link: z.string(), data: z.optional(z.object(details)), ...details })

export const push = endpoints({
  getPushServices: {
    method: 'GET',
    path: '/api/notificationtokens/services',
    access: 'employee',
    summary: 'What this server can send to, and the key that a browser subscribes with',
    response: z.object({
      types: z.array(z.enum(PUSH_TYPES)),
      web_push_key: described(z.string(), 'VAPID public key (RFC 8292), base64url'),
    }),
  },
  registerPushToken: {
    method: 'POST',
    path: '/api/notificationtokens',
    access: 'employee',
    form: true,
    summary: 'Send messages to this device, until this session ends; registering again changes nothing',
    body: PushTokenBody,
    response: Done,
    errors: ['push_unavailable'],
  },
  forgetPushToken: {
    method: 'DELETE',
    path: '/api/notificationtokens',
    access: 'employee',
    summary: 'Send nothing more to this device; an unknown token changes nothing',
    body: z.strictObject({ token }),
    response: Done,
  },
  clearPushCounter: {
    method: 'GET',
    path: '/api/notificationtoken/clear',
    access: 'employee',
    changes: true,
    summary: 'Set the count on the app’s icon to zero',
    response: Done,
  },
})
