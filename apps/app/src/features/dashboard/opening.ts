import { useEffect, useRef } from 'react'
import { useAddress } from '../../platform/address.ts'
import { to } from '../../platform/paths.ts'
import { useUserRecord } from '../../platform/session.ts'
import { useOpenDashboard } from '../feedback/feedback.api.ts'

/** Opening the dashboard marks unread answers as read; they stay new until they were seen. */
export function useOpening() {
  const here = useAddress(({ pathname }) => pathname === to('/dashboard'))
  const unread = useUserRecord()?.feedbacks.unread_answers ?? 0
  const { mutate } = useOpenDashboard()
  const asked = useRef(false)
  useEffect(() => {
    if (!here) asked.current = false
    else if (unread > 0 && !asked.current) {
      asked.current = true
      mutate()
    }
  }, [here, unread, mutate])
}
