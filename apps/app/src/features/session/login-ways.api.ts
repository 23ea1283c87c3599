import { useMutation } from '@tanstack/react-query'
import { fetchCode } from '../../platform/code.ts'
import type { ApiError } from '../../platform/errors.ts'
import { quick } from '../../platform/quick.ts'

/** What the login page needs of the ways beside the password before one is chosen; their calls are fetched then. */

const REMEMBERED = 'reflet.sign-on'

/** What this device remembers of the company's sign-in: it is offered first, and the number is filled in. */
export interface RememberedSignOn {
  readonly number: string
  readonly company: string
}

export function rememberedSignOn(): RememberedSignOn | null {
  try {
    const { number, company } = JSON.parse(quick.get(REMEMBERED) ?? 'null') as Partial<RememberedSignOn>
    return number ? { number, company: company ?? '' } : null
  } catch {
    return null
  }
}

export const rememberSignOn = (signOn: RememberedSignOn | null) => quick.set(REMEMBERED, signOn && JSON.stringify(signOn))

/** The native app's page has another origin than the server: passkeys belong to the browser. */
export const canUsePasskeys = () => import.meta.env.MODE !== 'native' && typeof PublicKeyCredential === 'function'

export const usePasskeyLogin = () =>
  useMutation<void, ApiError>({
    mutationFn: async () => (await fetchCode(() => import('./signing-in.api.ts'))).loginByPasskey(),
  })
