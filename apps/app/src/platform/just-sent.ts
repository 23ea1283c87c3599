import { useMemo } from 'react'

/** A receipt that is shown within this time after sending celebrates; a later visit does not. */
const JUST_MS = 15_000

const sentAt = new Map<string, number>()

/** Records that something was sent; `key` identifies its receipt: a link's token, or the id of a group or request. */
export const noteSent = (key: string) => void sentAt.set(key, performance.now())

/** Whether the receipt was opened right after sending: decided when its page opens, because what it shows may load for longer. */
export const useJustSent = (key = '') => useMemo(() => performance.now() - (sentAt.get(key) ?? Number.NEGATIVE_INFINITY) < JUST_MS, [key])
