import { useRef } from 'react'
import { useAddress } from '../platform/address.ts'
import { to } from '../platform/paths.ts'

/** `?answer=…` of the page at `path`. It is kept while another page is on top: this one is still mounted behind it. */
export function useQueryParam(path: string, name: string) {
  const kept = useRef('')
  return useAddress(({ search, pathname }) => {
    if (pathname === to(path)) kept.current = new URLSearchParams(search).get(name) ?? ''
    return kept.current
  })
}
