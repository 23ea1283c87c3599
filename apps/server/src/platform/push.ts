import { PUSH_TYPES, type PushPayload, type PushType } from '@reflet/contract/push'
import type { WebPushKeys } from './crypto.ts'
import type { Clock } from './ids.ts'
import { type ApnsSettings, apns } from './push/apns.ts'
import { type FcmSettings, fcm } from './push/fcm.ts'
import { PushRefused, type PushService, type Sent } from './push/service.ts'
import { webPush } from './push/webpush.ts'

/** A registered device. */
export interface Device {
  readonly type: PushType
  readonly token: string
}

/** Sends messages to devices. A test passes services of its own. */
export interface Push {
  /** The configured services; browsers need no setting. */
  readonly types: readonly PushType[]
  /** The VAPID key that a browser subscribes with. */
  readonly webPushKey: string
  /** Whether this kind of device can be reached at all. */
  accepts(device: Device): boolean
  /** @throws when the service cannot be reached or refuses for now */
  send(device: Device, payload: PushPayload): Promise<Sent>
  close(): void
}

export interface PushSettings {
  readonly keys: WebPushKeys
  /** The operator's contact for push services: an https or mailto URL. */
  readonly contact: string
  readonly clock: Clock
  readonly fcm?: FcmSettings | undefined
  readonly apns?: ApnsSettings | undefined
  /** Origins of browsers' push services besides the known ones; none in production. */
  readonly webPushAt?: readonly string[]
}

export function createPush({ keys, contact, clock, webPushAt = [], ...settings }: PushSettings): Push {
  const services: Record<PushType, PushService | null> = {
    webpush: webPush({ ...keys, subject: contact }, webPushAt),
    fcm: settings.fcm ? fcm(settings.fcm) : null,
    apns: settings.apns ? apns(settings.apns, clock) : null,
  }
  return {
    types: PUSH_TYPES.filter((type) => services[type]),
    webPushKey: keys.publicKey,
    accepts: ({ type, token }) => services[type]?.accepts(token) ?? false,
    async send({ type, token }, payload) {
      const service = services[type]
      // The service may be configured again: the device is kept.
      if (!service) throw new PushRefused(type, 'not_set_up')
      return service.send(token, payload)
    },
    close() {
      for (const service of Object.values(services)) service?.close()
    },
  }
}

/** The operator's own address, or the sender of their mails: push services accept no other. */
export function contactOf(publicUrl: string | undefined, mailFrom: string): string {
  if (publicUrl?.startsWith('https:')) return publicUrl
  return `mailto:${/<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
}
