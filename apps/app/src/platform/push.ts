import { push } from '@reflet/contract/push'
import { call, specified } from './client.ts'
import { ApiError, settle } from './errors.ts'
import { currentUserId, WANTS_PUSH } from './identity.ts'
import { queryClient } from './query.ts'
import { isNative, to } from './runtime.ts'
import { quick } from './storage.ts'

/** What this device does with messages: of the person who is logged in, and nobody else's. */
export type DevicePush = 'unsupported' | 'denied' | 'off' | 'on' | 'unavailable'

const WORKER = '/push.js'

const isSupported = () => !isNative && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Opened from the home screen: there is no address bar, and the device's own settings rule. */
export const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Apple's mobile devices tell only what is opened from the home screen. */
export const needsHomeScreen = () => !isSupported() && /iPhone|iPad/.test(navigator.userAgent) && !isInstalled()

const registrationOf = async () => (isSupported() ? navigator.serviceWorker.getRegistration('/') : undefined)
const subscriptionOf = async () => (await registrationOf())?.pushManager.getSubscription()

const isMine = (userId: string | undefined) => userId !== undefined && quick.get(WANTS_PUSH) === userId

let last: Promise<unknown> = Promise.resolve()

/** One change after the other: whoever leaves and whoever comes next must not cross. */
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const next = last.then(change, change)
  last = next
  return next
}

export async function readDevicePush(): Promise<DevicePush> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  if (isMine(currentUserId()) && Notification.permission === 'granted' && (await subscriptionOf())) return 'on'
  const { types } = await call(push.getPushServices)
  return types.includes('webpush') ? 'off' : 'unavailable'
}

/** Somebody who changes the permission in the browser's own settings sees it here at once. Returns the function that ends it. */
export function onPermissionChange(listener: () => void): () => void {
  const ending = new AbortController()
  const watch = async () => {
    const status = await navigator.permissions.query({ name: 'notifications' })
    status.addEventListener('change', listener, { signal: ending.signal })
  }
  if (isSupported()) void settle(watch())
  return () => ending.abort()
}

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The browser's subscription; one that was made with another key of the server could never be sent to again, and is renewed. */
async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  const key = known?.options.applicationServerKey
  if (known && key && base64url(key) === applicationServerKey.replaceAll('=', '')) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

async function register(userId: string): Promise<DevicePush> {
  const { types, web_push_key } = await call(push.getPushServices)
  if (!types.includes('webpush')) return 'unavailable'
  const subscription = await subscribe(web_push_key).catch(() => {
    throw new ApiError(0, navigator.onLine ? 'push_unavailable' : 'offline')
  })
  await call(push.registerPushToken, { body: { type: 'webpush', token: JSON.stringify(subscription) } })
  // Whoever left meanwhile has their turn next: the subscription goes then.
  if (currentUserId() !== userId) return 'off'
  quick.set(WANTS_PUSH, userId)
  return 'on'
}

/** Asks for the permission, and only now. Must follow a press at once. */
export async function turnOn(): Promise<DevicePush> {
  const permission = await Notification.requestPermission()
  if (permission === 'denied') return 'denied'
  const userId = currentUserId()
  return permission === 'granted' && userId ? inTurn(() => register(userId)) : 'off'
}

/** From then on the push service takes nothing more for this device, whoever sends it. */
async function drop(): Promise<string | undefined> {
  const subscription = await subscriptionOf()
  await subscription?.unsubscribe()
  return subscription ? JSON.stringify(subscription) : undefined
}

/** It is silent at once; a server that cannot be told now learns it from the push service. */
export const turnOff = () =>
  inTurn<DevicePush>(async () => {
    quick.set(WANTS_PUSH, null)
    const token = await drop()
    if (token) await specified(push.forgetPushToken, { body: { token } })
    return 'off'
  })

async function clearDelivered() {
  for (const notification of (await (await registrationOf())?.getNotifications()) ?? []) notification.close()
  await navigator.clearAppBadge?.()
}

/** The session is over: nothing that was for its owner stays or arrives here. */
export const leaveDevice = () => inTurn(() => Promise.all([clearDelivered(), drop()]))

/** The person is here: what was delivered has done its work, and the count on the icon begins again. */
async function seen() {
  await settle(clearDelivered())
  await specified(push.clearPushCounter)
}

/** Whoever turned it on and comes back is told again, at this session; what anybody else left here ends. */
async function recall(userId: string) {
  if (!isSupported()) return
  if (isMine(userId) && Notification.permission === 'granted') {
    await register(userId)
    return
  }
  quick.set(WANTS_PUSH, null)
  await drop()
}

/** While the app is looked at, what arrives is no news for the icon, but for the counts on the page. */
function onArrival() {
  void queryClient.invalidateQueries()
  if (document.visibilityState !== 'visible') return
  void settle(Promise.resolve(navigator.clearAppBadge?.()))
  void specified(push.clearPushCounter)
}

let goTo: (path: string) => void = () => {}

interface FromWorker {
  arrived?: true
  opened?: string
}

/** Answers the worker only when the app goes there: else the worker does it. */
function listen({ data, ports }: MessageEvent<FromWorker>) {
  if (currentUserId() === undefined) return
  if (data.arrived) onArrival()
  if (data.opened === undefined) return
  ports[0]?.postMessage(true)
  void queryClient.invalidateQueries()
  void seen()
  goTo(to(data.opened))
}

let listening = false

/** Somebody is logged in. `open` goes to where a message leads. */
export async function startPush(userId: string, open: (path: string) => void): Promise<void> {
  goTo = open
  if (!listening && isSupported()) {
    listening = true
    navigator.serviceWorker.addEventListener('message', listen)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && isMine(currentUserId())) void seen()
    })
  }
  // A device that is not told has nothing delivered, and no count.
  await Promise.all([isMine(userId) ? seen() : undefined, settle(inTurn(() => recall(userId)))])
}
