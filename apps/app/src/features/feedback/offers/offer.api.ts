import type { Input } from '@reflet/contract/endpoint'
import { feedback } from '@reflet/contract/feedback'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/client.ts'

export type NewOffer = Input<typeof feedback.offerFeedback>['body']

export function useOfferFeedback() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewOffer) => call(feedback.offerFeedback, { body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['feedback'] }),
  })
}
