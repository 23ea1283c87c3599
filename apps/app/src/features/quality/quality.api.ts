import { quality } from '@reflet/contract/quality'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'

/** How well I give feedback; for my eyes only. It moves with my answers, hence the key. */
export const qualityQuery = queryOptions({
  queryKey: ['feedback', 'quality'],
  queryFn: ({ signal }) => call(quality.getQualityIndex, { params: { userId: '1' } }, { signal }),
})
