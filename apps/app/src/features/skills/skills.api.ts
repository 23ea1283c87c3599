import { skills } from '@reflet/contract/skills'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import { setUserRecord } from '../../platform/session.ts'

/** The catalogue in my language; it changes rarely, and is fetched anew when the language does. */
export const catalogueQuery = queryOptions({
  queryKey: ['skills'],
  queryFn: ({ signal }) => call(skills.listSkills, {}, { signal }),
  staleTime: 3_600_000,
})

/** Replaces the skills that I work on. */
export function useChooseSkills() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (skill_ids: string[]) => call(skills.chooseSkills, { params: { userId: '1' }, body: { skill_ids } }),
    onSuccess: async (record) => {
      await setUserRecord(record)
      await client.invalidateQueries({ queryKey: ['statistics'] })
    },
  })
}
