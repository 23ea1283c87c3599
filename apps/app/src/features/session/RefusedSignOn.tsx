import { useEffect, useRef } from 'react'
import { useSignOnAlert } from './SignOn.tsx'

/** A single sign-on that was refused comes back to `/login?sso=refused`: the alert is shown once, and the address is the login's again. */
export default function RefusedSignOn() {
  const alert = useSignOnAlert()
  const now = useRef(alert)
  now.current = alert
  useEffect(() => {
    window.history.replaceState(window.history.state, '', '/login')
    void now.current('ERREUR_3')
  }, [])
  return null
}
