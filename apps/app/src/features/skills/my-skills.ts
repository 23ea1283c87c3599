import type { Skill } from '@reflet/contract/skills'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useQuery } from '@tanstack/react-query'
import { statisticsQuery } from '../statistics/statistics.api.ts'
import { catalogueQuery } from './skills.api.ts'

export interface Mine {
  /** My skills and those with answers, mine first and in my order. */
  statistics: readonly SkillStatistics[]
  catalogue: readonly Skill[]
}

/** My skills, without those that the company has retired since. */
export function useMine() {
  const statistics = useQuery(statisticsQuery)
  const catalogue = useQuery(catalogueQuery)
  const data = statistics.data && catalogue.data ? joined(statistics.data.skills, catalogue.data.skills) : undefined
  const error = data ? null : (statistics.error ?? catalogue.error)
  const refetch = () => Promise.all([statistics.refetch(), catalogue.refetch()])
  return { data, error, isPending: !data && !error, refetch }
}

function joined(statistics: readonly SkillStatistics[], catalogue: readonly Skill[]): Mine {
  const known = new Set(catalogue.map(({ id }) => id))
  return { catalogue, statistics: statistics.filter(({ skill }) => known.has(skill.id)) }
}
