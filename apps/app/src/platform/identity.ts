import { quick } from './storage.ts'
import { store, useStore } from './store.ts'

const KEY = 'reflet.user'
/** Under it: who wants messages on this device. It outlives a session that ended by itself. */
export const WANTS_PUSH = 'reflet.push'

/** Whose session this is: undefined when logged out. The page's first paint reads it too. */
const userId = store<string | undefined>(undefined)

export const currentUserId = () => userId.get()
export const useUserId = () => useStore(userId)
export const useLoggedIn = () => useUserId() !== undefined

export const rememberedUserId = () => quick.get(KEY)
export function setIdentity(id: string | undefined) {
  quick.set(KEY, id ?? null)
  userId.set(id)
}

/** Another tab logged out: this one must not go on as if nothing had happened. */
export const onForeignLogout = (listener: () => void) =>
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY && newValue === null && currentUserId() !== undefined) listener()
  })
