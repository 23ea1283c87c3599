import { type AuditAction, adminAudit } from '@reflet/contract/admin-audit'
import { adminCatalogue, type Texts } from '@reflet/contract/admin-catalogue'
import { adminImports, type PeopleImport } from '@reflet/contract/admin-imports'
import { adminLearning } from '@reflet/contract/admin-learning'
import { adminPeople, type PersonStatus } from '@reflet/contract/admin-people'
import { adminPolicies, type PoliciesPatch } from '@reflet/contract/admin-policies'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { adminUsage } from '@reflet/contract/admin-usage'
import type { Input } from '@reflet/contract/endpoint'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import { NOT_KEPT } from '../../platform/query.ts'

/** What administrators see is never stored on the device. */
const ADMIN = ['admin'] as const

export interface PeopleFilter {
  query: string
  status: PersonStatus | undefined
  department: string | undefined
}

export const peopleQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: [...ADMIN, 'people', filter],
    meta: NOT_KEPT,
    queryFn: ({ pageParam, signal }) =>
      call(adminPeople.listPeople, { query: { ...filter, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

export const departmentsQuery = queryOptions({
  queryKey: [...ADMIN, 'departments'],
  meta: NOT_KEPT,
  queryFn: ({ signal }) => call(adminPeople.listDepartments, {}, { signal }),
})

/** The id of the person with an address; undefined when there is none. */
export async function findByEmail(email: string): Promise<string | undefined> {
  const { people } = await call(adminPeople.listPeople, { query: { query: email } })
  return people.find((person) => person.email === email.toLowerCase())?.id
}

/** Changes of people: their lists are read again. */
function usePeopleMutation<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => {
      for (const key of ['people', 'departments', 'audit']) void client.invalidateQueries({ queryKey: [...ADMIN, key] })
    },
  })
}

export const useCreatePerson = () =>
  usePeopleMutation((body: Input<typeof adminPeople.createPerson>['body']) => call(adminPeople.createPerson, { body }))
export const useUpdatePerson = () =>
  usePeopleMutation(({ id, body }: { id: string; body: Input<typeof adminPeople.updatePerson>['body'] }) =>
    call(adminPeople.updatePerson, { params: { id }, body }),
  )
export const useInvitePerson = () => usePeopleMutation((id: string) => call(adminPeople.invitePerson, { params: { id } }))
export const useDeactivatePerson = () => usePeopleMutation((id: string) => call(adminPeople.deactivatePerson, { params: { id } }))
export const useReactivatePerson = () => usePeopleMutation((id: string) => call(adminPeople.reactivatePerson, { params: { id } }))
export const useEndSessions = () => usePeopleMutation((id: string) => call(adminPeople.endSessions, { params: { id } }))
export const useResetFactors = () => usePeopleMutation((id: string) => call(adminSignIn.resetFactors, { params: { id } }))

const POLL_MS = 1_000
const isUnderWay = (one: PeopleImport | undefined) => one?.status === 'checking' || one?.status === 'importing'

/** The newest import, polled while it is worked on. */
export const importQuery = queryOptions({
  queryKey: [...ADMIN, 'import'],
  meta: NOT_KEPT,
  queryFn: async ({ signal }) => (await call(adminImports.listImports, { query: {} }, { signal })).imports[0] ?? null,
  refetchInterval: ({ state }) => (isUnderWay(state.data ?? undefined) ? POLL_MS : false),
})

export const importErrorsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...ADMIN, 'import', id, 'errors'],
    meta: NOT_KEPT,
    queryFn: ({ pageParam, signal }) =>
      call(adminImports.listImportErrors, { params: { id }, query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })

function useImportMutation<Variables>(mutationFn: (variables: Variables) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: [...ADMIN, 'import'] }) })
}
export const useUploadImport = () => useImportMutation((file: File) => call(adminImports.uploadImport, {}, { file }))
export const useConfirmImport = () =>
  useImportMutation(({ id, ...body }: { id: string; deactivate_missing: boolean; invite: boolean }) =>
    call(adminImports.confirmImport, { params: { id }, body }),
  )
export const useDeleteImport = () => useImportMutation((id: string) => call(adminImports.deleteImport, { params: { id } }))

export const policiesQuery = queryOptions({
  queryKey: [...ADMIN, 'policies'],
  meta: NOT_KEPT,
  queryFn: ({ signal }) => call(adminPolicies.getPolicies, {}, { signal }),
})

export function useUpdatePolicies() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PoliciesPatch) => call(adminPolicies.updatePolicies, { body }),
    onSuccess: (policies) => {
      client.setQueryData(policiesQuery.queryKey, policies)
      for (const key of [['user'], [...ADMIN, 'audit']]) void client.invalidateQueries({ queryKey: key })
    },
  })
}

export const usageQuery = (months: number) =>
  queryOptions({
    queryKey: [...ADMIN, 'usage', months],
    meta: NOT_KEPT,
    queryFn: ({ signal }) => call(adminUsage.getUsage, { query: { months } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const auditQuery = (action: AuditAction | undefined) =>
  infiniteQueryOptions({
    queryKey: [...ADMIN, 'audit', action ?? ''],
    meta: NOT_KEPT,
    queryFn: ({ pageParam, signal }) =>
      call(adminAudit.listAudit, { query: { ...(action && { action }), ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

export const learningQuery = queryOptions({
  queryKey: [...ADMIN, 'learning'],
  meta: NOT_KEPT,
  queryFn: ({ signal }) => call(adminLearning.getLearningPlatform, {}, { signal }),
})

function useLearningMutation<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => {
      for (const key of [['user'], [...ADMIN, 'learning']]) void client.invalidateQueries({ queryKey: key })
    },
  })
}
export const useSetLearning = () =>
  useLearningMutation((body: Input<typeof adminLearning.setLearningPlatform>['body']) => call(adminLearning.setLearningPlatform, { body }))
export const useRemoveLearning = () => useLearningMutation((_: undefined) => call(adminLearning.deleteLearningPlatform))
export const useTestLearning = () => useMutation({ mutationFn: (_: undefined) => call(adminLearning.testLearningPlatform) })

/** The catalogues of a company: three lists of the same shape. */
export const CATALOGUES = ['skills', 'awards', 'videos'] as const
export type Catalogue = (typeof CATALOGUES)[number]

const CALLS = {
  skills: {
    list: async (query: { query: string; cursor?: string }) => {
      const { skills, next_cursor } = await call(adminCatalogue.listSkills, { query })
      return { items: skills.map((item) => ({ ...item, kind: item.category })), next_cursor }
    },
    update: adminCatalogue.updateSkill,
    remove: adminCatalogue.deleteSkill,
  },
  awards: {
    list: async (query: { query: string; cursor?: string }) => {
      const { award_types, next_cursor } = await call(adminCatalogue.listAwardTypes, { query })
      return { items: award_types.map((item) => ({ ...item, kind: item.icon })), next_cursor }
    },
    update: adminCatalogue.updateAwardType,
    remove: adminCatalogue.deleteAwardType,
  },
  videos: {
    list: async (query: { query: string; cursor?: string }) => {
      const { videos, next_cursor } = await call(adminCatalogue.listVideos, { query })
      return { items: videos.map((item) => ({ ...item, kind: item.ready ? '' : 'no_file' })), next_cursor }
    },
    update: adminCatalogue.updateVideo,
    remove: adminCatalogue.deleteVideo,
  },
} as const

export type CatalogueItem = Awaited<ReturnType<(typeof CALLS)['skills']['list']>>['items'][number] extends infer Item
  ? Omit<Item, 'category'>
  : never

export const catalogueQuery = (catalogue: Catalogue, query: string) =>
  infiniteQueryOptions({
    queryKey: [...ADMIN, 'catalogue', catalogue, query],
    meta: NOT_KEPT,
    queryFn: async ({ pageParam }): Promise<{ items: CatalogueItem[]; next_cursor: string | null }> =>
      CALLS[catalogue].list({ query, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

export interface CatalogueTexts {
  names: Texts
  descriptions: Texts
  kind: string
}

const createItem = (catalogue: Catalogue, { kind, ...texts }: CatalogueTexts): Promise<unknown> => {
  if (catalogue === 'skills') return call(adminCatalogue.createSkill, { body: { ...texts, category: kind as 'other' } })
  if (catalogue === 'awards') return call(adminCatalogue.createAwardType, { body: { ...texts, icon: kind as 'star' } })
  return call(adminCatalogue.createVideo, { body: texts })
}

const updateItem = (catalogue: Catalogue, id: string, { kind, ...texts }: CatalogueTexts): Promise<unknown> => {
  const params = { id }
  if (catalogue === 'skills') return call(adminCatalogue.updateSkill, { params, body: { ...texts, category: kind as 'other' } })
  if (catalogue === 'awards') return call(adminCatalogue.updateAwardType, { params, body: { ...texts, icon: kind as 'star' } })
  return call(adminCatalogue.updateVideo, { params, body: texts })
}

function useCatalogueMutation<Variables, Result>(catalogue: Catalogue, mutationFn: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => {
      for (const key of [[...ADMIN, 'catalogue'], [catalogue]]) void client.invalidateQueries({ queryKey: key })
    },
  })
}

/** Creates an item, or changes the one with this id. */
export const useSaveItem = (catalogue: Catalogue) =>
  useCatalogueMutation(catalogue, ({ id, texts }: { id: string | undefined; texts: CatalogueTexts }) =>
    id === undefined ? createItem(catalogue, texts) : updateItem(catalogue, id, texts),
  )
export const useRetireItem = (catalogue: Catalogue) =>
  useCatalogueMutation(catalogue, ({ id, retired }: { id: string; retired: boolean }) =>
    call(CALLS[catalogue].update, { params: { id }, body: { retired } }),
  )
export const useRemoveItem = (catalogue: Catalogue) =>
  useCatalogueMutation(catalogue, (id: string) => call(CALLS[catalogue].remove, { params: { id } }))
export const useUploadVideo = () =>
  useCatalogueMutation('videos', ({ id, file, locale }: { id: string; file: File; locale?: 'fr' | 'en' | 'ar' | 'es' | 'de' }) =>
    locale
      ? call(adminCatalogue.uploadCaptions, { params: { id, locale } }, { file })
      : call(adminCatalogue.uploadVideo, { params: { id } }, { file }),
  )
