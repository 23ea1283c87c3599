import { MINUTE_MS } from '@reflet/contract/durations'

/** Messages of one kind to one reader within this time become one mail. */
const BUNDLE_MS = 2 * MINUTE_MS

/** When a bundled mail is sent: after a delay, so that later messages can join it. */
export const bundledUntil = (now: Date) => new Date(now.getTime() + BUNDLE_MS)

/** Debounced: changes within this time make one mail, after the last of them. */
const POSTPONE_MS = 5 * MINUTE_MS

/** When a debounced mail is sent unless there is another change before. */
export const postponedUntil = (now: Date) => new Date(now.getTime() + POSTPONE_MS)
