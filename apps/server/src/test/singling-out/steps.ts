import type { AnswerBody } from '@reflet/contract/answers'
import type { Random } from '../../demo/random.ts'
import { anAnswer } from '../factories.ts'

/** The last giver is a guest, who may withdraw an answer. */
export const GIVERS = 6
export const GUEST = GIVERS - 1
/** Addresses that the receiver invented and asks with the others: they know and control the answers from them. */
export const MAILBOXES = 2
/** The givers with a mailbox of the receiver's own. */
export const mailbox = (number: number) => GIVERS + number
/**
 * Accounts that the receiver made, where they administer the company: they know and control the answers from them. Their numbers are behind
 * those of all addresses.
 */
export const ACCOUNTS = 2
export const account = (number: number) => 50 + number
export const isAccount = (giver: number) => giver >= account(0) && giver < account(ACCOUNTS)
/** Who is or was a colleague of the receiver when they answered. */
export const isColleague = (giver: number) => giver < GUEST || isAccount(giver)
export const SKILLS = 2

const said = (rating: number | null, keep: string | null): AnswerBody =>
  anAnswer({ rating, not_observed: rating === null, situation: null, keep, improve: null })

/** Answers with the same ratings but other texts, so that the reader must not learn which belong together either. */
export const SAYINGS: readonly AnswerBody[] = [
  said(3, 'Listens'),
  said(5, 'Explains'),
  said(3, 'Explains'),
  said(5, 'Listens'),
  said(4, null),
  said(null, null),
]

/** Of one confidential request's skill; `again` is the second such request, if it was sent. */
interface Spot {
  readonly again: boolean
  readonly skill: number
  readonly giver: number
}

/** Hidden actions: the receiver must not learn of them before the release. */
export type Hidden =
  | (Spot & { readonly do: 'answer' | 'edit'; readonly saying: number })
  | (Spot & { readonly do: 'decline' })
  | (Spot & { readonly do: 'take back' })
  /** Answers at the confidential event: a colleague cannot edit theirs there. */
  | (Omit<Spot, 'again'> & { readonly do: 'join'; readonly saying: number })

/** Visible actions: what the receiver does or may know. */
export type Open =
  | { readonly do: 'later'; readonly hours: number }
  | { readonly do: 'next month' | 'ask again' | 'cancel' | 'remind' | 'read' | 'raise the threshold' }
  | { readonly do: 'reset'; readonly skill: number }
  | { readonly do: 'answer by name' | 'leave'; readonly giver: number }
  | (Spot & { readonly do: 'from a mailbox'; readonly act: 'answer' | 'edit' | 'decline' | 'take back'; readonly saying: number })
  /** Answers as a guest at their own event, with the address of a giver or of a mailbox; and withdraws the last such answer. */
  | (Omit<Spot, 'again'> & { readonly do: 'probe'; readonly saying: number })
  | { readonly do: 'take the probe back' }
  | Administering

/** What a receiver who administers the company does to accounts, and with their own ones. */
export type Administering =
  | (Spot & { readonly do: 'from an account'; readonly act: 'answer' | 'edit' | 'decline'; readonly saying: number })
  | (Omit<Spot, 'again'> & { readonly do: 'join from an account'; readonly saying: number })
  /** After these the account does not count for some time. */
  | { readonly do: 'reactivate' | 'give an address' | 'give a number' | 'reset factors'; readonly giver: number }
  | { readonly do: 'rename' | 'move' | 'deactivate'; readonly giver: number }
  /** They are no administrator any more. */
  | { readonly do: 'step down' }

export type Step = Hidden | Open

const HIDDEN: ReadonlySet<string> = new Set<Hidden['do']>(['answer', 'edit', 'decline', 'take back', 'join'])
export const isHidden = (step: Step): step is Hidden => HIDDEN.has(step.do)

export function someHidden(random: Random, atEvent: boolean): Hidden {
  const spot = { again: random.chance(0.2), skill: random.chance(0.8) ? 0 : 1, giver: random.below(GIVERS) }
  const saying = random.below(SAYINGS.length)
  const kind = random.below(atEvent ? 25 : 20)
  if (kind < 14) return { ...spot, do: 'answer', saying }
  if (kind < 17) return { ...spot, do: 'edit', saying }
  if (kind < 18) return { ...spot, do: 'decline' }
  if (kind < 20) return { ...spot, do: 'take back', giver: GUEST }
  return { do: 'join', skill: spot.skill, giver: spot.giver, saying }
}

/** Both mailboxes answer the first skill, as soon as they are asked. */
export const fromAllMailboxes = (random: Random): Open[] =>
  Array.from({ length: MAILBOXES }, (_, number) => ({
    do: 'from a mailbox',
    act: 'answer',
    again: false,
    skill: 0,
    giver: mailbox(number),
    saying: random.below(SAYINGS.length),
  }))

/** All accounts of the receiver answer the first skill. */
export const fromAllAccounts = (random: Random): Open[] =>
  Array.from({ length: ACCOUNTS }, (_, number) => ({
    do: 'from an account',
    act: 'answer',
    again: false,
    skill: 0,
    giver: account(number),
    saying: random.below(SAYINGS.length),
  }))

function administering(random: Random, atEvent: boolean): Administering {
  const own = account(random.below(ACCOUNTS))
  const giver = random.chance(0.3) ? own : random.below(GUEST)
  const spot = { again: random.chance(0.2), skill: random.chance(0.8) ? 0 : 1, giver: own, saying: random.below(SAYINGS.length) }
  const answering: Administering = atEvent
    ? { do: 'join from an account', skill: spot.skill, giver: own, saying: spot.saying }
    : { ...spot, do: 'from an account', act: random.pick(['answer', 'answer', 'answer', 'edit', 'decline'] as const) }
  return random.pick<Administering>([
    answering,
    answering,
    answering,
    { do: 'reactivate', giver },
    { do: 'give an address', giver },
    { do: 'give a number', giver },
    { do: 'reset factors', giver },
    { do: 'rename', giver },
    { do: 'move', giver },
    { do: 'deactivate', giver },
    { do: 'step down' },
  ])
}

function fromAMailbox(random: Random): Open {
  const act = random.pick(['answer', 'answer', 'answer', 'edit', 'decline', 'take back'] as const)
  const spot = { again: random.chance(0.2), skill: random.chance(0.8) ? 0 : 1, giver: mailbox(random.below(MAILBOXES)) }
  return { ...spot, do: 'from a mailbox', act, saying: random.below(SAYINGS.length) }
}

function probe(random: Random): Open {
  if (random.chance(0.3)) return { do: 'take the probe back' }
  return { do: 'probe', skill: random.chance(0.8) ? 0 : 1, giver: random.below(mailbox(1)), saying: random.below(SAYINGS.length) }
}

export function someOpen(random: Random, { atEvent, administers }: { atEvent: boolean; administers: boolean }): Open {
  if (administers && random.chance(0.5)) return administering(random, atEvent)
  const giver = random.below(GUEST)
  if (random.chance(atEvent ? 0.4 : 0.25)) return atEvent ? probe(random) : fromAMailbox(random)
  return random.pick<Open>([
    { do: 'later', hours: 1 },
    { do: 'later', hours: 26 },
    { do: 'later', hours: 24 * random.pick([3, 10, 31, 95, 185, 366]) },
    { do: 'next month' },
    { do: 'next month' },
    { do: 'ask again' },
    { do: 'ask again' },
    { do: 'cancel' },
    { do: 'remind' },
    { do: 'read' },
    { do: 'raise the threshold' },
    { do: 'reset', skill: random.below(SKILLS) },
    { do: 'answer by name', giver },
    { do: 'leave', giver },
  ])
}
