import { BUSY_FROM } from '@reflet/contract/people'

/** Somebody of a pool whose turn will come. */
export interface InPool {
  readonly position: number
  /** When this recurrence asked them last. */
  readonly asked_at: string | null
}

const askedAt = ({ asked_at }: InPool) => (asked_at === null ? 0 : Date.parse(asked_at))

/** Who was never asked comes first, then who was asked longest ago; of several, as the owner listed them. */
const inTurn = <Member extends InPool>(pool: readonly Member[]): Member[] =>
  [...pool].sort((a, b) => askedAt(a) - askedAt(b) || a.position - b.position)

/** Whoever has so much to answer is asked nothing more by rounds. */
export const isBusy = (openRequests: number) => openRequests >= BUSY_FROM

/** Whom a round asks; whoever is not free keeps their turn. */
export const chooseRound = <Member extends InPool>(pool: readonly Member[], perRound: number, isFree: (member: Member) => boolean) =>
  inTurn(pool).filter(isFree).slice(0, perRound)

/**
 * When somebody counts as asked: those of one round a millisecond apart, in the order of their turns. Else the first of the
 * list would come again before the others.
 */
export const askedAtOf = (round: Date, place: number) => new Date(round.getTime() + place)

/** Fewer than must answer before anything is shown would answer in vain. */
export const fewestOf = (confidential: boolean, threshold: number) => (confidential ? threshold : 1)

/** Who would be asked at these times, as it stands now: only of the first round is known who is busy. */
export function foresee<Member extends InPool>(
  pool: readonly Member[],
  dates: readonly Date[],
  { perRound, fewest, isFree }: { perRound: number; fewest: number; isFree: (member: Member) => boolean },
): { at: Date; members: Member[] }[] {
  let turns = pool.map((member) => ({ member, position: member.position, asked_at: member.asked_at }))
  return dates.map((at, round) => {
    const free = chooseRound(turns, perRound, ({ member }) => round > 0 || isFree(member))
    const chosen = free.length < fewest ? [] : free
    const askedAgain = new Map(chosen.map((turn, place) => [turn, askedAtOf(at, place).toISOString()]))
    turns = turns.map((turn) => ({ ...turn, asked_at: askedAgain.get(turn) ?? turn.asked_at }))
    return { at, members: chosen.map(({ member }) => member) }
  })
}
