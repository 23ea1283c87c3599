import { statistics } from '@reflet/contract/statistics'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'

export const statisticsQuery = queryOptions({
  queryKey: ['statistics'],
  queryFn: ({ signal }) => call(statistics.getStatistics, { params: { userId: '1' }, query: {} }, { signal }),
})

export const skillStatisticsQuery = (skillId: string) =>
  queryOptions({
    queryKey: ['statistics', skillId],
    queryFn: ({ signal }) => call(statistics.getSkillStatistics, { params: { userId: '1', skillId }, query: {} }, { signal }),
  })
