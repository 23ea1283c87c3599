import { useMutation } from '@tanstack/react-query'
import { fetchCode } from '../../platform/code.ts'
import type { ApiError } from '../../platform/errors.ts'

/** What the login page needs of the ways beside the password before one is chosen; their calls are fetched then. */

/** The native app's page has another origin than the server: passkeys belong to the browser. */
export const canUsePasskeys = () => import.meta.env.MODE !== 'native' && typeof PublicKeyCredential === 'function'

export const usePasskeyLogin = () =>
  useMutation<void, ApiError>({
    mutationFn: async () => (await fetchCode(() => import('./signing-in.api.ts'))).loginByPasskey(),
  })
