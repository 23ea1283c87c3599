import { formatDate } from './locale.ts'

/** The local date of an instant, in the format of date fields: YYYY-MM-DD. */
export const dayOf = (moment: Date) =>
  [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** A local date, so many days from now. */
export const dayFromNow = (days: number, now = new Date()) => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12))

/** A date without a time, in the reader's language. */
export const formatDay = (day: string, options?: Intl.DateTimeFormatOptions) => formatDate(`${day}T12:00:00`, options)

/** A month of the statistics, as `2026-03`. */
export const formatMonth = (month: string, style: 'short' | 'long') =>
  formatDate(`${month}-15T12:00:00Z`, style === 'long' ? { month: 'long', year: 'numeric' } : { month: 'short' })

/** A date in words with its year: for documents, which are read later. */
export const WITH_YEAR: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' }
