import type { Input } from '@reflet/contract/endpoint'
import { type Hierarchy, type HierarchyLinkView, hierarchy } from '@reflet/contract/hierarchy'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import { type ApiError, settle } from '../../platform/errors.ts'
import { refreshUser } from '../../platform/session.ts'
import { changeRecord } from '../../platform/user-record-cache.ts'

export type Lists = Input<typeof hierarchy.saveHierarchy>['body']
export type Manager = Input<typeof hierarchy.addManager>['body']

/** My working relationships; only where the company has badges. */
export const hierarchyQuery = queryOptions({
  queryKey: ['hierarchy'],
  queryFn: async ({ signal }) => {
    const answer = await call(hierarchy.getHierarchy, { params: { userId: '1' } }, { signal })
    signal.throwIfAborted()
    // Race: a response after the session ended must not restore the record, nor reach the next user's.
    await changeRecord((kept) => kept && { ...kept, hierarchical: answer.hierarchical })
    return answer
  },
})

/** Every change returns the lists and the manager; the record is fetched again after it (docs/PRODUCT.md, "Errors"). */
function useHierarchyMutation<Variables>(mutationFn: (input: Variables) => Promise<Hierarchy>) {
  const client = useQueryClient()
  return useMutation<Hierarchy, ApiError, Variables>({
    mutationFn,
    onSuccess: (answer) => {
      client.setQueryData(hierarchyQuery.queryKey, answer)
      void settle(refreshUser())
    },
    onError: ({ code }) => {
      if (code === 'hierarchy_changed') void client.invalidateQueries({ queryKey: hierarchyQuery.queryKey })
    },
  })
}

/** The lists are my contacts, and my manager is among my superiors: a person who stops being my manager no longer reads my answers. */
const CHANGED_WITH_LISTS = ['contacts', 'suggestions', 'manager', 'feedback']

export function useSaveHierarchy() {
  const client = useQueryClient()
  return useHierarchyMutation(async (body: Lists) => {
    const saved = await call(hierarchy.saveHierarchy, { body })
    for (const key of CHANGED_WITH_LISTS) void client.invalidateQueries({ queryKey: [key] })
    return saved
  })
}
export const useAddManager = () => useHierarchyMutation((body: Manager) => call(hierarchy.addManager, { body }))
export const useRemindManager = () => useHierarchyMutation<void>(() => call(hierarchy.remindManager))

/** Never stored on the device: the key begins with `guest`. */
export const managerLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['guest', 'hierarchy', token],
    queryFn: ({ signal }) => call(hierarchy.getHierarchyLink, { params: { token } }, { signal }),
    retry: false,
  })

export function useSaveAsManager(token: string) {
  const client = useQueryClient()
  return useMutation<HierarchyLinkView, ApiError, Lists>({
    mutationFn: (body) => call(hierarchy.saveHierarchyLink, { params: { token }, body }),
    onSuccess: (view) => client.setQueryData(managerLinkQuery(token).queryKey, view),
    onError: ({ code }) => {
      if (code === 'hierarchy_changed') void client.invalidateQueries({ queryKey: managerLinkQuery(token).queryKey })
    },
  })
}

/** By the token of the mail; null without it. */
export function useManagerMails(token: string, mail: string) {
  const client = useQueryClient()
  const choice = useMutation({
    mutationFn: ({ stopped }: { stopped: boolean }) =>
      call(stopped ? hierarchy.stopHierarchyMails : hierarchy.resumeHierarchyMails, { params: { token: mail } }),
    onSuccess: (_done, { stopped }) =>
      client.setQueryData(managerLinkQuery(token).queryKey, (view) => view && { ...view, mails_stopped: stopped }),
  })
  return mail === '' ? null : choice
}
