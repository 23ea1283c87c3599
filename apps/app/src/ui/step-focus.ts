import { useEffect, useRef } from 'react'

/** The attributes of the heading that a new step begins with. */
export const STEP_HEADING = { tabIndex: -1, 'data-step-heading': '' } as const

/** Scrolls this element to its start and focuses its last step heading. */
export function focusStep(container: HTMLElement | null) {
  const headings = container?.querySelectorAll<HTMLElement>('[data-step-heading]')
  container?.scrollIntoView({ block: 'start' })
  headings?.[headings.length - 1]?.focus({ preventScroll: true })
}

/**
 * Focus management of content that is replaced in place: the ref's element is scrolled to its start, and its last step heading focused, when
 * `step` changes. Nothing happens on the first step, and while `step` is undefined.
 */
export function useStepFocus(step: string | number | undefined) {
  const container = useRef<HTMLElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    const before = shown.current
    shown.current = step
    if (before === undefined || step === undefined || before === step) return
    focusStep(container.current)
  }, [step])
  return container
}
