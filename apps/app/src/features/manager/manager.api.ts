import { feedback } from '@reflet/contract/feedback'
import { myManager } from '@reflet/contract/manager'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import { NOT_KEPT } from '../../platform/query.ts'

/** My manager, how many answers they can read now, and who it might be while there is none. */
export const managerQuery = queryOptions({
  queryKey: ['manager'],
  queryFn: ({ signal }) => call(myManager.getManager, {}, { signal }),
})

/** What others share with me. It is theirs, and they may withdraw it: this device never keeps it. */
export const sharedQuery = infiniteQueryOptions({
  queryKey: ['feedback', 'shared'],
  meta: NOT_KEPT,
  queryFn: ({ pageParam, signal }) => call(feedback.listShared, { query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor ?? undefined,
})

/** Only how many: whether there is something to open. */
export const sharedCountQuery = queryOptions({
  queryKey: ['feedback', 'shared-count'],
  queryFn: ({ signal }) => call(feedback.countShared, {}, { signal }),
})

/** null: nobody. What was shared with the one before is closed, so answers change too. */
export function useSetManager() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (user_id: string | null) => call(myManager.setManager, { body: { user_id } }),
    onSuccess: (mine) => {
      client.setQueryData(managerQuery.queryKey, mine)
      void client.invalidateQueries({ queryKey: ['feedback'] })
    },
  })
}
