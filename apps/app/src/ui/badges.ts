import { useIonRouter } from '@ionic/react'
import { useEffect } from 'react'
import { homePath } from '../platform/paths.ts'
import { useUser } from '../platform/session.ts'

/** True on screens that exist only where the company has badges; elsewhere it redirects to the home page, and stays false. */
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
