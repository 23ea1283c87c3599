import type { ColleagueRef } from '../../directory/person.api.ts'
import type { NewAnswer } from '../feedback.api.ts'
import type { NewOffer } from './offer.api.ts'

/** The person and the skill; the text is a separate draft. */
export interface OfferDraft {
  receiver: ColleagueRef | null
  skillId: string | null
  /** Idempotency key: the same until it was sent, so that a retry never sends twice. */
  key: string
}

export const emptyOffer = (): OfferDraft => ({ receiver: null, skillId: null, key: crypto.randomUUID() })

export const toOffer = (receiver: ColleagueRef, skillId: string, key: string, answer: NewAnswer): NewOffer => ({
  ...answer,
  user_id: receiver.user_id,
  skill_id: skillId,
  idempotency_key: key,
})
