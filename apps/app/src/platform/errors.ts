import { publish } from './events.ts'
import { dismissLoading } from './loading.ts'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** Already told to the rest of the app. */
  announced = false
  /** 0 when no answer came. */
  readonly status: number
  readonly code: string
  /** Per refused field, a code that says why. */
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | undefined
  /** Seconds to wait, when the server said so (`slow_down`, `unavailable`). */
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

export const isOffline = (error: unknown) => error instanceof ApiError && error.code === 'offline'

/** Specification §8: any error dismisses the loading indicator; a 401 publishes `userDisconnect`, once. */
export function announce(error: unknown) {
  dismissLoading()
  if (!(error instanceof ApiError) || error.announced || error.status !== 401) return
  error.announced = true
  publish('userDisconnect')
}

/** Specification §8, for calls whose failure is a value: 401 → `[]`, 400 → `'error'`, any other → nothing. */
export async function settle<T>(promise: Promise<T>): Promise<T | [] | 'error' | undefined> {
  try {
    return await promise
  } catch (error) {
    announce(error)
    if (!(error instanceof ApiError)) return undefined
    if (error.status === 401) return []
    return error.status === 400 ? 'error' : undefined
  }
}

/** Login, forgotten password, SSO check and update check answer false when they fail; `why` receives the reason. */
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

/** A legal text that could not be fetched is an empty string. */
export async function orEmpty(promise: Promise<string>): Promise<string> {
  try {
    return await promise
  } catch {
    dismissLoading()
    return ''
  }
}
