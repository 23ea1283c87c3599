import { useMutation } from '@tanstack/react-query'
import type { ApiError } from '../../platform/errors.ts'
import { login } from '../../platform/session.ts'

interface Credentials {
  username: string
  password: string
}

/** Throws the error for the form; the session itself only returns true and false. */
export const useLogin = () =>
  useMutation<void, ApiError, Credentials>({
    mutationFn: async ({ username, password }) => {
      let reason: ApiError | undefined
      const done = await login(username, password, (error) => {
        reason = error
      })
      if (!done) throw reason
    },
  })
