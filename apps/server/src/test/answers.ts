import type { RequestKind } from '@reflet/contract/answers'
import type { Relation } from '@reflet/contract/relations'
import { insert } from '../db/index.ts'
import { newId } from '../platform/ids.ts'
import type { TestApp } from './build-test-app.ts'
import type { TestUser } from './factories.ts'

export interface StoredAnswer {
  readonly at: Date
  readonly skillId: string
  /** Null: "I haven't seen it". */
  readonly rating: number | null
  readonly relation?: Relation
  readonly giverId?: string
  /** False: the receiver alone said the relation, as in earlier releases. */
  readonly confirmed?: boolean
  readonly isRead?: boolean
  readonly kind?: RequestKind
}

/** Answers as far in the past as a test needs: each of its own request, or all of one confidential request, released together. */
export async function storeAnswers(app: TestApp, receiver: TestUser, answers: readonly StoredAnswer[], confidential = false) {
  const company_id = receiver.company.id
  const requestIds = answers.map(({ at }) => newId(at))
  const ids = (index: number) => ({ request_id: (confidential ? requestIds[0] : requestIds[index]) as string })
  const asked = answers.map(({ at, kind = 'asked' }, index) => ({
    company_id,
    id: ids(index).request_id,
    requester_id: receiver.id,
    confidential,
    kind,
    expires_at: at,
    idempotency_key: ids(index).request_id,
    content_hash: Buffer.alloc(32),
    created_at: at,
  }))
  const groups = answers.map(({ at, relation = 'coworker', giverId }, index) => ({
    company_id,
    id: newId(at),
    ...ids(index),
    user_id: giverId ?? null,
    relation,
    created_at: at,
  }))
  const stored = answers.map(
    (
      { at, skillId, rating, relation = 'coworker', giverId, confirmed = giverId !== undefined && !confidential, isRead = false },
      index,
    ) => ({
      company_id,
      id: newId(at),
      ...ids(index),
      recipient_id: groups[index]?.id as string,
      receiver_id: receiver.id,
      giver_id: giverId ?? null,
      skill_id: skillId,
      confidential,
      relation,
      relation_confirmed: confirmed,
      // As of a request that asked colleagues only.
      counts_for_badges: confidential,
      status: 'answered' as const,
      rating,
      not_observed: rating === null,
      answered_at: at,
      released_at: at,
      read_at: isRead ? at : null,
      seen_at: isRead ? at : null,
      created_at: at,
    }),
  )
  await insert(app.database.db, 'requests', confidential ? asked.slice(0, 1) : asked)
  await insert(app.database.db, 'recipients', groups)
  await insert(app.database.db, 'feedbacks', stored)
  return stored.map(({ id }) => id)
}
