import type { Input } from '@reflet/contract/endpoint'
import { feedback, type NamedAnswer } from '@reflet/contract/feedback'
import { queryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/client.ts'
import { answersQuery } from '../feedback.api.ts'

export type NewThanks = Input<typeof feedback.rateAnswer>['body']

/** One named answer that I received. */
export const answerQuery = (id: string) =>
  queryOptions({
    queryKey: ['feedback', 'answer', id],
    queryFn: ({ signal }) => call(feedback.getAnswer, { params: { id } }, { signal }),
  })

/** The id of the answer that a page is about: the one in its address, else the newest named one; undefined while that is looked up. */
export function useAnswerId(named: string) {
  const newest = useInfiniteQuery({ ...answersQuery(), enabled: named === '' })
  const id = named || newest.data?.pages[0]?.answers[0]?.id
  return { ...newest, id, none: named === '' && newest.data !== undefined && id === undefined }
}

/** Every change answers with the answer as it stands then. */
function useAnswerMutation<Input>(mutationFn: (input: Input) => Promise<NamedAnswer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (answer) => {
      client.setQueryData(answerQuery(answer.id).queryKey, answer)
      for (const queryKey of [['feedback'], ['manager']]) void client.invalidateQueries({ queryKey })
    },
  })
}

export const useRateAnswer = () =>
  useAnswerMutation(({ id, thanks }: { id: string; thanks: NewThanks }) => call(feedback.rateAnswer, { params: { id }, body: thanks }))

export const useShareAnswer = () => useAnswerMutation((id: string) => call(feedback.shareAnswer, { params: { id } }))

export const useWithdrawAnswer = () => useAnswerMutation((id: string) => call(feedback.withdrawAnswer, { params: { id } }))
