import type { SkillStatistics } from '@reflet/contract/statistics'

/** A radar needs at least three axes; too many are unreadable on a phone. */
export const FEWEST_AXES = 3
export const MOST_AXES = 8

const voices = ({ score, self }: SkillStatistics) => (score === null ? 0 : 1) + (self ? 1 : 0)

/** The skills of the radar, in my order. If there are too many, those with both views come first, then those with most ratings. */
export function radarAxes(skills: readonly SkillStatistics[]): readonly SkillStatistics[] {
  const known = skills.filter((one) => voices(one) > 0)
  const best = new Set([...known].sort((a, b) => voices(b) - voices(a) || b.n - a.n).slice(0, MOST_AXES))
  return known.filter((one) => best.has(one))
}

/** From the top, clockwise; counterclockwise in right-to-left languages. */
export const angleOf = (axis: number, axes: number, mirrored: boolean) => ((mirrored ? -1 : 1) * axis * 2 * Math.PI) / axes

export const pointAt = (angle: number, radius: number) => ({ x: Math.sin(angle) * radius, y: -Math.cos(angle) * radius })
export type Point = ReturnType<typeof pointAt>

/**
 * The axes that one line connects, as runs. A view with a value on every axis is one closed run; a gap is never bridged, because there is
 * no value in it.
 */
export function runsOf(values: readonly (number | null)[]): { closed: boolean; runs: number[][] } {
  const gap = values.indexOf(null)
  if (gap < 0) return { closed: true, runs: [[...values.keys(), 0]] }
  const runs: number[][] = [[]]
  for (let step = 1; step <= values.length; step++) {
    const axis = (gap + step) % values.length
    if (values[axis] === null) runs.push([])
    else runs.at(-1)?.push(axis)
  }
  return { closed: false, runs: runs.filter(({ length }) => length > 1) }
}
