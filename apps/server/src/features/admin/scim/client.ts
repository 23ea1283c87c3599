import type { Locale } from '@reflet/contract/common'
import type { Administration } from '../people/people.commands.ts'

/** The directory that calls: it acts for the company of its token. */
export interface Client extends Administration {
  readonly tokenId: string
  /** New people are invited by mail. */
  readonly invites: boolean
  /** Of new people. */
  readonly locale: Locale
  readonly timeZone: string
}
