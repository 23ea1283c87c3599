import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { quickHere } from './quick.ts'

/**
 * The token of a mail's unsubscribe link (`?mail=`): only the receiver of the mail may change mails to its address. It is stored for this
 * tab and removed from the URL, so that a copied URL does not contain it. Empty on a page that was opened otherwise.
 */
export function useMailToken(link: string): string {
  const { search } = useLocation()
  const given = new URLSearchParams(search).get('mail') ?? ''
  const key = `reflet.mail.${link}`
  const [token] = useState(() => given || (quickHere.get(key) ?? ''))
  useEffect(() => {
    if (!given) return
    quickHere.set(key, given)
    const address = new URL(window.location.href)
    address.searchParams.delete('mail')
    window.history.replaceState(window.history.state, '', address)
  }, [given, key])
  return token
}
