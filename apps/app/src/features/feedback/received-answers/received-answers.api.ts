import type { Input } from '@reflet/contract/endpoint'
import { feedback } from '@reflet/contract/feedback'
import type { NamedAnswer } from '@reflet/contract/received-answers'
import { queryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/client.ts'
import { answersQuery } from '../feedback.api.ts'
import { markSeen } from './seen.api.ts'

export type NewThanks = Input<typeof feedback.rateAnswer>['body']

/** One named answer that I received. */
export const answerQuery = (id: string) =>
  queryOptions({
    queryKey: ['feedback', 'answer', id],
    queryFn: ({ signal }) => call(feedback.getAnswer, { params: { id } }, { signal }),
  })

/** The id of the page's answer: the one in its URL, else the newest named one; undefined while it is fetched. */
export function useAnswerId(named: string) {
  const newest = useInfiniteQuery({ ...answersQuery(), enabled: named === '' })
  const id = named || newest.data?.pages[0]?.answers.find(({ not_observed }) => !not_observed)?.id
  return { ...newest, id, none: named === '' && newest.data !== undefined && id === undefined }
}

/** Every change returns the answer's new state. */
export function useAnswerMutation<Input>(mutationFn: (input: Input) => Promise<NamedAnswer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (answer) => {
      markSeen([answer])
      client.setQueryData(answerQuery(answer.id).queryKey, answer)
      for (const queryKey of [['feedback'], ['manager']]) void client.invalidateQueries({ queryKey })
    },
  })
}

export const useRateAnswer = () =>
  useAnswerMutation(({ id, thanks }: { id: string; thanks: NewThanks }) => call(feedback.rateAnswer, { params: { id }, body: thanks }))
