import type { SecondFactor } from '@reflet/contract/errors'
import { publish } from './events.ts'
import { dismissLoading } from './loading.ts'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** Already published to the rest of the app. */
  announced = false
  /** How the login goes on (`second_factor_required`). */
  secondFactor: SecondFactor | undefined
  /** 0 without a response. */
  readonly status: number
  readonly code: string
  /** Error codes by field. */
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | undefined
  /** Seconds to wait (`slow_down`, `unavailable`). */
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, fields: Readonly<Record<string, string>> = {}, requestId?: string, retryAfter?: number) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
    this.fields = fields
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

export const toApiError = (error: unknown) => (error instanceof ApiError ? error : new ApiError(0, 'internal'))

/** The server cannot be reached; `certificate`: its certificate is not valid (only the native app knows). */
export const isOffline = (error: unknown) => error instanceof ApiError && (error.code === 'offline' || error.code === 'certificate')

/** docs/PRODUCT.md, "Errors": any error dismisses the loading indicator; a 401 publishes `userDisconnect`, once. */
export function announce(error: unknown) {
  dismissLoading()
  if (!(error instanceof ApiError) || error.announced || error.status !== 401) return
  error.announced = true
  publish('userDisconnect')
}

/** For work that is not awaited; a single call uses `specified`. */
export async function settle(promise: Promise<unknown>): Promise<void> {
  try {
    await promise
  } catch (error) {
    announce(error)
  }
}

/** For work of several calls that returns false when it fails; `why` receives the error. */
export async function orFalse(promise: Promise<unknown>, why?: (error: ApiError) => void): Promise<boolean> {
  try {
    await promise
    return true
  } catch (error) {
    dismissLoading()
    why?.(toApiError(error))
    return false
  }
}
