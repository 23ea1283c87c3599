import type { AnswerBody } from '@reflet/contract/answers'
import { isGiven } from '@reflet/contract/quality'
import type { Relation } from '@reflet/contract/relations'
import { nullable, type RowOf, t } from '../../../db/index.ts'
import type { Seal } from '../../../platform/crypto.ts'
import { newId } from '../../../platform/ids.ts'

/**
 * An answer as the feedback of this id stores it: the comment encrypted, with the counts for the quality index, which cannot be computed
 * from it later.
 */
export const contentValues = (seal: Seal, id: string, { rating, not_observed, situation, keep, improve }: AnswerBody) => ({
  rating,
  not_observed,
  sealed_situation: seal.seal(situation, 'feedbacks.sealed_situation', id),
  sealed_keep: seal.seal(keep, 'feedbacks.sealed_keep', id),
  sealed_improve: seal.seal(improve, 'feedbacks.sealed_improve', id),
  has_situation: isGiven(situation),
  has_keep: isGiven(keep),
  has_improve: isGiven(improve),
})

/** The comment of an answer, encrypted. */
export const sealedWordsRow = { sealed_situation: nullable(t.bytes), sealed_keep: nullable(t.bytes), sealed_improve: nullable(t.bytes) }
export type SealedWords = RowOf<typeof sealedWordsRow>

/** The comment of the feedback of this id, decrypted. */
export const openWords = ({ id, sealed_situation, sealed_keep, sealed_improve }: SealedWords & { id: string }, seal: Seal) => ({
  situation: seal.open(sealed_situation, 'feedbacks.sealed_situation', id),
  keep: seal.open(sealed_keep, 'feedbacks.sealed_keep', id),
  improve: seal.open(sealed_improve, 'feedbacks.sealed_improve', id),
})

interface Subject {
  readonly company_id: string
  readonly request_id: string
  readonly recipient_id: string
  readonly receiver_id: string
  readonly giver_id: string | null
  readonly confidential: boolean
  readonly relation: Relation
  readonly relation_confirmed: boolean
}

/** A feedback that is answered when it is created; a confidential one is not released yet. */
export function answeredRow(seal: Seal, subject: Subject, answer: AnswerBody & { readonly skill_id: string }, now: Date) {
  const id = newId(now)
  return {
    ...subject,
    id,
    skill_id: answer.skill_id,
    status: 'answered' as const,
    ...contentValues(seal, id, answer),
    answered_at: now,
    released_at: subject.confidential ? null : now,
    created_at: now,
  }
}
