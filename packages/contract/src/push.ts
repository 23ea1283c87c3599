import { z } from 'zod'
import { Done, opaque } from './common.ts'
import { endpoints } from './endpoint.ts'

export const PUSH_TYPES = ['fcm', 'apns', 'webpush'] as const
export type PushType = (typeof PUSH_TYPES)[number]

/** One person's devices; the one that registered first is forgotten for the next. */
export const MAX_DEVICES = 20

const base64url = (length: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=*$`))

/** A browser's subscription (W3C Push API, `PushSubscription.toJSON()`): where to, and the keys that only the device can open with. */
export const WebPushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(2000),
  keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
})
export type WebPushSubscription = z.infer<typeof WebPushSubscription>

const token = opaque(4096)

/** The token of a device: of Firebase, of Apple (hexadecimal), or a browser's subscription as JSON. */
export const PushTokenBody = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('fcm'), token: token.regex(/^[\w:.-]+$/) }),
  z.strictObject({ type: z.literal('apns'), token: token.regex(/^[0-9a-fA-F]{64,200}$/) }),
  z.strictObject({
    type: z.literal('webpush'),
    token: token.refine(isSubscription, { error: 'no_subscription' }).describe('PushSubscription as JSON'),
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
 * What a device is sent (specification §3): where to go, and what it is about. The words are the kind's, in the
 * reader's language; never a word of anybody's feedback.
 */
export const PushPayload = z
  .object({
    title: z.string(),
    body: z.string(),
    locale: z.string(),
    link: z.string().describe('Path inside the app'),
    data: z.object({
      item: z.string().describe('Kind of the message'),
      selectedFeedbackId: z.string().nullable(),
    }),
    badge: z.int().describe('How many messages were sent since the counter was cleared'),
    tag: z.string().describe('A message with the same tag takes the place of the one before'),
  })
  .meta({ id: 'PushPayload' })
export type PushPayload = z.infer<typeof PushPayload>

export const push = endpoints({
  getPushServices: {
    method: 'GET',
    path: '/api/notificationtokens/services',
    access: 'employee',
    summary: 'What this server can send to, and the key that a browser subscribes with',
    response: z.object({
      types: z.array(z.enum(PUSH_TYPES)),
      web_push_key: z.string().describe('VAPID public key (RFC 8292), base64url'),
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
