import { useEffect, useRef } from 'react'
import { loginPath } from '../../platform/paths.ts'
import { useFailedSignOn } from './SignOn.tsx'

/** A single sign-on that was refused comes back to `/login?sso=refused`: its failure is shown once, and the address is the login's again. */
export default function RefusedSignOn() {
  const fail = useFailedSignOn()
  const now = useRef(fail)
  now.current = fail
  useEffect(() => {
    window.history.replaceState(window.history.state, '', loginPath)
    void now.current('ERREUR_3')
  }, [])
  return null
}
