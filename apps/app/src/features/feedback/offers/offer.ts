import type { Skill } from '@reflet/contract/skills'
import { fullName } from '../../../platform/full-name.ts'
import type { NewOutgoing } from '../../../platform/outbox.ts'
import type { ColleagueRef } from '../../directory/person.api.ts'
import { draftOfAnswer, type NewAnswer } from '../feedback.api.ts'
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

/** The same, queued while offline. */
export const waitingOffer = (receiver: ColleagueRef, skill: Skill, key: string, answer: NewAnswer): NewOutgoing => ({
  kind: 'offer',
  id: key,
  body: toOffer(receiver, skill.id, key, answer),
  people: [fullName(receiver)],
  about: [skill.name],
  restores: {
    path: '/offer-feedback',
    drafts: [
      { key: 'offer', value: { receiver, skillId: skill.id, key } satisfies OfferDraft },
      { key: `answer:${key}`, value: draftOfAnswer(answer) },
    ],
  },
})
