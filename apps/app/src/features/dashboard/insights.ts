import type { SkillStatistics } from '@reflet/contract/statistics'

/** How far others' view and my own are apart; -1 while one is missing. */
export const gapOf = ({ score, self }: SkillStatistics) => (score === null || !self ? -1 : Math.abs(score - self.rating))

/** What differs most comes first. */
export const byGap = (skills: readonly SkillStatistics[]) => [...skills].sort((a, b) => gapOf(b) - gapOf(a))
