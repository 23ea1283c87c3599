import { type CoffeeLinkView, type CoffeeMeeting, coffee } from '@reflet/contract/coffee'
import type { Input } from '@reflet/contract/endpoint'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import { download } from '../../platform/download.ts'
import { saveFile } from '../../platform/files.ts'

export type NewCoffee = Input<typeof coffee.createCoffee>['body']
export type NewTimes = Input<typeof coffee.rescheduleCoffee>['body']

/** Coffee chats that I proposed or was invited to, newest first. */
export const coffeesQuery = infiniteQueryOptions({
  queryKey: ['coffee', 'list'],
  queryFn: ({ pageParam, signal }) => call(coffee.listCoffee, { query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor ?? undefined,
})

export const coffeeQuery = (id: string) =>
  queryOptions({
    queryKey: ['coffee', 'one', id],
    queryFn: ({ signal }) => call(coffee.getCoffee, { params: { id } }, { signal }),
  })

/** Every change returns the coffee chat's new state; a refusal means that the other person was faster. */
function useCoffeeMutation<Variables>(mutationFn: (input: Variables) => Promise<CoffeeMeeting>) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['coffee'] })
  return useMutation({
    mutationFn,
    onSuccess: (meeting) => {
      client.setQueryData(coffeeQuery(meeting.id).queryKey, meeting)
      for (const queryKey of [coffeesQuery.queryKey, ['news']]) void client.invalidateQueries({ queryKey })
    },
    onError: () => void refresh(),
  })
}

export const useProposeCoffee = () => useCoffeeMutation((body: NewCoffee) => call(coffee.createCoffee, { body }))
export const useAcceptCoffee = (id: string) =>
  useCoffeeMutation((slot: string) => call(coffee.acceptCoffee, { params: { id }, body: { slot } }))
export const useDeclineCoffee = (id: string) => useCoffeeMutation<void>(() => call(coffee.declineCoffee, { params: { id } }))
export const useCancelCoffee = (id: string) => useCoffeeMutation<void>(() => call(coffee.cancelCoffee, { params: { id } }))
export const useMoveCoffee = (id: string) => useCoffeeMutation((body: NewTimes) => call(coffee.rescheduleCoffee, { params: { id }, body }))

/** The calendar entry as a file, which the device's calendar opens. */
export const useCalendarFile = (id: string) =>
  useMutation({
    mutationFn: async () => {
      const text = await download(coffee.getCoffeeInvitation, { params: { id } })
      return new File([text], 'reflet.ics', { type: 'text/calendar' })
    },
    onSuccess: saveFile,
  })

/** Never stored on the device: the key begins with `guest`. */
export const coffeeLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['guest', 'coffee', token],
    queryFn: ({ signal }) => call(coffee.getCoffeeLink, { params: { token } }, { signal }),
    retry: false,
  })

function useLinkMutation<Variables>(token: string, mutationFn: (input: Variables) => Promise<CoffeeLinkView>) {
  const client = useQueryClient()
  const { queryKey } = coffeeLinkQuery(token)
  return useMutation({
    mutationFn,
    onSuccess: (view) => client.setQueryData(queryKey, view),
    onError: () => void client.invalidateQueries({ queryKey }),
  })
}

export const useAcceptLink = (token: string) =>
  useLinkMutation(token, (slot: string) => call(coffee.acceptCoffeeLink, { params: { token }, body: { slot } }))
export const useDeclineLink = (token: string) => useLinkMutation<void>(token, () => call(coffee.declineCoffeeLink, { params: { token } }))

/** By the token of the mail; null without it. */
export function useCoffeeMails(token: string, mail: string) {
  const client = useQueryClient()
  const choice = useMutation({
    mutationFn: ({ stopped }: { stopped: boolean }) =>
      call(stopped ? coffee.stopCoffeeMails : coffee.resumeCoffeeMails, { params: { token: mail } }),
    onSuccess: (chosen) => client.setQueryData(coffeeLinkQuery(token).queryKey, (view) => view && { ...view, ...chosen }),
  })
  return mail === '' ? null : choice
}
