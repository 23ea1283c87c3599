import { useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { to } from '../../platform/runtime.ts'

/** What the address of this page says; a page that waits behind another keeps what it said last. */
export function useAddress(path: string): URLSearchParams {
  const { pathname, search } = useLocation()
  const last = useRef(search)
  if (pathname === to(path)) last.current = search
  return new URLSearchParams(pathname === to(path) ? search : last.current)
}
