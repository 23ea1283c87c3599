import { HOUR_MS } from '@reflet/contract/durations'
import type { UserRecord } from '@reflet/contract/people'
import { skills } from '@reflet/contract/skills'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import { setUserRecord } from '../../platform/session.ts'

/** The catalogue in my language; it rarely changes, and is fetched again when the language does. */
export const catalogueQuery = queryOptions({
  queryKey: ['skills'],
  queryFn: ({ signal }) => call(skills.listSkills, {}, { signal }),
  staleTime: HOUR_MS,
})

/** My self-evaluations on one skill, newest first. */
export const selfEvaluationsQuery = (skillId: string) =>
  infiniteQueryOptions({
    queryKey: ['self-evaluations', skillId],
    queryFn: ({ pageParam, signal }) =>
      call(
        skills.listSelfEvaluations,
        { params: { userId: '1' }, query: { skill_id: skillId, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })

/** For calls that return my record and change my statistics. */
function useSkillsMutation(mutationFn: (skill_ids: string[]) => Promise<UserRecord>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: async (record) => {
      await setUserRecord(record)
      void client.invalidateQueries({ queryKey: ['statistics'] })
    },
  })
}

/** Replaces my skills. */
export const useChooseSkills = () =>
  useSkillsMutation((skill_ids) => call(skills.chooseSkills, { params: { userId: '1' }, body: { skill_ids } }))

/** Resets the statistics of some skills. */
export const useResetSkills = () =>
  useSkillsMutation((skill_ids) => call(skills.resetSkills, { params: { userId: '1' }, body: { skill_ids } }))

/** One rating by skill id. */
export type Ratings = Readonly<Record<string, number>>

export function useEvaluateMyself() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ratings: Ratings) => {
      const evaluations = Object.entries(ratings).map(([skill_id, rating]) => ({ skill_id, rating }))
      return call(skills.evaluateMyself, { params: { userId: '1' }, body: { evaluations } })
    },
    // Not awaited: the draft must be deleted as soon as it is saved, or a page closed in between would restore it.
    onSuccess: () => {
      for (const queryKey of [['self-evaluations'], ['statistics'], ['user']]) void client.invalidateQueries({ queryKey })
    },
  })
}
