import { quality } from '@reflet/contract/quality'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'

/** The quality of my own feedback; visible to me only. It depends on my answers, hence the key. */
export const qualityQuery = queryOptions({
  queryKey: ['feedback', 'quality'],
  queryFn: ({ signal }) => call(quality.getQualityIndex, { params: { userId: '1' } }, { signal }),
})
