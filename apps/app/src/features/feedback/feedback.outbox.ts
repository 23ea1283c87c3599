import { feedback } from '@reflet/contract/feedback'
import { call } from '../../platform/client.ts'
import type { Sender } from '../../platform/outbox.ts'
import { queryClient } from '../../platform/query.ts'
import { countAnswered } from './answers/pending.api.ts'
import { type NewAnswer, type NewRequest, refreshFeedback } from './feedback.api.ts'
import type { NewOffer } from './offers/offer.api.ts'

const refresh = () => void refreshFeedback(queryClient)

export const answers: Sender = {
  send: ({ id, body }) => call(feedback.answerFeedback, { params: { id }, body: body as NewAnswer }),
  sent: ({ id }) => {
    countAnswered(id)
    refresh()
  },
}

export const offers: Sender = { send: ({ body }) => call(feedback.offerFeedback, { body: body as NewOffer }), sent: refresh }

export const requests: Sender = { send: ({ body }) => call(feedback.createRequest, { body: body as NewRequest }), sent: refresh }
