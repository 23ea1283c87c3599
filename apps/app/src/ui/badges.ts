import { useIonRouter } from '@ionic/react'
import { useEffect } from 'react'
import { homePath } from '../platform/runtime.ts'
import { useUser } from '../platform/session.ts'

/** True on screens that exist only where the company has badges; elsewhere they lead home, and it stays false. */
export function useBadgesOnly(): boolean {
  const router = useIonRouter()
  const active = useUser()?.company.badges_active
  const closed = active === false
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known
  useEffect(() => {
    if (closed) router.push(homePath, 'root', 'replace')
  }, [closed])
  return active === true
}
