import { adminScim } from '@reflet/contract/admin-scim'
import { adminSignIn, type SignInSettings } from '@reflet/contract/admin-sign-in'
import type { Input } from '@reflet/contract/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/client.ts'
import { ApiError } from '../../../platform/errors.ts'
import { NOT_KEPT } from '../../../platform/query.ts'

export type Protocol = 'saml' | 'oidc'

const SIGN_IN = ['admin', 'sign-in'] as const
const AUDIT = ['admin', 'audit'] as const

export const signInQuery = queryOptions({
  queryKey: SIGN_IN,
  meta: NOT_KEPT,
  queryFn: ({ signal }) => call(adminSignIn.getSignIn, {}, { signal }),
})

/** Every change answers with all settings. */
function useSettingsMutation<Variables>(mutationFn: (variables: Variables) => Promise<SignInSettings>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (settings) => {
      client.setQueryData(signInQuery.queryKey, settings)
      void client.invalidateQueries({ queryKey: AUDIT })
    },
  })
}

export const useUpdateSignIn = () =>
  useSettingsMutation((body: Input<typeof adminSignIn.updateSignIn>['body']) => call(adminSignIn.updateSignIn, { body }))

type SamlBody = Input<typeof adminSignIn.setSaml>['body']

/** @throws metadata_refused: the file has been moved or deleted since it was chosen */
const textOf = (metadata: File) =>
  metadata.text().catch(() => {
    throw new ApiError(0, 'metadata_refused', { metadata_xml: 'missing' })
  })

/** The metadata is read when it is sent: a file chosen a moment ago is never taken for the one before. */
export const useSetSaml = () =>
  useSettingsMutation(async ({ metadata, ...body }: Omit<SamlBody, 'metadata_xml'> & { metadata?: File | undefined }) =>
    call(adminSignIn.setSaml, { body: metadata ? { ...body, metadata_xml: await textOf(metadata) } : body }),
  )

export const useSetOidc = () =>
  useSettingsMutation((body: Input<typeof adminSignIn.setOidc>['body']) => call(adminSignIn.setOidc, { body }))
export const useRemoveProvider = (protocol: Protocol) =>
  useSettingsMutation((_: undefined) => call(protocol === 'saml' ? adminSignIn.deleteSaml : adminSignIn.deleteOidc))

/** Leaves the app for the provider's page, which leads back to `/admin/sign-in?test=…`. */
export const useBeginTest = () =>
  useMutation({
    mutationFn: (protocol: Protocol) => call(adminSignIn.beginSignInTest, { body: { protocol } }),
    onSuccess: ({ link }) => window.location.assign(link),
  })

const POLL_MS = 3_000

/** The result of a test; while none has come, it is read again. */
export const testQuery = (id: string) =>
  queryOptions({
    queryKey: [...SIGN_IN, 'test', id],
    meta: NOT_KEPT,
    queryFn: ({ signal }) => call(adminSignIn.getSignInTest, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? POLL_MS : false),
    // It is kept for ten minutes on the server: what was shown stays on the page.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const scimTokensQuery = queryOptions({
  queryKey: ['admin', 'scim-tokens'],
  meta: NOT_KEPT,
  queryFn: ({ signal }) => call(adminScim.listScimTokens, {}, { signal }),
})

function useTokenMutation<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => {
      for (const queryKey of [scimTokensQuery.queryKey, AUDIT]) void client.invalidateQueries({ queryKey })
    },
  })
}
export const useCreateScimToken = () =>
  useTokenMutation((body: Input<typeof adminScim.createScimToken>['body']) => call(adminScim.createScimToken, { body }))
export const useDeleteScimToken = () => useTokenMutation((id: string) => call(adminScim.deleteScimToken, { params: { id } }))
