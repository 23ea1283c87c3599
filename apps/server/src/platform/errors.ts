import { type ErrorCode, errorStatus } from '@reflet/contract/errors'

/**
 * The one way to refuse: a code of the contract. `platform/http.ts` turns it into a status and a body; nothing else of it
 * leaves the server.
 */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  /** Seconds to wait, for `slow_down`. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, options: { fields?: Record<string, string>; retryAfter?: number } = {}) {
    super(code)
    this.code = code
    this.fields = options.fields
    this.retryAfter = options.retryAfter
  }

  get status() {
    return errorStatus[this.code]
  }
}

/** Nothing there, or nothing of yours: both look the same from outside (product.md §7). */
export const notFound = () => new Problem('not_found')
