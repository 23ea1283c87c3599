import type { Input } from '@reflet/contract/endpoint'
import { feedback } from '@reflet/contract/feedback'
import type { FeedbackStatus } from '@reflet/contract/groups'
import { people } from '@reflet/contract/people'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'

/** What the form holds before the contract has filled its gaps. */
export type NewRequest = Input<typeof feedback.createRequest>['body']
export type NewAnswer = Input<typeof feedback.answerFeedback>['body']

export const colleaguesQuery = (query: string) =>
  queryOptions({
    queryKey: ['colleagues', query],
    queryFn: ({ signal }) => call(people.searchColleagues, { query: { query, limit: 20 } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

export const receivedQuery = (status: FeedbackStatus) =>
  infiniteQueryOptions({
    queryKey: ['feedback', 'received', status],
    queryFn: ({ pageParam, signal }) =>
      call(feedback.listReceived, { query: { status, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })

export const sentQuery = infiniteQueryOptions({
  queryKey: ['feedback', 'sent'],
  queryFn: ({ pageParam, signal }) => call(feedback.listRequests, { query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor ?? undefined,
})

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['feedback', 'request', id],
    queryFn: ({ signal }) => call(feedback.getRequest, { params: { id } }, { signal }),
  })

export type AnswerFilter = Pick<Input<typeof feedback.listAnswers>['query'], 'skill_id' | 'relation'>

/** Named answers, newest first; the newest confidential ones come with the first page. */
export const answersQuery = (filter: AnswerFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['feedback', 'answers', filter],
    queryFn: ({ pageParam, signal }) =>
      call(feedback.listAnswers, { query: { ...filter, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })

/** The confidential answers that come after those of `answersQuery`. */
export const olderConfidentialQuery = (skill_id: string | undefined, cursor: string) =>
  infiniteQueryOptions({
    queryKey: ['feedback', 'confidential-answers', skill_id ?? 'all', cursor],
    queryFn: ({ pageParam, signal }) =>
      call(feedback.listConfidentialAnswers, { query: { ...(skill_id && { skill_id }), cursor: pageParam } }, { signal }),
    initialPageParam: cursor,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })

/** Everything that a change of feedback may touch: lists, counts in the menu, figures. */
function useRefreshFeedback() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['feedback'] }),
      client.invalidateQueries({ queryKey: ['user'] }),
      client.invalidateQueries({ queryKey: ['statistics'] }),
    ])
}

function useFeedbackMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const refresh = useRefreshFeedback()
  return useMutation({ mutationFn, onSuccess: () => void refresh() })
}

export const useCreateRequest = () => useFeedbackMutation((body: NewRequest) => call(feedback.createRequest, { body }))

export const useCancelRequest = () => useFeedbackMutation((id: string) => call(feedback.cancelRequest, { params: { id } }))

export const useRemindRequest = () => useFeedbackMutation((id: string) => call(feedback.remindRequest, { params: { id } }))

export interface Answering {
  id: string
  answer: NewAnswer
}

export const useAnswerFeedback = () =>
  useFeedbackMutation(({ id, answer }: Answering) => call(feedback.answerFeedback, { params: { id }, body: answer }))

export const useEditAnswer = () =>
  useFeedbackMutation(({ id, answer }: Answering) => call(feedback.editAnswer, { params: { id }, body: answer }))

export const useDeclineFeedback = () =>
  useFeedbackMutation(({ id, reason }: { id: string; reason: string | null }) =>
    call(feedback.declineFeedback, { params: { id }, body: { reason } }),
  )

/** Opens the dashboard: what is unread is looked at, and only then read. */
export const useOpenDashboard = () =>
  useFeedbackMutation(async () => {
    const { confidential } = await call(feedback.listAnswers, { query: { unread: 'true' } })
    const { new_feedback_ids } = await call(feedback.dashboardAccess)
    return { named: new_feedback_ids, confidential: confidential.filter(({ is_read }) => !is_read) }
  })
