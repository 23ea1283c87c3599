import type { ApiError } from './errors.ts'

/**
 * The outcome of an idempotent send: `sent` when our server accepted it, also with a response that this version does not know; `refused`
 * with an error code of ours; `skipped` when it may be this one alone: refused by a proxy, over a limit, or a fault of the server at it; `later`
 * without a response, or when a new session is needed first.
 */
export function outcomeOf({ status, code }: ApiError): 'sent' | 'refused' | 'skipped' | 'later' {
  if (status >= 200 && status < 300) return code === 'internal' ? 'sent' : 'later'
  // This one alone: a daily limit, or a fault of the server at it.
  if (status === 429 || status === 500) return 'skipped'
  if (status < 400 || status === 401 || status > 500) return 'later'
  // A refusal without a code of ours was read as `internal`.
  return code === 'internal' ? 'skipped' : 'refused'
}
