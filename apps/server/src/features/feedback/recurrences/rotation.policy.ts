import { BUSY_FROM } from '@reflet/contract/people'

/** A person of a pool, with what the rotation needs. */
export interface InPool {
  readonly position: number
  /** A colleague who counts towards the threshold of a confidential round of this owner. */
  readonly counts: boolean
  /** When this recurrence asked them last. */
  readonly asked_at: string | null
}

const askedAt = ({ asked_at }: InPool) => (asked_at === null ? 0 : Date.parse(asked_at))

/** Least recently asked first, never asked before all; ties in the owner's order. */
const inTurn = <Member extends InPool>(pool: readonly Member[]): Member[] =>
  [...pool].sort((a, b) => askedAt(a) - askedAt(b) || a.position - b.position)

/** People with this many open requests are skipped by rounds. */
export const isBusy = (openRequests: number) => openRequests >= BUSY_FROM

/** What a round needs. */
export interface RoundRules<Member> {
  readonly perRound: number
  /** Minimum number of colleagues who count: without them no confidential answer could ever be released. */
  readonly colleagues: number
  readonly isFree: (member: Member) => boolean
}

/**
 * Who a round asks, in turn; a busy person keeps their turn. The minimum of colleagues who count is reserved, the other places are for anyone. If too
 * few of them are free it asks no one: their answers would never be released.
 */
export function chooseRound<Member extends InPool>(pool: readonly Member[], { perRound, colleagues, isFree }: RoundRules<Member>) {
  const free = inTurn(pool).filter(isFree)
  const kept = new Set(free.filter(({ counts }) => counts).slice(0, colleagues))
  if (kept.size < colleagues || perRound < colleagues) return []
  const others = new Set(free.filter((member) => !kept.has(member)).slice(0, perRound - colleagues))
  return free.filter((member) => kept.has(member) || others.has(member))
}

/**
 * The time stored for the people of one round: a millisecond apart, in the order of their turns. With equal times the first of the list
 * would be asked again before the others.
 */
export const askedAtOf = (round: Date, place: number) => new Date(round.getTime() + place)

/** How many colleagues a round needs: only they count towards the threshold of a confidential one (docs/PRODUCT.md, "Confidentiality"). */
export const colleaguesOf = (confidential: boolean, threshold: number) => (confidential ? threshold : 0)

/** Who would be asked at these times, by the current state: the load is known for the first round only. */
export function foresee<Member extends InPool>(
  pool: readonly Member[],
  dates: readonly Date[],
  { isFree, ...rules }: RoundRules<Member>,
): { at: Date; members: Member[] }[] {
  let turns = pool.map((member) => ({ member, position: member.position, counts: member.counts, asked_at: member.asked_at }))
  return dates.map((at, round) => {
    const chosen = chooseRound(turns, { ...rules, isFree: ({ member }) => round > 0 || isFree(member) })
    const askedAgain = new Map(chosen.map((turn, place) => [turn, askedAtOf(at, place).toISOString()]))
    turns = turns.map((turn) => ({ ...turn, asked_at: askedAgain.get(turn) ?? turn.asked_at }))
    return { at, members: chosen.map(({ member }) => member) }
  })
}
