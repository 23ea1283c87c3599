import { useSyncExternalStore } from 'react'

/** Breakpoint: from here on list and detail are side by side (as in ui.css). */
export const WIDE = '(min-width: 1200px)'

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}
