import type { Output } from '@reflet/contract/endpoint'
import { type PERIODS, statistics } from '@reflet/contract/statistics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'

export type Period = (typeof PERIODS)[number]

export type Figures = Output<typeof statistics.getSkillStatistics>

/** The period of a skill's score (docs/PRODUCT.md, "Ratings and figures"). */
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
    // Another period of the same skill keeps the old data while loading; another skill does not.
    placeholderData: (previous) => (previous?.skill.id === skillId ? previous : undefined),
  })
