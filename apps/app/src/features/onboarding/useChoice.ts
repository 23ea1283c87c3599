import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** For how long the choice is shown before the page moves on. */
const PAUSE_MS = 350

const radioAt = (target: EventTarget) => (target instanceof HTMLInputElement && target.type === 'radio' ? target : undefined)

/**
 * Calls `choose` when a radio button below the element is pressed or confirmed by Enter, and `moveOn` after a moment. The arrow keys, which
 * check each radio button that they pass, and Space only select.
 */
export function useChoice(choose: (value: number) => void, moveOn: () => void) {
  const pressed = useRef(false)
  const timer = useRef<number>(undefined)
  const latest = useRef({ choose, moveOn })
  latest.current = { choose, moveOn }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const decide = (radio: HTMLInputElement) => {
    latest.current.choose(Number(radio.value))
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => latest.current.moveOn(), PAUSE_MS)
  }
  return {
    onPointerDown: (_event: PointerEvent) => {
      pressed.current = true
    },
    onClick: ({ target }: MouseEvent) => {
      const radio = radioAt(target)
      if (radio && pressed.current) decide(radio)
    },
    onKeyDown: (event: KeyboardEvent) => {
      pressed.current = false
      const radio = radioAt(event.target)
      if (event.key !== 'Enter' || !radio) return
      event.preventDefault()
      decide(radio)
    },
  }
}
