import { BUSY_FROM } from '@reflet/contract/people'

/** Somebody of a pool whose turn will come. */
export interface InPool {
  readonly position: number
  /** Null for somebody outside. */
  readonly user_id: string | null
  /** When this recurrence asked them last. */
  readonly asked_at: string | null
}

const askedAt = ({ asked_at }: InPool) => (asked_at === null ? 0 : Date.parse(asked_at))

/** Who was never asked comes first, then who was asked longest ago; of several, as the owner listed them. */
const inTurn = <Member extends InPool>(pool: readonly Member[]): Member[] =>
  [...pool].sort((a, b) => askedAt(a) - askedAt(b) || a.position - b.position)

/** Whoever has so much to answer is asked nothing more by rounds. */
export const isBusy = (openRequests: number) => openRequests >= BUSY_FROM

/** What a round needs. */
export interface RoundRules<Member> {
  readonly perRound: number
  /** So many of those it asks are colleagues: without them no confidential answer could ever be shown. */
  readonly colleagues: number
  readonly isFree: (member: Member) => boolean
}

/**
 * Who a round asks, in turn; who is not free keeps their turn. As many places as the rules say are kept for colleagues, the others are
 * anyone's. It asks no one where too few colleagues are free: their answers would wait for ever.
 */
export function chooseRound<Member extends InPool>(pool: readonly Member[], { perRound, colleagues, isFree }: RoundRules<Member>) {
  const free = inTurn(pool).filter(isFree)
  const kept = new Set(free.filter(({ user_id }) => user_id !== null).slice(0, colleagues))
  if (kept.size < colleagues || perRound < colleagues) return []
  const others = new Set(free.filter((member) => !kept.has(member)).slice(0, perRound - colleagues))
  return free.filter((member) => kept.has(member) || others.has(member))
}

/**
 * When somebody counts as asked: those of one round a millisecond apart, in the order of their turns. Else the first of the
 * list would come again before the others.
 */
export const askedAtOf = (round: Date, place: number) => new Date(round.getTime() + place)

/** How many colleagues a round needs: only they count towards the threshold of a confidential one (product.md §3). */
export const colleaguesOf = (confidential: boolean, threshold: number) => (confidential ? threshold : 0)

/** Who would be asked at these times, as it stands now: only of the first round is known who is busy. */
export function foresee<Member extends InPool>(
  pool: readonly Member[],
  dates: readonly Date[],
  { isFree, ...rules }: RoundRules<Member>,
): { at: Date; members: Member[] }[] {
  let turns = pool.map((member) => ({ member, position: member.position, user_id: member.user_id, asked_at: member.asked_at }))
  return dates.map((at, round) => {
    const chosen = chooseRound(turns, { ...rules, isFree: ({ member }) => round > 0 || isFree(member) })
    const askedAgain = new Map(chosen.map((turn, place) => [turn, askedAtOf(at, place).toISOString()]))
    turns = turns.map((turn) => ({ ...turn, asked_at: askedAgain.get(turn) ?? turn.asked_at }))
    return { at, members: chosen.map(({ member }) => member) }
  })
}
