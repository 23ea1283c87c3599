import { people, type Suggestion } from '@reflet/contract/people'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import { changeRecord } from '../../platform/user-record-cache.ts'
import { answerOf, type PeopleSource } from './people-search.api.ts'

/** People I could ask, with the reason. */
export const suggestionsQuery = queryOptions({
  queryKey: ['suggestions'],
  queryFn: async ({ signal }) => {
    const { suggestions } = await call(people.suggestPeople, { params: { userId: '1' } }, { signal })
    signal.throwIfAborted()
    // Race: a response after the session ended must not restore the record, nor reach the next user's.
    await changeRecord((kept) => kept && { ...kept, suggestions, history: suggestions })
    return suggestions
  },
})

/** The same people for every query. */
export const suggestionsSource: PeopleSource<Suggestion> = {
  useAnswer: (_query, enabled) => answerOf(useQuery({ ...suggestionsQuery, enabled }), (suggestions) => suggestions),
}
