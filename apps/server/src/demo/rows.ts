import type { FeedbackStatus } from '@reflet/contract/answers'
import type { Value } from '../db/index.ts'

/** A row to be inserted, by column. The interfaces below name what is also read of it. */
export type Row = Readonly<Record<string, Value | object | undefined>>

export interface UserSkillRow extends Row {
  readonly user_id: string
  readonly skill_id: string
}

export interface RequestRow extends Row {
  readonly id: string
  readonly requester_id: string
  readonly confidential: boolean
  readonly sealed_context?: Buffer | null
  readonly sealed_message?: Buffer | null
  readonly created_at: Date
}

export interface RecipientRow extends Row {
  readonly request_id: string
  readonly user_id: string | null
}

export interface FeedbackRow extends Row {
  readonly company_id: string
  readonly id: string
  readonly request_id: string
  readonly receiver_id: string
  readonly giver_id: string | null
  readonly skill_id: string
  readonly confidential: boolean
  readonly status: FeedbackStatus
  readonly rating?: number | null
  readonly not_observed?: boolean
  readonly sealed_keep?: Buffer | null
  readonly answered_at?: Date | null
  readonly read_at?: Date | null
  counts_for_badges?: boolean
  released_at?: Date | null
}
