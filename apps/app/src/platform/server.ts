import { store, useStore } from './store.ts'

/**
 * The origin of the API, without a trailing slash. Empty in the web app, whose pages have the same origin; on native empty until a server is
 * chosen (platform/native/server.ts).
 */
const origin = store('')

export const apiHost = origin.get
export const setApiHost = origin.set
export const useApiHost = () => useStore(origin)
