import { ACCOUNTS_TOO_NEW } from '@reflet/contract/counting'
import { ApiError } from '../../../platform/errors.ts'

/** A confidential request of an administrator in which the accounts of too few colleagues count. It is shown where the choice is made. */
export const isTooNew = (error: unknown): error is ApiError =>
  error instanceof ApiError && Object.values(error.fields).includes(ACCOUNTS_TOO_NEW)
