import type { UserRecord } from '@reflet/contract/people'
import { useWaiting } from '../../../platform/outbox.ts'
import { queryClient } from '../../../platform/query.ts'
import { userQuery, useUserRecord } from '../../../platform/session.ts'
import { waitingOf } from '../../../ui/counts.ts'

/** The record once these pending feedbacks are answered: they are removed from their groups and the counts. */
export function withoutPending(record: UserRecord, ids: readonly string[]): UserRecord {
  if (ids.length === 0) return record
  const { received } = record.feedbacks
  const left = received.groups.map((group) => ({ ...group, feedbacks: group.feedbacks.filter(({ id }) => !ids.includes(id)) }))
  const groups = left.filter(({ feedbacks }) => feedbacks.length > 0)
  const total = Math.max(0, received.total - ids.length)
  const requests = waitingOf(record).requests - (left.length - groups.length)
  return { ...record, feedbacks: { ...record.feedbacks, received: { groups, total, requests } } }
}

/** Optimistic update: this feedback is answered. The record is fetched again right after. */
export const countAnswered = (id: string) =>
  queryClient.setQueryData(userQuery.queryKey, (record) => record && withoutPending(record, [id]))

/** My record without the feedbacks whose answers are waiting to be sent. */
export function usePendingRecord(): UserRecord | undefined {
  const record = useUserRecord()
  const waiting = useWaiting('answer')
  return (
    record &&
    withoutPending(
      record,
      waiting.map(({ id }) => id),
    )
  )
}
