import { appVersion } from '../build-target.ts'
import { settle } from '../errors.ts'
import { storage } from '../storage.ts'
import { listenForLinks, type NativeSignOn, takeLaunch } from './arrivals.ts'
import { listenForMessages } from './push.ts'
import { wipeSecretsOnce } from './secrets.ts'
import { restoreServer } from './server.ts'
import { followSystem } from './system.ts'
import { checkUpdate } from './update.ts'

const INSTALLED = 'installed'
/** A slow server must not keep the app closed: what it answers later is followed then. */
const UPDATE_WAIT_MS = 1_500

/** The Keychain outlives the app: what an earlier installation left there is deleted at the first start of a new one. */
async function atFirstStart(): Promise<void> {
  if (await storage.get<string>(INSTALLED)) return
  await storage.set(INSTALLED, appVersion)
  // Storage that cannot be opened looks empty: then this is perhaps not the first start.
  if (await storage.get<string>(INSTALLED)) await wipeSecretsOnce()
}

/** What the native app opens with. */
export type Launch = { readonly page: '/server' | '/update' } | { readonly path: string } | { readonly signOn: NativeSignOn } | null

/**
 * Everything before the session is restored: secrets of an earlier installation, the server, the update check, and the link that started
 * the app. `begin`: a single sign-on returned to the running app.
 */
export async function launch(begin: (signOn: NativeSignOn) => void): Promise<Launch> {
  followSystem()
  void settle(listenForMessages())
  await atFirstStart().catch(() => undefined)
  listenForLinks(begin)
  if (!(await restoreServer())) return { page: '/server' }
  const waited = new Promise<undefined>((resolve) => window.setTimeout(resolve, UPDATE_WAIT_MS, undefined))
  const [result, opened] = await Promise.all([Promise.race([checkUpdate(), waited]), takeLaunch()])
  return result === 'update' ? { page: '/update' } : opened
}
