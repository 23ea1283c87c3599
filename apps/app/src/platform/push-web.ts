import { push } from '@reflet/contract/push'
import { call, specified } from './client.ts'
import { currentUserId, WANTS_PUSH } from './current-user.ts'
import { ApiError, settle } from './errors.ts'
import { to } from './paths.ts'
import type { DevicePush } from './push.ts'
import { isMine, serialized, turnOffBy } from './push-turn.ts'
import { queryClient } from './query.ts'
import { quick } from './quick.ts'
import { registerWorker, registerWorkerLater, whenActive } from './worker.ts'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Installed web app: there is no address bar, and the device's own settings apply. */
export const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Apple's mobile devices support push only in an installed web app. */
export const needsHomeScreen = () => !isSupported() && /iPhone|iPad/.test(navigator.userAgent) && !isInstalled()

const registrationOf = async () => (isSupported() ? navigator.serviceWorker.getRegistration('/') : undefined)
const subscriptionOf = async () => (await registrationOf())?.pushManager.getSubscription()

const inTurn = serialized()

export async function readDevicePush(): Promise<DevicePush> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  if (isMine(currentUserId()) && Notification.permission === 'granted' && (await subscriptionOf())) return 'on'
  const { types } = await call(push.getPushServices)
  return types.includes('webpush') ? 'off' : 'unavailable'
}

/** Updates when the permission is changed in the browser's own settings. Returns the function that ends the subscription. */
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

/** The browser's subscription; one that was made with another VAPID key is invalid, and is renewed. */
async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  const { pushManager } = await whenActive(await registerWorker())
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
  // Race: a concurrent logout is queued and unsubscribes next.
  if (currentUserId() !== userId) return 'off'
  quick.set(WANTS_PUSH, userId)
  return 'on'
}

/** Whether the system's dialog is open while `turnOn` waits. */
export const isAsking = () => Notification.permission === 'default'

/** Who turned push on since the page was loaded: what is delivered from then on was not seen at the start. */
let turnedOnBy: string | undefined

/** Requests the permission. Must directly follow a press (user activation). */
export async function turnOn(): Promise<DevicePush> {
  const permission = await Notification.requestPermission()
  if (permission === 'denied') return 'denied'
  const userId = currentUserId()
  turnedOnBy = userId
  return permission === 'granted' && userId ? inTurn(() => register(userId)) : 'off'
}

/** Unsubscribes: from then on the push service refuses all messages to this device. */
async function drop(): Promise<string | null> {
  turnedOnBy = undefined
  const subscription = await subscriptionOf()
  await subscription?.unsubscribe()
  return subscription ? JSON.stringify(subscription) : null
}

export const turnOff = () => inTurn<DevicePush>(() => turnOffBy(drop))

async function clearDelivered() {
  for (const notification of (await (await registrationOf())?.getNotifications()) ?? []) notification.close()
  await navigator.clearAppBadge?.()
}

export const leaveDevice = () => inTurn(() => Promise.all([clearDelivered(), drop()]))

/** The app is open: clears the notifications, and resets the icon's count. */
async function seen() {
  await settle(clearDelivered())
  await specified(push.clearPushCounter)
}

/** After a login: the person who enabled push is registered again with this session; a subscription of another person is removed. */
async function recall(userId: string) {
  if (!isSupported()) return
  if (isMine(userId) && Notification.permission === 'granted') {
    await register(userId)
    return
  }
  quick.set(WANTS_PUSH, null)
  await drop()
}

/** While the app is visible, a message does not change the icon's count, but the counts on the page. */
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

/** Responds to the worker only if the app navigates itself: else the worker does it. */
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

/** After a login. `open` navigates to a message's link. */
export async function startPush(userId: string, open: (path: string) => void): Promise<void> {
  goTo = open
  registerWorkerLater()
  if (!listening && isSupported()) {
    listening = true
    navigator.serviceWorker.addEventListener('message', listen)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && isMine(currentUserId())) void seen()
    })
  }
  // A device without push has no notifications, and no count. This runs after the first screen, so possibly after `turnOn`.
  await Promise.all([isMine(userId) && turnedOnBy !== userId ? seen() : undefined, settle(inTurn(() => recall(userId)))])
}
