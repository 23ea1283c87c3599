import { isNative } from './runtime.ts'

const KEY = 'access_token'

/** Only native keeps the token: in the browser it travels in a cookie that no script can read. */
let bearer: string | null = null

const vault = async () => (await import('@aparajita/capacitor-secure-storage')).SecureStorage

export const bearerToken = () => bearer

export async function readToken() {
  if (isNative) bearer = await (await vault()).getItem(KEY)
}

export async function keepToken(token: string) {
  if (!isNative) return
  bearer = token
  await (await vault()).setItem(KEY, token)
}

export async function forgetToken() {
  bearer = null
  if (isNative) await (await vault()).removeItem(KEY)
}
