import type { Locale } from '@reflet/contract/common'

interface Events {
  /** The server no longer knows this session: go to /login and log out. */
  userDisconnect: undefined
  /** The user chose a language: show it, and fetch the server's texts in it. */
  localeChanged: Locale
  /** The server sent the language: show it. */
  localeChangedServer: Locale
}

type Listener<K extends keyof Events> = (detail: Events[K]) => void
const listeners: { [K in keyof Events]: Set<Listener<K>> } = {
  userDisconnect: new Set(),
  localeChanged: new Set(),
  localeChangedServer: new Set(),
}

export function publish<K extends keyof Events>(event: K, ...detail: Events[K] extends undefined ? [] : [Events[K]]) {
  for (const listener of listeners[event]) listener(detail[0] as Events[K])
}

/** Returns the function that ends the subscription. */
export function subscribe<K extends keyof Events>(event: K, listener: Listener<K>) {
  listeners[event].add(listener)
  return () => void listeners[event].delete(listener)
}
