import { push } from '@reflet/contract/push'
import { call, specified } from '../client.ts'
import { currentUserId, WANTS_PUSH } from '../current-user.ts'
import { ApiError, settle } from '../errors.ts'
import type { DevicePush } from '../push.ts'
import { isMine, serialized, turnOffBy } from '../push-turn.ts'
import { queryClient } from '../query.ts'
import { quick } from '../quick.ts'
import { storage } from '../storage.ts'
import { arrival, foreground } from './arrivals.ts'
import { pathOfMessage } from './message.ts'

/** The device's token as the server knows it. */
const TOKEN = 'push-token'
/** Firebase and Apple answer within a second or two; without their network they do not answer at all. */
const WAIT_MS = 15_000

/** Loaded when it is used: this file is also imported where the web app decides which of the two it is. */
const plugins = async () => {
  const [{ PushNotifications }, { Badge }, { Capacitor }] = await Promise.all([
    import('@capacitor/push-notifications'),
    import('@capawesome/capacitor-badge'),
    import('@capacitor/core'),
  ])
  const type: 'apns' | 'fcm' = Capacitor.getPlatform() === 'ios' ? 'apns' : 'fcm'
  return { PushNotifications, Badge, type }
}

const inTurn = serialized()

const permissionOf = async () => (await (await plugins()).PushNotifications.checkPermissions()).receive

export async function readDevicePush(): Promise<DevicePush> {
  const { type } = await plugins()
  const permission = await permissionOf()
  if (permission === 'denied') return 'denied'
  if (isMine(currentUserId()) && permission === 'granted') return 'on'
  const { types } = await call(push.getPushServices)
  return types.includes(type) ? 'off' : 'unavailable'
}

/** The permission is changed in the system's settings, which cover the app. Returns the function that ends the subscription. */
export function onPermissionChange(listener: () => void): () => void {
  const look = () => document.visibilityState === 'visible' && listener()
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}

/** Tells the server this device's token; the one before is forgotten. */
async function keep(token: string): Promise<void> {
  const { type } = await plugins()
  await call(push.registerPushToken, { body: { type, token } })
  const before = await storage.get<string>(TOKEN)
  await storage.set(TOKEN, token)
  if (before && before !== token) await specified(push.forgetPushToken, { body: { token: before } })
}

/** While a token is asked for: its answer is the caller's. */
let isRequested = false

/** Asks the system for a token. @throws ApiError `push_unavailable` or `offline` */
async function requestToken(): Promise<string> {
  const { PushNotifications } = await plugins()
  const failed = () => new ApiError(0, navigator.onLine ? 'push_unavailable' : 'offline')
  const ends: (() => unknown)[] = []
  isRequested = true
  try {
    return await new Promise<string>((resolve, reject) => {
      const timer = window.setTimeout(() => reject(failed()), WAIT_MS)
      ends.push(() => window.clearTimeout(timer))
      const listening = [
        PushNotifications.addListener('registration', ({ value }) => resolve(value)),
        PushNotifications.addListener('registrationError', () => reject(failed())),
      ]
      for (const one of listening) ends.push(async () => (await one).remove())
      Promise.all(listening)
        .then(() => PushNotifications.register())
        .catch(() => reject(failed()))
    })
  } finally {
    isRequested = false
    for (const end of ends) void end()
  }
}

async function register(userId: string): Promise<DevicePush> {
  const { type } = await plugins()
  const { types } = await call(push.getPushServices)
  if (!types.includes(type)) return 'unavailable'
  await keep(await requestToken())
  // Race: a concurrent logout is queued and unregisters next.
  if (currentUserId() !== userId) return 'off'
  quick.set(WANTS_PUSH, userId)
  return 'on'
}

/** Only the person knows whether the system's dialog is open: its text fits both. */
export const isAsking = () => true

/** Asks for the permission. A second refusal is final on Android: the system does not ask again, and says that it is denied. */
export async function turnOn(): Promise<DevicePush> {
  const { PushNotifications } = await plugins()
  const { receive } = await PushNotifications.requestPermissions()
  if (receive === 'denied') return 'denied'
  const userId = currentUserId()
  return receive === 'granted' && userId ? inTurn(() => register(userId)) : 'off'
}

/** From then on the system refuses all messages to this device. */
async function drop(): Promise<string | null> {
  const token = await storage.get<string>(TOKEN)
  if (token === null) return null
  await settle((await plugins()).PushNotifications.unregister())
  await storage.remove(TOKEN)
  return token
}

export const turnOff = () => inTurn<DevicePush>(() => turnOffBy(drop))

async function clearDelivered() {
  const { PushNotifications, Badge } = await plugins()
  await Promise.all([settle(PushNotifications.removeAllDeliveredNotifications()), settle(Badge.clear())])
}

export const leaveDevice = () => inTurn(() => Promise.all([clearDelivered(), drop()]))

/** The app is open: clears the notifications, and resets the icon's count. */
async function seen() {
  await clearDelivered()
  if (currentUserId() !== undefined) await specified(push.clearPushCounter)
}

let listening = false

/**
 * Listens to what arrives, also when no one is logged in: a message that opened the closed app is kept by the system until the app listens.
 * To be called at each start.
 */
export async function listenForMessages(): Promise<void> {
  if (listening) return
  listening = true
  const { PushNotifications } = await plugins()
  await PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) => {
    const path = pathOfMessage(notification.data)
    if (path) arrival.set(path)
    void queryClient.invalidateQueries()
    void seen()
  })
  await PushNotifications.addListener('pushNotificationReceived', ({ title, body, data }) => {
    void queryClient.invalidateQueries()
    if (document.visibilityState !== 'visible' || !isMine(currentUserId())) return
    foreground.set({ text: [title, body].filter(Boolean).join(' · '), path: pathOfMessage(data) })
    void seen()
  })
  // The service may give the installation another token at any time.
  await PushNotifications.addListener('registration', ({ value }) => {
    if (!isRequested && isMine(currentUserId())) void settle(inTurn(() => keep(value)))
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && isMine(currentUserId())) void seen()
  })
}

/** After a login: the person who turned push on is registered again with this session; a registration of another person is removed. */
export async function startPush(userId: string, _open: (path: string) => void): Promise<void> {
  if (!isMine(userId)) {
    quick.set(WANTS_PUSH, null)
    await settle(inTurn(drop))
    return
  }
  await seen()
  if ((await permissionOf()) === 'granted') await settle(inTurn(() => register(userId)))
}
