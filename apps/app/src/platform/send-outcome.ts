import type { ApiError } from './errors.ts'

/**
 * The outcome of an idempotent send: `sent` when our server accepted it, also with a response that this version does not know; `refused`
 * with an error code of ours; `skipped` when a proxy refused it, perhaps only this one; `later` without a response, after a server error or
 * rate limit, or when a new session is needed first.
 */
export function outcomeOf({ status, code }: ApiError): 'sent' | 'refused' | 'skipped' | 'later' {
  if (status >= 200 && status < 300) return code === 'internal' ? 'sent' : 'later'
  if (status < 400 || status === 401 || status === 429 || status >= 500) return 'later'
  // A refusal without a code of ours was read as `internal`.
  return code === 'internal' ? 'skipped' : 'refused'
}
