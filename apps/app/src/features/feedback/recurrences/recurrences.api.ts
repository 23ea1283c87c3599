import { MINUTE_MS } from '@reflet/contract/durations'
import type { Input } from '@reflet/contract/endpoint'
import { type Recurrence, recurrences } from '@reflet/contract/recurrences'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/client.ts'

const KEY = ['feedback', 'recurrences']

/** My recurring requests: active ones first. */
export const recurrencesQuery = infiniteQueryOptions({
  queryKey: KEY,
  queryFn: ({ pageParam, signal }) => call(recurrences.listRecurrences, { query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor ?? undefined,
})

type Plan = Input<typeof recurrences.previewRecurrence>['body']

/** Who would be asked when, by the current state. */
export const previewQuery = (plan: Plan) =>
  queryOptions({
    queryKey: [...KEY, 'preview', plan],
    queryFn: ({ signal }) => call(recurrences.previewRecurrence, { body: plan }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
    retry: false,
  })

function useRecurrenceMutation<Variables, Result>(mutationFn: (input: Variables) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => void client.invalidateQueries({ queryKey: KEY }) })
}

export const useCreateRecurrence = () =>
  useRecurrenceMutation((body: Input<typeof recurrences.createRecurrence>['body']) => call(recurrences.createRecurrence, { body }))

interface Change {
  id: string
  body: Input<typeof recurrences.updateRecurrence>['body']
}

export const useUpdateRecurrence = () =>
  useRecurrenceMutation(({ id, body }: Change): Promise<Recurrence> => call(recurrences.updateRecurrence, { params: { id }, body }))

export const useStopRecurrence = () => useRecurrenceMutation((id: string) => call(recurrences.deleteRecurrence, { params: { id } }))
