import { QueryObserver, queryOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { fetchToEnd, queryClient } from './query.ts'

test('what is fetched to its end is the server’s, although the page that showed it closes meanwhile', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<string>()
  const query = queryOptions({
    queryKey: ['record'],
    queryFn: async ({ signal }) => {
      const answer = await arrived
      signal.throwIfAborted()
      return answer
    },
  })
  queryClient.setQueryData(query.queryKey, 'of before', { updatedAt: 0 })
  const close = new QueryObserver(queryClient, query).subscribe(() => undefined)
  const fetched = fetchToEnd({ ...query, staleTime: 0 })
  close()
  arrive('the server’s')
  expect(await fetched).toBe('the server’s')
  expect(queryClient.getQueryCache().find({ queryKey: query.queryKey })?.getObserversCount()).toBe(0)
})
