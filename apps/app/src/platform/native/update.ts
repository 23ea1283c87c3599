import { App } from '@capacitor/app'
import { Capacitor } from '@capacitor/core'
import { updates } from '@reflet/contract/updates'
import { appVersion } from '../build-target.ts'
import { specified } from '../client.ts'
import { store } from '../store.ts'
import { isBelow } from './versions.ts'

/** Where to get the version that the server asks for; null while none is needed. */
export interface NeededUpdate {
  readonly storeUrl: string | undefined
}

export const neededUpdate = store<NeededUpdate | null>(null)

/** The version of the installed app; that of its web part where the system does not say. */
const installedVersion = () =>
  App.getInfo().then(
    ({ version }) => version,
    () => appVersion,
  )

/**
 * The update check (specification, section 4): 'update' when the app is older than the server accepts, else 'allowed'; false when it failed
 * or the answer makes no sense: then the app loads.
 */
export async function checkUpdate(): Promise<'update' | 'allowed' | false> {
  const [version, { value }] = await Promise.all([
    installedVersion(),
    specified(updates.checkUpdate, { query: { platform: Capacitor.getPlatform() === 'ios' ? 'ios' : 'android' } }),
  ])
  if (!value) return false
  const below = isBelow(version, value.minVersion)
  if (below === null) return false
  neededUpdate.set(below ? { storeUrl: storeUrlOf(value.storeUrl) } : null)
  return below ? 'update' : 'allowed'
}

/** An address that opens a store, and nothing else. */
const storeUrlOf = (url: string | undefined) => (url && /^(https|itms-apps|market):/.test(url) ? url : undefined)
