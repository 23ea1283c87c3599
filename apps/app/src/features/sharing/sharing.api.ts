import { sharing } from '@reflet/contract/sharing'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import { toApiError } from '../../platform/errors.ts'
import { NOT_KEPT } from '../../platform/query.ts'
import { useAnswerMutation } from '../feedback/received-answers/received-answers.api.ts'
import { managerQuery } from '../manager/manager.api.ts'

/** Answers shared with me. Never stored on this device: their owner may revoke the share. */
export const sharedQuery = infiniteQueryOptions({
  queryKey: ['feedback', 'shared'],
  meta: NOT_KEPT,
  queryFn: ({ pageParam, signal }) => call(sharing.listShared, { query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor ?? undefined,
})

/** How many answers are shared with me, and how many of them I have not seen: whether to show “My team”, and its mark. */
export const sharedCountQuery = queryOptions({
  queryKey: ['feedback', 'shared-count'],
  queryFn: ({ signal }) => call(sharing.countShared, {}, { signal }),
})

/** null: none. What was shared with the previous one is revoked, so answers change too. */
export function useSetManager() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (user_id: string | null) => call(sharing.setManager, { body: { user_id } }),
    onSuccess: (mine) => {
      client.setQueryData(managerQuery.queryKey, mine)
      // My manager is a contact and one of my superiors.
      for (const key of ['feedback', 'contacts', 'hierarchy', 'suggestions']) void client.invalidateQueries({ queryKey: [key] })
    },
  })
}

/** The codes of a refusal that another person, or no one, is the manager now. */
const CHANGED = ['manager_changed', 'manager_unset']

/** Shares an answer with the manager whom the page names. If another one is the manager, the page gets to know them. */
export function useShareAnswer() {
  const client = useQueryClient()
  return useAnswerMutation(async ({ id, manager_id }: { id: string; manager_id: string | null }) => {
    try {
      return await call(sharing.shareAnswer, { params: { id }, body: { ...(manager_id && { manager_id }) } })
    } catch (error) {
      if (CHANGED.includes(toApiError(error).code)) await client.invalidateQueries({ queryKey: managerQuery.queryKey })
      throw error
    }
  })
}

export const useWithdrawAnswer = () => useAnswerMutation((id: string) => call(sharing.withdrawAnswer, { params: { id } }))

/** Marks shared answers as seen. The list keeps its marks until it is opened again. */
export function useSeeShared() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[]) => call(sharing.seeShared, { body: { ids } }),
    onSuccess: (counted) => {
      client.setQueryData(sharedCountQuery.queryKey, counted)
      void client.invalidateQueries({ queryKey: ['news'] })
    },
  })
}

/** Thanks the owner of an answer that is shared with me, or writes them a note. */
export function useNoteShared() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, note }: { id: string; note: string | null }) => call(sharing.noteShared, { params: { id }, body: { note } }),
    onSuccess: () => client.invalidateQueries({ queryKey: sharedQuery.queryKey }),
  })
}
