import { hierarchy } from '@reflet/contract/hierarchy'
import { people } from '@reflet/contract/people'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'
import { settle } from './errors.ts'
import { queryClient } from './query.ts'
import { type CurrentUser, changeRecord } from './record.ts'

/** An answer that comes after the user has left must not bring the record back, nor reach the next user's. */
const keep = (part: Partial<CurrentUser>) => changeRecord((kept) => kept && { ...kept, ...part })

/** Whom I could ask, and why. */
export const suggestionsQuery = queryOptions({
  queryKey: ['suggestions'],
  queryFn: async ({ signal }) => {
    const { suggestions } = await call(people.suggestPeople, { params: { userId: '1' } }, { signal })
    signal.throwIfAborted()
    await keep({ suggestions, history: suggestions })
    return suggestions
  },
})

/** Who stands how to me; only where the company has badges. */
export const hierarchyQuery = queryOptions({
  queryKey: ['hierarchy'],
  queryFn: async ({ signal }) => {
    const answer = await call(hierarchy.getHierarchy, { params: { userId: '1' } }, { signal })
    signal.throwIfAborted()
    await keep({ hierarchical: answer.hierarchical })
    return answer
  },
})

/** What follows each fetch of the user (specification §4); nobody waits for it. */
export function fetchAround(badgesActive: boolean) {
  void settle(queryClient.fetchQuery(suggestionsQuery))
  if (badgesActive) void settle(queryClient.fetchQuery(hierarchyQuery))
}
