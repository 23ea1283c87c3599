import { type RefObject, useEffect } from 'react'

/** Where the browser knows `field-sizing`, the style sheet does it. */
const isNative = () => CSS.supports('field-sizing', 'content')

/** Fallback of `field-sizing: content`: the text area is as high as its text, after each input and each change of its width. */
export function useAutoGrow(area: RefObject<HTMLTextAreaElement | null>, value: unknown) {
  const grow = () => {
    const element = area.current
    if (!element || isNative()) return
    const borders = element.offsetHeight - element.clientHeight
    element.style.blockSize = 'auto'
    element.style.blockSize = `${element.scrollHeight + borders}px`
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value has another height
  useEffect(grow, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: observed once
  useEffect(() => {
    const element = area.current
    if (!element || isNative()) return
    let width = element.offsetWidth
    const observer = new ResizeObserver(() => {
      if (element.offsetWidth === width) return
      width = element.offsetWidth
      grow()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
}
