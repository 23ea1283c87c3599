import type { FeedbackStatus } from '@reflet/contract/answers'
import type { Input } from '@reflet/contract/endpoint'
import { feedback } from '@reflet/contract/feedback'
import { infiniteQueryOptions, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'

/** The form's values before the contract adds defaults. */
export type NewRequest = Input<typeof feedback.createRequest>['body']
type ColleagueAnswer = Input<typeof feedback.answerFeedback>['body']
export type NewAnswer = Omit<ColleagueAnswer, 'relation'>

/** An answer as its form has it. */
export const draftOfAnswer = ({ rating, not_observed = false, situation, keep, improve }: NewAnswer) => ({
  rating,
  not_observed,
  situation: situation ?? '',
  keep: keep ?? '',
  improve: improve ?? '',
})

export const receivedQuery = (status: FeedbackStatus) =>
  infiniteQueryOptions({
    queryKey: ['feedback', 'received', status],
    queryFn: ({ pageParam, signal }) =>
      call(feedback.listRequestsToAnswer, { query: { status, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })

/** One request that I received, in any state: by its id, or that of one of its feedbacks, or of the request itself. */
export const groupQuery = (id: string) =>
  queryOptions({
    queryKey: ['feedback', 'received', 'one', id],
    queryFn: ({ signal }) => call(feedback.getRequestToAnswer, { params: { id } }, { signal }),
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

/** Named answers, newest first; the first page includes the newest confidential ones. */
export const answersQuery = (filter: AnswerFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['feedback', 'answers', filter],
    queryFn: ({ pageParam, signal }) =>
      call(feedback.listAnswers, { query: { ...filter, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })

/** The confidential answers after those of `answersQuery`. */
export const olderConfidentialQuery = (skill_id: string | undefined, cursor: string) =>
  infiniteQueryOptions({
    queryKey: ['feedback', 'confidential-answers', skill_id ?? 'all', cursor],
    queryFn: ({ pageParam, signal }) =>
      call(feedback.listConfidentialAnswers, { query: { ...(skill_id && { skill_id }), cursor: pageParam } }, { signal }),
    initialPageParam: cursor,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })

/** The queries that a change of feedback invalidates: lists, counts in the menu, statistics, news of what is done by now. */
export const refreshFeedback = (client: QueryClient) =>
  Promise.all([['feedback'], ['user'], ['statistics'], ['news']].map((queryKey) => client.invalidateQueries({ queryKey })))

function useFeedbackMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => void refreshFeedback(client) })
}

export const useCreateRequest = () => useFeedbackMutation((body: NewRequest) => call(feedback.createRequest, { body }))

export const useCancelRequest = () => useFeedbackMutation((id: string) => call(feedback.cancelRequest, { params: { id } }))

/** A refusal, too, says something new: a reminder was sent on another device. */
export function useRemindRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(feedback.remindRequest, { params: { id } }),
    onSettled: () => void refreshFeedback(client),
  })
}

interface Answering<Answer> {
  id: string
  answer: Answer
}

export const useAnswerFeedback = () =>
  useFeedbackMutation(({ id, answer }: Answering<ColleagueAnswer>) => call(feedback.answerFeedback, { params: { id }, body: answer }))

export const useEditAnswer = () =>
  useFeedbackMutation(({ id, answer }: Answering<NewAnswer>) => call(feedback.editAnswer, { params: { id }, body: answer }))

/** Declines feedbacks of this group. The caller refreshes what shows them, after its sheet is closed. */
export const useDeclineRequest = (group: string) =>
  useMutation({
    mutationFn: ({ ids, reason }: { ids: readonly string[]; reason: string | null }) =>
      call(feedback.declineRequest, { params: { id: group }, body: { feedback_ids: [...ids], reason } }),
  })

/** Takes back that feedbacks of a group were declined; resolves when what is shown is up to date. */
export function useReopenRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ group, ids }: { group: string; ids: readonly string[] }) =>
      call(feedback.reopenRequest, { params: { id: group }, body: { feedback_ids: [...ids] } }),
    onSuccess: () => refreshFeedback(client),
  })
}

/** Postpones a group to a day. The caller refreshes what shows it, after its sheet is closed. */
export const usePostpone = () =>
  useMutation({
    mutationFn: ({ id, day }: { id: string; day: string }) => call(feedback.postponeRequest, { params: { id }, body: { day } }),
  })

export const useResumeRequest = () => useFeedbackMutation((id: string) => call(feedback.resumeRequest, { params: { id } }))

/** Opens the dashboard. */
export function useOpenDashboard() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(feedback.dashboardAccess),
    onSuccess: () => void Promise.all([['user'], ['news']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
