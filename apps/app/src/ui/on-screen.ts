import { useEffect, useRef } from 'react'

/** A card counts as seen after it has been on screen for so long. */
const SEEN_MS = 1000
/** Of a card taller than the window, this much of the window counts as well. */
const HALF = 0.5

/** Calls `onSeen` once the element has been on screen for a second; `watch` says whether that is still of interest. */
export function useOnScreen<Element extends HTMLElement>(watch: boolean, onSeen: () => void) {
  const ref = useRef<Element>(null)
  const latest = useRef(onSeen)
  latest.current = onSeen
  useEffect(() => {
    const element = ref.current
    if (!watch || !element) return
    let timer: number | undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        window.clearTimeout(timer)
        const shown =
          entry?.isIntersecting && (entry.intersectionRatio >= HALF || entry.intersectionRect.height >= window.innerHeight * HALF)
        if (!shown) return
        timer = window.setTimeout(() => {
          observer.disconnect()
          latest.current()
        }, SEEN_MS)
      },
      { threshold: [0, 0.25, HALF, 1] },
    )
    observer.observe(element)
    return () => {
      window.clearTimeout(timer)
      observer.disconnect()
    }
  }, [watch])
  return ref
}
