import { useEffect, useState } from 'react'
import { store } from '../../../platform/store.ts'

/** The id of the request that was sent a moment ago, until its confirmation has been shown. */
export const justSent = store<string | null>(null)

/** Whether this request is shown for the first time after it was sent. */
export function useJustSent(id: string): boolean {
  const [isNew] = useState(() => justSent.get() === id)
  useEffect(() => justSent.set(null), [])
  return isNew
}
