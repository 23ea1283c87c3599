import { store, useStore } from './store.ts'

/**
 * The origin of the API, without a trailing slash. Empty in the web app, whose pages have the same origin; on native empty until a server is
 * chosen (platform/native/server.ts).
 */
const origin = store('')

export const apiHost = origin.get
/** The address of a file that a response names: the app's own files are in its package, others on the server. */
export const fileUrl = (path: string) => (path.startsWith('/') && !path.startsWith('/assets/') ? apiHost() + path : path)

export const setApiHost = origin.set
export const useApiHost = () => useStore(origin)
