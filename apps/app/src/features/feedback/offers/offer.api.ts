import type { Input } from '@reflet/contract/endpoint'
import { feedback } from '@reflet/contract/feedback'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../platform/client.ts'
import { store, useStore } from '../../../platform/store.ts'

/** Whom feedback is offered to. */
export interface Receiver {
  user_id: string
  first_name: string
  last_name: string
  job_title: string
  avatar_url: string | null
}

const arriving = store<Receiver | null>(null)

/** Takes somebody along to `/offer-feedback`. */
export const offerTo = ({ user_id, first_name, last_name, job_title, avatar_url }: Receiver) =>
  arriving.set({ user_id, first_name, last_name, job_title, avatar_url })

/** Receives them once, as soon as the draft is there. */
export function useOfferArrival(ready: boolean, receive: (person: Receiver) => void) {
  const person = useStore(arriving)
  // biome-ignore lint/correctness/useExhaustiveDependencies: who arrives counts, not the function of this render
  useEffect(() => {
    if (!ready || !person) return
    arriving.set(null)
    receive(person)
  }, [ready, person])
}

export type NewOffer = Input<typeof feedback.offerFeedback>['body']

export function useOfferFeedback() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewOffer) => call(feedback.offerFeedback, { body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['feedback'] }),
  })
}
