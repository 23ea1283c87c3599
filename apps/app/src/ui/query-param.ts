import { useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { to } from '../platform/runtime.ts'

/** `?answer=…` of the page at `path`. It stays while another page is on top: this one is still mounted behind it. */
export function useQueryParam(path: string, name: string) {
  const { search, pathname } = useLocation()
  const kept = useRef('')
  if (pathname === to(path)) kept.current = new URLSearchParams(search).get(name) ?? ''
  return kept.current
}
