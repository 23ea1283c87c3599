import type { SkillStatistics } from '@reflet/contract/statistics'
import { Radar } from './Radar.tsx'
import { FEWEST_AXES, radarAxes } from './radar.ts'

/** My skills in a small radar chart, with its data for screen readers; nothing below three skills with a rating. */
export default function SmallRadar({ skills }: { skills: readonly SkillStatistics[] }) {
  const axes = radarAxes(skills)
  return axes.length < FEWEST_AXES ? null : <Radar skills={axes} />
}
