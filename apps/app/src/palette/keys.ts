import type { MenuItem } from '../menu.ts'
import { isOnboardingPath, isPublicPath } from '../platform/paths.ts'
import { areKeysOn, showPanel } from '../platform/shortcuts.ts'
import { isPageCovered } from '../ui/covered.ts'

/** The second key after `g`. */
export const JUMPS = [
  { key: 'h', name: 'home', path: '/home' },
  { key: 'a', name: 'ask', path: '/my-skills' },
  { key: 'r', name: 'answer', path: '/answer' },
  { key: 'd', name: 'dashboard', path: '/dashboard' },
  { key: 'p', name: 'profile', path: '/profile' },
] as const satisfies readonly { key: string; name: MenuItem['name']; path: string }[]

/** Between `g` and the second key. */
const SEQUENCE_MS = 1500

const FIELD = 'input, textarea, select, [contenteditable="true"], [role="textbox"], [role="application"], video'
const isTyping = (event: KeyboardEvent) => event.composedPath().some((target) => target instanceof Element && target.matches(FIELD))

/** The letter of a Latin keyboard, on any layout. */
const letterOf = ({ key, code }: KeyboardEvent) => (/^[a-z]$/i.test(key) ? key : code.replace(/^Key/, '')).toLowerCase()

const ARABIC = /[\u0600-\u06ff]/

/** Listens to the keys of the app; returns the function that ends it. */
export function startKeys(go: (path: string) => void) {
  let begun = 0
  const isSearch = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && letterOf(event) === 'k'

  /** What a key without a modifier does. */
  const single = (event: KeyboardEvent) => {
    const inSequence = event.timeStamp - begun < SEQUENCE_MS
    begun = 0
    const jump = inSequence ? JUMPS.find(({ key }) => key === letterOf(event)) : undefined
    if (jump) return () => go(jump.path)
    // An Arabic keyboard has its own question mark, and a letter in the place of the slash.
    if (event.key === '?' || event.key === '؟') return () => showPanel('keys')
    if (event.key === '/' || (event.code === 'Slash' && ARABIC.test(event.key))) return () => showPanel('search')
    if (letterOf(event) === 'g') begun = event.timeStamp
    return undefined
  }

  const press = (event: KeyboardEvent) => {
    const { pathname } = window.location
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    // The keys of a dialog are its own.
    if (isPublicPath(pathname) || isOnboardingPath(pathname) || isPageCovered()) return
    const bare = !event.ctrlKey && !event.metaKey && !event.altKey
    const run = isSearch(event) ? () => showPanel('search') : bare && areKeysOn() && !isTyping(event) ? single(event) : undefined
    if (!run) return
    event.preventDefault()
    run()
  }
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}
