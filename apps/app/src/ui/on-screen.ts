import { useCallback, useRef } from 'react'

/** How long an element must be on the screen. */
const SEEN_AFTER_MS = 1000
/** Fine steps: half of the window is a small part of a tall element. */
const THRESHOLDS = Array.from({ length: 21 }, (_, step) => step / 20)

interface Watched {
  onSeen: () => void
  inView: boolean
  timer?: number | undefined
}

const watched = new Map<Element, Watched>()

function start(element: Element, one: Watched) {
  window.clearTimeout(one.timer)
  if (!one.inView || document.visibilityState !== 'visible') return
  one.timer = window.setTimeout(() => {
    unwatch(element)
    one.onSeen()
  }, SEEN_AFTER_MS)
}

function unwatch(element: Element) {
  window.clearTimeout(watched.get(element)?.timer)
  watched.delete(element)
  observer?.unobserve(element)
}

let observer: IntersectionObserver | undefined

/** On the screen: at least half of the element, or a part that fills half of the window. */
function observe(entries: readonly IntersectionObserverEntry[]) {
  for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
    const one = watched.get(target)
    if (!one) continue
    const inView = intersectionRatio >= 0.5 || intersectionRect.height >= (rootBounds?.height ?? window.innerHeight) / 2
    if (inView === one.inView) continue
    one.inView = inView
    start(target, one)
  }
}

function watch(element: Element, onSeen: () => void) {
  if (!observer) {
    observer = new IntersectionObserver(observe, { threshold: THRESHOLDS })
    document.addEventListener('visibilitychange', () => {
      for (const [each, one] of watched) start(each, one)
    })
  }
  watched.set(element, { onSeen, inView: false })
  observer.observe(element)
}

/**
 * A ref: calls `onSeen` once the element has been on the screen of a visible page for a second.
 * @param id of what the element shows; undefined: not watched
 */
export function useOnScreen(id: string | undefined, onSeen: (id: string) => void) {
  const latest = useRef(onSeen)
  latest.current = onSeen
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element || !id) return
      watch(element, () => latest.current(id))
      return () => unwatch(element)
    },
    [id],
  )
}
