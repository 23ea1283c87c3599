import { createECDH, randomBytes } from 'node:crypto'
import type { CDPSession, Page, Worker } from '@playwright/test'
import type { PushPayload } from '@reflet/contract/push'
import { expect } from './journey.ts'

/** What a browser's push service would return: an endpoint and the keys of one device. */
function newSubscription() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
  return { endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(40).toString('base64url')}`, expirationTime: null, keys }
}

/** A browser that allows notifications, with a fake push service: it returns one endpoint, and keeps it. */
export async function withPushService(page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript((json) => {
    const KEPT = 'push-service.key'
    const made = (key: string) => {
      const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
      const applicationServerKey = Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer
      const unsubscribe = async () => {
        localStorage.removeItem(KEPT)
        return true
      }
      return { ...json, options: { userVisibleOnly: true, applicationServerKey }, toJSON: () => json, unsubscribe }
    }
    Object.assign(PushManager.prototype, {
      subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
        localStorage.setItem(KEPT, key)
        return made(key)
      },
      getSubscription: async () => {
        const key = localStorage.getItem(KEPT)
        return key === null ? null : made(key)
      },
    })
  }, newSubscription())
}

/** Whether the browser has a subscription. */
export const isSubscribed = (page: Page) => page.evaluate(() => localStorage.getItem('push-service.key') !== null)

/** The app's notifications, as the device lists them. */
export const delivered = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/')
    const all = (await registration?.getNotifications()) ?? []
    return all.map(({ title, body, lang, dir, tag }) => ({ title, body, lang, dir, tag }))
  })

const sessions = new WeakMap<Page, { session: CDPSession; registrationId: Promise<string> }>()

async function registrationOf(page: Page) {
  const known = sessions.get(page)
  if (known) return known
  const session = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const living = registrations.find(({ isDeleted }) => !isDeleted)
      if (living) resolve(living.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const made = { session, registrationId }
  sessions.set(page, made)
  return made
}

interface Receiving extends Window {
  arrived?: Promise<void>
}

/**
 * The push service delivers a message, already decrypted: the browser itself wakes up the worker. The notifications are read only once the
 * worker has shown it: Chromium forgets one that is read between its record and its display.
 */
export async function deliver(page: Page, message: PushPayload): Promise<void> {
  const { session, registrationId } = await registrationOf(page)
  await page.evaluate(() => {
    ;(window as Receiving).arrived = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('message', ({ data }) => data.arrived && resolve()),
    )
  })
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registrationId,
    data: JSON.stringify(message),
  })
  await page.evaluate(() => (window as Receiving).arrived)
  expect((await delivered(page)).map(({ body }) => body)).toContain(message.body)
}

export async function workerOf(page: Page): Promise<Worker> {
  const context = page.context()
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
}

/** What the worker's global scope has and a page's does not. */
interface Scope extends EventTarget {
  location: Location
  fetch: typeof fetch
  registration: ServiceWorkerRegistration
  clients: { openWindow: (url: string) => Promise<null> }
  NotificationEvent: new (type: string, about: { notification: Notification }) => Work
  ExtendableEvent: new (type: string) => Work
}
/** The browser does not wait for a script's own event: the dispatcher waits. */
type Work = Event & { waitUntil: (work: Promise<unknown>) => void }

/** Presses the notification. A browser lets only a real press open a window: returns the requested URL. */
export const press = (worker: Worker): Promise<string[]> =>
  worker.evaluate(async () => {
    const scope = self as unknown as Scope
    const opened: string[] = []
    scope.clients.openWindow = async (url) => {
      opened.push(new URL(url, scope.location.origin).href)
      return null
    }
    const [notification] = await scope.registration.getNotifications()
    if (!notification) throw new Error('nothing was delivered')
    const click = new scope.NotificationEvent('notificationclick', { notification })
    let work: Promise<unknown> = Promise.resolve()
    click.waitUntil = (promise) => {
      work = promise
    }
    scope.dispatchEvent(click)
    await work
    return opened
  })

/** The push service renews the subscription: returns the server's status for the worker's call. */
export const changeAddress = (worker: Worker): Promise<number[]> =>
  worker.evaluate(async (subscription) => {
    const scope = self as unknown as Scope
    const statuses: number[] = []
    const reach = scope.fetch.bind(scope)
    scope.fetch = async (...call) => {
      const response = await reach(...call)
      statuses.push(response.status)
      return response
    }
    Object.assign(PushManager.prototype, { subscribe: async () => subscription })
    const change = new scope.ExtendableEvent('pushsubscriptionchange')
    let work: Promise<unknown> = Promise.resolve()
    change.waitUntil = (promise) => {
      work = promise
    }
    scope.dispatchEvent(change)
    await work
    return statuses
  }, newSubscription())
