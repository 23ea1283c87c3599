import type { Input } from '@reflet/contract/endpoint'
import { feedback, type NamedAnswer } from '@reflet/contract/feedback'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/client.ts'

export type NewThanks = Input<typeof feedback.rateAnswer>['body']

/** One named answer that I received. */
export const answerQuery = (id: string) =>
  queryOptions({
    queryKey: ['feedback', 'answer', id],
    queryFn: ({ signal }) => call(feedback.getAnswer, { params: { id } }, { signal }),
  })

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
