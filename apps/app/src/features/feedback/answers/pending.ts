import type { UserRecord } from '@reflet/contract/people'
import { queryClient } from '../../../platform/query.ts'
import { userQuery } from '../../../platform/session.ts'

/** The record once these pending feedbacks are answered: they are removed from their groups and the count. */
export function withoutPending(record: UserRecord, ids: readonly string[]): UserRecord {
  if (ids.length === 0) return record
  const { received } = record.feedbacks
  const groups = received.groups
    .map((group) => ({ ...group, feedbacks: group.feedbacks.filter(({ id }) => !ids.includes(id)) }))
    .filter(({ feedbacks }) => feedbacks.length > 0)
  const total = Math.max(0, received.total - ids.length)
  return { ...record, feedbacks: { ...record.feedbacks, received: { ...received, groups, total } } }
}

/** Optimistic update: this feedback is answered. The record is fetched again right after. */
export const countAnswered = (id: string) =>
  queryClient.setQueryData(userQuery.queryKey, (record) => record && withoutPending(record, [id]))
