import { useMutation } from '@tanstack/react-query'
import { fetchCode } from '../../platform/code.ts'
import type { ApiError } from '../../platform/errors.ts'

interface Credentials {
  username: string
  password: string
}

/** Throws the error for the form; the login itself only returns true and false. The first screen is there before its code. */
export const useLogin = () =>
  useMutation<void, ApiError, Credentials>({
    mutationFn: async ({ username, password }) => {
      const { login } = await fetchCode(() => import('../../platform/login.ts'))
      let reason: ApiError | undefined
      const done = await login(username, password, (error) => {
        reason = error
      })
      if (!done) throw reason
    },
  })
