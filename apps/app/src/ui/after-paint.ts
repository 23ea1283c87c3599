import { startTransition, useEffect, useState } from 'react'

/** Whether a frame has been painted since the first render: what is less urgent is rendered after it, in slices that a press can interrupt. */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setPainted(true)))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return painted
}
