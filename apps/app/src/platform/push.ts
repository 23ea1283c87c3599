import * as native from './native/push.ts'
import * as web from './push-web.ts'

/** The push state of this device, for the logged-in person only. */
export type DevicePush = 'unsupported' | 'denied' | 'off' | 'on' | 'unavailable'

/** Compared in place, so that the bundler keeps one of them. */
const part = import.meta.env.MODE === 'native' ? native : web

export const { readDevicePush, onPermissionChange, isAsking, turnOn, turnOff, startPush } = part

/** After the session: removes its notifications, and receives no more. */
export const leaveDevice = async (): Promise<void> => void (await part.leaveDevice())
