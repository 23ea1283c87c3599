import { store } from './store.ts'

/** Set when a newer version of the web app is ready (platform/worker.ts): opens it. Only on request: a person may be typing. */
export const newVersion = store<{ readonly open: () => void } | null>(null)
