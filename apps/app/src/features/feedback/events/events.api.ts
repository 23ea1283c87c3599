import type { Locale } from '@reflet/contract/common'
import type { Input } from '@reflet/contract/endpoint'
import { events } from '@reflet/contract/events'
import type { GiverRelation } from '@reflet/contract/relations'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/client.ts'

export type NewEvent = Input<typeof events.createEvent>['body']
type EventChange = Input<typeof events.updateEvent>['body']
type GuestAnswers = Input<typeof events.answerEventLink>['body']
export type Participant = NonNullable<GuestAnswers['participant']>
export type EventAnswer = GuestAnswers['answers'][number]

/** Events that I organise, newest first. */
export const eventsQuery = infiniteQueryOptions({
  queryKey: ['events', 'list'],
  queryFn: ({ pageParam, signal }) => call(events.listEvents, { query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor ?? undefined,
})

/** Polling interval of the number of answers while it is visible. */
const LIVE_MS = 5000

export const eventQuery = (id: string, watched = false) =>
  queryOptions({
    queryKey: ['events', 'one', id],
    queryFn: ({ signal }) => call(events.getEvent, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => watched && state.data?.is_open !== false && LIVE_MS,
  })

export function useCreateEvent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewEvent) => call(events.createEvent, { body }),
    onSuccess: (event) => {
      client.setQueryData(eventQuery(event.id).queryKey, event)
      void client.invalidateQueries({ queryKey: eventsQuery.queryKey })
    },
  })
}

export function useUpdateEvent(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: EventChange) => call(events.updateEvent, { params: { id }, body }),
    onSuccess: (event) => {
      client.setQueryData(eventQuery(id).queryKey, event)
      void client.invalidateQueries({ queryKey: eventsQuery.queryKey })
    },
  })
}

/** The event of a link. Never stored on the device: the key begins with `guest`. */
export const eventLinkQuery = (token: string, locale: Locale) =>
  queryOptions({
    queryKey: ['guest', 'event', token, locale],
    queryFn: ({ signal }) => call(events.getEventLink, { params: { token }, query: { locale } }, { signal }),
  })

export interface Joining {
  /** null: as the logged-in employee. */
  guest: Omit<GuestAnswers, 'answers'> | null
  /** Of an employee, at a named event. */
  relation: GiverRelation | undefined
  answers: EventAnswer[]
}

export function useJoinEvent(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ guest, relation, answers }: Joining) =>
      guest
        ? call(events.answerEventLink, { params: { token }, body: { ...guest, answers } })
        : call(events.answerEvent, { params: { token }, body: { answers, ...(relation && { relation }) } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['feedback'] }),
  })
}
