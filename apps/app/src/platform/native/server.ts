import { session } from '@reflet/contract/session'
import { parseJson, reach } from '../client.ts'
import { ApiError, toApiError } from '../errors.ts'
import { queryClient } from '../query.ts'
import { apiHost, setApiHost } from '../server.ts'
import { storage } from '../storage.ts'
import { checkUpdate, neededUpdate } from './update.ts'

const KEY = 'server'
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '10.0.2.2'])

/** Set at build time by `REFLET_SERVER`: then no address is asked for at the first start. */
const BUILT = __REFLET_SERVER__

/** At the start of the app. False when an address has to be asked for. */
export async function restoreServer(): Promise<boolean> {
  setApiHost((await storage.get<string>(KEY)) ?? BUILT)
  return apiHost() !== ''
}

/**
 * The origin of an address as people type it: a name alone, or copied with any path.
 * @throws ApiError `server_invalid`, or `server_insecure` without TLS (except on this device, for developers)
 */
export function originOf(typed: string): string {
  const text = typed.trim()
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || !isHost(url.hostname))
    throw new ApiError(0, 'server_invalid')
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname)) throw new ApiError(0, 'server_insecure')
  return url.origin
}

/** A name with a full stop, or a loopback address: a single word is more likely a typing error. */
const isHost = (hostname: string) => LOOPBACK.has(hostname) || /^[^.\s].*\.[^.\s]+$/.test(hostname) || hostname.startsWith('[')

const readJson = async (response: Response) => (response.ok ? parseJson(await response.text()) : undefined)

/**
 * Whether a Reflet answers there; returns its origin.
 * @throws ApiError `server_invalid`, `server_insecure`, `server_unknown` (something else answers), `certificate`, `offline`
 */
export async function checkServer(typed: string): Promise<string> {
  const origin = originOf(typed)
  const health = await reach(`${origin}/health/live`, {}, readJson)
  const isAlive = (health.content as { status?: unknown } | undefined)?.status === 'ok'
  if (!isAlive) throw new ApiError(health.response.status, health.response.status >= 502 ? 'unavailable' : 'server_unknown')
  const { path, response } = session.getCredentials
  const credentials = await reach(`${origin}${path}`, {}, readJson)
  if (!response.safeParse(credentials.content).success) throw new ApiError(credentials.response.status, 'server_unknown')
  return origin
}

/** Checks a server and uses it from now on, also after a restart. @throws ApiError as `checkServer` */
export async function chooseServer(typed: string): Promise<void> {
  const origin = await checkServer(typed).catch((error: unknown) => {
    throw toApiError(error)
  })
  if (origin !== apiHost()) queryClient.clear()
  setApiHost(origin)
  neededUpdate.set(null)
  await storage.set(KEY, origin)
  await checkUpdate()
}
