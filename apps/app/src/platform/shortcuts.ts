import { isNative } from './build-target.ts'
import { quick } from './quick.ts'
import { store, useStore } from './store.ts'

const KEY = 'reflet.single-keys'
const enabled = store(quick.get(KEY) !== 'off')

/** Whether keys without a modifier are shortcuts on this device (WCAG 2.1.4). */
export const areKeysOn = enabled.get
export const useKeysOn = () => useStore(enabled)

export function chooseKeys(on: boolean) {
  quick.set(KEY, on ? null : 'off')
  enabled.set(on)
}

/** Whether this device may have a keyboard: a phone's browser has no pointer that hovers. */
export const mayHaveKeys = () => !isNative && window.matchMedia('(any-hover: hover)').matches

export type Panel = 'search' | 'keys'
const panel = store<Panel | null>(null)

/** The dialog over the page: the command palette, or the list of keys. */
export const showPanel = panel.set
/** Unless another one is shown by now. */
export const closePanel = (which: Panel) => panel.get() === which && panel.set(null)
export const usePanel = () => useStore(panel)

export const isMac = () => /Mac|iP(hone|ad|od)/.test(navigator.platform)
/** As printed on the keys. */
export const SEARCH_KEYS = isMac() ? ['⌘', 'K'] : ['Ctrl', 'K']
