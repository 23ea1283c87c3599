const KEY = 'access_token'

/**
 * Only native stores the token: in the browser it is an HttpOnly cookie. The mode is compared in place, so that the bundler removes the
 * secure storage from the web app.
 */
let bearer: string | null = null

const vault = async () => (await import('@aparajita/capacitor-secure-storage')).SecureStorage

export const bearerToken = () => bearer

export async function readToken() {
  if (import.meta.env.MODE === 'native') bearer = await (await vault()).getItem(KEY)
}

export async function keepToken(token: string) {
  if (import.meta.env.MODE !== 'native') return
  bearer = token
  await (await vault()).setItem(KEY, token)
}

export async function forgetToken() {
  bearer = null
  if (import.meta.env.MODE === 'native') await (await vault()).removeItem(KEY)
}
