import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { quickHere } from './storage.ts'

/**
 * The token of a mail's stop link (`?mail=`): only whoever got the mail may decide about mails to its address. It is kept for this tab
 * and taken out of the address, so that a copied address does not hand it over. Empty on a page that was opened otherwise.
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
