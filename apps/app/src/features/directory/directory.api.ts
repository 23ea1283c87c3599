import { MINUTE_MS } from '@reflet/contract/durations'
import { type Colleague, people } from '@reflet/contract/people'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import { answerOf, type PeopleSource } from './people-search.api.ts'

const colleaguesQuery = (query: string) =>
  queryOptions({
    queryKey: ['colleagues', query],
    queryFn: ({ signal }) => call(people.searchColleagues, { query: { query, limit: 20 } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
  })

/** Colleagues of my company by name, job or address. */
export const colleaguesSource: PeopleSource<Colleague & { relation: null }> = {
  useAnswer: (query, enabled) =>
    answerOf(useQuery({ ...colleaguesQuery(query), enabled }), ({ colleagues }) => colleagues.map((one) => ({ ...one, relation: null }))),
}
