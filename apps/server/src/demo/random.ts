import { v7 } from 'uuid'

/** A small seeded generator (mulberry32): the demo data are deterministic, apart from the current date. */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const sample = <T>(items: readonly T[], count: number): T[] => {
    const left = [...items]
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0] as T)
  }
  return {
    below,
    chance: (probability: number) => next() < probability,
    pick: <T>(items: readonly T[]): T => items[below(items.length)] as T,
    sample,
    id: (at: Date) => v7({ msecs: at.getTime(), random: Uint8Array.from({ length: 16 }, () => below(256)) }),
  }
}

export type Random = ReturnType<typeof seededRandom>
