import { useEffect, useRef } from 'react'

/** The attributes of the heading that a new step begins with. */
export const STEP_HEADING = { tabIndex: -1, 'data-step-heading': '' } as const

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
    const headings = container.current?.querySelectorAll<HTMLElement>('[data-step-heading]')
    container.current?.scrollIntoView({ block: 'start' })
    headings?.[headings.length - 1]?.focus({ preventScroll: true })
  }, [step])
  return container
}
