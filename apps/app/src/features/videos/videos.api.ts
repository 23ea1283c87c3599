import { HOUR_MS } from '@reflet/contract/durations'
import { videos } from '@reflet/contract/videos'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'

/** The company's videos, in my language. */
export const videosQuery = queryOptions({
  queryKey: ['videos'],
  queryFn: ({ signal }) => call(videos.listVideos, {}, { signal }),
  staleTime: HOUR_MS,
})
