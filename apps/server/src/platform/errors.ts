import { type ErrorCode, errorStatus, type SecondFactor } from '@reflet/contract/errors'

/**
 * The only error type for refusals: a code of the contract. `platform/http.ts` maps it to a status and a body; nothing else of it is sent by
 * the server.
 */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  /** Seconds to wait, for `slow_down`. */
  readonly retryAfter: number | undefined
  /** How the login goes on, for `second_factor_required`. */
  readonly secondFactor: SecondFactor | undefined

  constructor(code: ErrorCode, options: { fields?: Record<string, string>; retryAfter?: number; secondFactor?: SecondFactor } = {}) {
    super(code)
    this.code = code
    this.fields = options.fields
    this.retryAfter = options.retryAfter
    this.secondFactor = options.secondFactor
  }

  get status() {
    return errorStatus[this.code]
  }
}

/** Missing and unauthorized look the same from outside (docs/PRODUCT.md, "Errors"). */
export const notFound = () => new Problem('not_found')

/** A limit that resets at `until`: at least one second to wait. */
export const slowDown = (until: Date, now: Date, fields?: Record<string, string>) =>
  new Problem('slow_down', { retryAfter: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)), ...(fields && { fields }) })
