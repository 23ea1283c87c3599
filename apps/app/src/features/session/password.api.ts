import { session } from '@reflet/contract/session'
import { useMutation } from '@tanstack/react-query'
import { call, specified } from '../../platform/client.ts'
import type { ApiError } from '../../platform/errors.ts'
import { login } from '../../platform/login.ts'

/** The response is the same for every address: only the connection may fail. */
export const useForgottenPassword = () =>
  useMutation<void, ApiError, string>({
    mutationFn: async (email) => {
      const { error } = await specified(session.forgottenPassword, { body: { email } })
      if (error && error.code !== 'invalid_input') throw error
    },
  })

/** Sets the password, then logs in with it; `true` when that has succeeded, too. */
export const useResetPassword = (token: string) =>
  useMutation<boolean, ApiError, string>({
    mutationFn: async (password) => {
      const { email } = await call(session.resetPassword, { body: { token, password } })
      return login(email, password)
    },
  })
