import { type AWARD_BOXES, type Award, awards } from '@reflet/contract/awards'
import { HOUR_MS } from '@reflet/contract/durations'
import type { Input } from '@reflet/contract/endpoint'
import { infiniteQueryOptions, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import { ApiError } from '../../platform/errors.ts'

export type AwardBox = (typeof AWARD_BOXES)[number]

export const awardTypesQuery = queryOptions({
  queryKey: ['awards', 'types'],
  queryFn: ({ signal }) => call(awards.listAwardTypes, {}, { signal }),
  staleTime: HOUR_MS,
})

/** Newest first: what I received or gave, or the company's feed. */
export const awardsQuery = (box: AwardBox) =>
  infiniteQueryOptions({
    queryKey: ['awards', 'list', box],
    queryFn: ({ pageParam, signal }) => call(awards.listAwards, { query: { box, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })

export const awardQuery = (id: string) =>
  queryOptions({
    queryKey: ['awards', 'one', id],
    queryFn: ({ signal }) => call(awards.getAward, { params: { id } }, { signal }),
  })

/** After a revocation or removal from the feed: removes the award from the cache. */
export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: ['awards', 'list'] })
const keep = (client: QueryClient, award: Award) => client.setQueryData(awardQuery(award.id).queryKey, award)

export type NewAwards = Input<typeof awards.giveAwards>['body']

export function useGiveAwards() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewAwards) => call(awards.giveAwards, { body }),
    onSuccess: (given) => {
      for (const award of given.awards) keep(client, award)
      void refresh(client)
    },
  })
}

export function useHideAward() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(awards.updateAward, { params: { id }, body: { visibility: 'private' } }),
    onSuccess: (award) => {
      keep(client, award)
      void refresh(client)
    },
  })
}

export function useWithdrawAward() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(awards.deleteAward, { params: { id } }),
    onSuccess: async (_done, id) => {
      await refresh(client)
      client.removeQueries({ queryKey: awardQuery(id).queryKey })
    },
  })
}
