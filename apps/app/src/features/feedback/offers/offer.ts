import type { NewAnswer } from '../feedback.api.ts'
import type { NewOffer, Receiver } from './offer.api.ts'

/** Whom and on what; the words themselves are a draft of their own. */
export interface OfferDraft {
  receiver: Receiver | null
  skillId: string | null
  /** The same until it was sent: a lost answer never sends twice. */
  key: string
}

export const emptyOffer = (): OfferDraft => ({ receiver: null, skillId: null, key: crypto.randomUUID() })

export const toOffer = (receiver: Receiver, skillId: string, key: string, answer: NewAnswer): NewOffer => ({
  ...answer,
  user_id: receiver.user_id,
  skill_id: skillId,
  idempotency_key: key,
})
