import { settle } from './errors.ts'
import { apiHost } from './server.ts'

const KEY = 'access_token'

/**
 * Only native stores the token: in the browser it is an HttpOnly cookie. The mode is compared in place, so that the bundler removes the
 * secure storage from the web app.
 */
let bearer: string | null = null
/** The device was locked when it should have been stored. */
let isUnsaved = false

const secrets = () => import('./native/secrets.ts')

export const bearerToken = () => bearer

/** @throws ApiError `device_locked`: then it is unknown whether there is a session */
export async function readToken() {
  if (import.meta.env.MODE === 'native') bearer = await (await secrets()).readSecret(KEY)
}

/** A device that cannot store it now has the session until the app is closed; `saveToken` tries again. */
export async function keepToken(token: string) {
  if (import.meta.env.MODE !== 'native') return
  bearer = token
  isUnsaved = true
  await settle(saveToken())
}

/** To be called when the app comes to the front. @throws ApiError `device_locked` */
export async function saveToken() {
  if (import.meta.env.MODE !== 'native' || !isUnsaved || bearer === null) return
  await (await secrets()).keepSecret(KEY, bearer)
  isUnsaved = false
}

export async function forgetToken() {
  bearer = null
  isUnsaved = false
  if (import.meta.env.MODE === 'native') await (await secrets()).forgetSecret(KEY)
}

/** Native: of a session that ended here while the server could not be reached. In a browser the cookie does it. */
const OWED = 'owed-logout'

export async function oweToken() {
  if (import.meta.env.MODE === 'native' && bearer !== null)
    await settle((await secrets()).keepSecret(OWED, JSON.stringify([apiHost(), bearer])))
}

/** The token, and the server that it belongs to. @throws ApiError `device_locked` */
export async function owedToken(): Promise<[server: string, token: string] | null> {
  if (import.meta.env.MODE !== 'native') return null
  const kept = await (await secrets()).readSecret(OWED)
  return kept === null ? null : (JSON.parse(kept) as [string, string])
}

export async function settleToken() {
  if (import.meta.env.MODE === 'native') await (await secrets()).forgetSecret(OWED)
}
