import type { ApiError } from './errors.ts'

/**
 * What became of something that may be sent twice: `sent` when our server took it and answered in words that this version does not
 * know; `refused` when it said why; `skipped` when somebody on the way refused in its place, perhaps this one alone; `later` when
 * nobody answered, it stumbled or asks for patience, or the session must begin again first.
 */
export function fateOf({ status, code }: ApiError): 'sent' | 'refused' | 'skipped' | 'later' {
  if (status >= 200 && status < 300) return code === 'internal' ? 'sent' : 'later'
  if (status < 400 || status === 401 || status === 429 || status >= 500) return 'later'
  // A refusal without a code of ours was read as `internal`.
  return code === 'internal' ? 'skipped' : 'refused'
}
