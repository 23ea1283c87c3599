import type { Input } from '@reflet/contract/endpoint'
import { growth, type Try } from '@reflet/contract/growth'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import { refreshFeedback } from '../feedback/feedback.api.ts'

type Filter = Omit<Input<typeof growth.listTries>['query'], 'cursor'>

/** What I said I will try: what is due first, then what is open, then what is closed. */
export const triesQuery = (filter: Filter = {}) =>
  infiniteQueryOptions({
    queryKey: ['feedback', 'tries', filter],
    queryFn: ({ pageParam, signal }) =>
      call(growth.listTries, { query: { ...filter, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })

/** Tries that are asked about now: "Did it help?". */
export const dueTriesQuery = queryOptions({
  queryKey: ['feedback', 'tries', 'due'],
  queryFn: ({ signal }) => call(growth.listTries, { query: { due: 'true' } }, { signal }),
})

export type TryChange = Input<typeof growth.updateTry>['body']

/** Changes a try; lists and the answer it was said at change with it. */
export function useUpdateTry() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: TryChange }) => call(growth.updateTry, { params: { id }, body: change }),
    onSuccess: () => Promise.all([['feedback'], ['news']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

/** Asks the giver of the answer about its skill again. The key makes a retry of the same tap send once. */
export function useAskAgain() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, message, key }: { id: Try['id']; message: string; key: string }) =>
      call(growth.askAgain, { params: { id }, body: { message, idempotency_key: key } }),
    onSuccess: () => refreshFeedback(client),
  })
}
