import * as native from './native/push.ts'
import * as web from './push-web.ts'

/** The push state of this device, for the logged-in person only. */
export type DevicePush = 'unsupported' | 'denied' | 'off' | 'on' | 'unavailable'

/** Compared in place, so that the bundler keeps one of them. */
const part = import.meta.env.MODE === 'native' ? native : web

export const readDevicePush = part.readDevicePush
export const onPermissionChange = part.onPermissionChange
/** Whether the system's dialog is open while `turnOn` waits. */
export const isAsking = part.isAsking
export const turnOn = part.turnOn
export const turnOff = part.turnOff
export const startPush = part.startPush
/** After the session: removes its notifications, and receives no more. */
export const leaveDevice = async (): Promise<void> => void (await part.leaveDevice())
