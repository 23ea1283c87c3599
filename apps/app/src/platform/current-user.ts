import { quick } from './quick.ts'
import { store, useStore } from './store.ts'

const KEY = 'reflet.user'
/** The user's id under which push is enabled on this device. It is kept when a session expires. */
export const WANTS_PUSH = 'reflet.push'

/** The user's id of this session: undefined when logged out. The page's first paint reads it too. */
const userId = store<string | undefined>(undefined)

export const currentUserId = () => userId.get()
export const useUserId = () => useStore(userId)
export const useLoggedIn = () => useUserId() !== undefined

export const onIdentity = userId.subscribe

/** Read before the storage is opened; what is stored there decides. */
export const rememberedUserId = () => quick.get(KEY)
export const rememberUser = (id: string | undefined) => quick.set(KEY, id ?? null)
export function setIdentity(id: string | undefined) {
  rememberUser(id)
  userId.set(id)
}

/** Another tab logged out: this one must end its session, too. */
export const onForeignLogout = (listener: () => void) =>
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY && newValue === null && currentUserId() !== undefined) listener()
  })
