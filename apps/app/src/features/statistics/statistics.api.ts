import type { Output } from '@reflet/contract/endpoint'
import { type PERIODS, statistics } from '@reflet/contract/statistics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'

export type Period = (typeof PERIODS)[number]

export type Figures = Output<typeof statistics.getSkillStatistics>

/** The score of a skill looks back this far (product.md §2). */
export const SCORE_PERIOD: Period = 12

export const statisticsOver = (months: Period) =>
  queryOptions({
    queryKey: ['statistics', { months }],
    queryFn: ({ signal }) => call(statistics.getStatistics, { params: { userId: '1' }, query: { months } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const statisticsQuery = statisticsOver(SCORE_PERIOD)

export const skillStatisticsQuery = (skillId: string, months: Period) =>
  queryOptions({
    queryKey: ['statistics', skillId, { months }],
    queryFn: ({ signal }) => call(statistics.getSkillStatistics, { params: { userId: '1', skillId }, query: { months } }, { signal }),
    // Another period of the same skill waits behind the old figures; another skill does not.
    placeholderData: (previous) => (previous?.skill.id === skillId ? previous : undefined),
  })
