import { Problem } from '../../platform/errors.ts'
import { GUEST, MAILBOXES, mailbox, SAYINGS } from './steps.ts'

/** Of the guest, and of the receiver's own mailboxes, by their number as givers. */
export const ADDRESSES: Readonly<Record<number, string>> = {
  [GUEST]: 'guest@partner.example',
  ...Object.fromEntries(Array.from({ length: MAILBOXES }, (_, number) => [mailbox(number), `receiver+${number}@mail.example`])),
}

export interface Spot {
  readonly feedbackId: string
  readonly recipientId: string
  readonly giver: number
}

/** Of a confidential request's skill. */
export interface Giving {
  readonly again: boolean
  readonly skill: number
  readonly giver: number
  readonly saying?: number
}

export const giverOf = (email: string | null) => Number(Object.entries(ADDRESSES).find(([, address]) => address === email)?.[0])

export function spotOf(spots: Readonly<Record<string, Spot>>, place: string): Spot {
  const spot = spots[place]
  if (!spot) throw new Problem('not_found')
  return spot
}

export const sayingOf = (saying: number) => SAYINGS[saying] as (typeof SAYINGS)[number]
