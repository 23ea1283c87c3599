import type { Endpoint } from '@reflet/contract/endpoint'
import { security } from '@reflet/contract/security'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import type { ApiError } from '../../platform/errors.ts'
import { NOT_KEPT } from '../../platform/query.ts'
import { createPasskey, signWithPasskey } from '../session/signing-in.api.ts'

/** How a person signs in is not stored on the device. */
const SECURITY = ['security'] as const

export const securityQuery = queryOptions({
  queryKey: [...SECURITY, 'ways'],
  meta: NOT_KEPT,
  queryFn: ({ signal }) => call(security.getSecurity, {}, { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: [...SECURITY, 'sessions'],
  meta: NOT_KEPT,
  queryFn: async ({ signal }) => (await call(security.listSessions, {}, { signal })).sessions,
})

function useSecurityMutation<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation<Result, ApiError, Variables>({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: SECURITY }) })
}

type Id<E extends Endpoint> = E extends { params: unknown } ? string : never

export const useEndSession = () =>
  useSecurityMutation((id: Id<typeof security.endSession>) => call(security.endSession, { params: { id } }))
export const useEndOtherSessions = () => useSecurityMutation((_: undefined) => call(security.endOtherSessions))
export const useChangePassword = () =>
  useSecurityMutation((body: { current: string; new: string }) => call(security.changePassword, { body }))
export const useDeletePasskey = () => useSecurityMutation((id: string) => call(security.deletePasskey, { params: { id } }))
export const useBeginTotp = () =>
  useMutation<{ secret: string; uri: string }, ApiError, undefined>({ mutationFn: () => call(security.beginTotp) })
export const useConfirmTotp = () =>
  useSecurityMutation(async (code: string) => (await call(security.confirmTotp, { body: { code } })).recovery_codes)
export const useDeleteTotp = () => useSecurityMutation((_: undefined) => call(security.deleteTotp))
export const useMakeRecoveryCodes = () =>
  useSecurityMutation(async (_: undefined) => (await call(security.makeRecoveryCodes)).recovery_codes)

/** Begins, lets the browser make the passkey, and stores it. */
export const useAddPasskey = () =>
  useSecurityMutation(async (name: string) => {
    const { options } = await call(security.addPasskey, { body: {} })
    const passkey = await createPasskey(options ?? {})
    return call(security.addPasskey, { body: { name, passkey } })
  })

/** Proves again who is here: with the password, or with a passkey. */
export const useReauthenticate = () =>
  useMutation<void, ApiError, { password: string } | 'passkey'>({
    mutationFn: async (by) => {
      if (by !== 'passkey') return void (await call(security.reauthenticate, { body: by }))
      const { options } = await call(security.reauthenticate, { body: {} })
      await call(security.reauthenticate, { body: { passkey: await signWithPasskey(options ?? {}) } })
    },
  })
