import type { Output } from '@reflet/contract/endpoint'
import { loginSteps, type PasskeyAnswer } from '@reflet/contract/login-steps'
import { useMutation } from '@tanstack/react-query'
import { call, specified } from '../../platform/client.ts'
import { fetchCode } from '../../platform/code.ts'
import { ApiError } from '../../platform/errors.ts'
import { enter } from '../../platform/login.ts'
import { type RememberedSignOn, rememberSignOn } from './remembered-sign-on.ts'

/** `company`: its code is needed, too; `unknown`: no single sign-on for this number; `left`: the company's page is opened. */
type NumberCheck = 'company' | 'unknown' | 'left'

/** Goes to where the company of a registration number signs in. A failed check is false (docs/PRODUCT.md, "Errors"), and has its reason. */
export const useSignOn = () =>
  useMutation<NumberCheck, ApiError, RememberedSignOn>({
    mutationFn: async ({ number, company }) => {
      const { value, error } = await specified(loginSteps.checkSaml, { body: { matricule: number, ...(company && { company }) } })
      if (error) throw error
      const link = linkOf(value)
      if (!link) return value.status === 'company' ? 'company' : 'unknown'
      rememberSignOn({ number, company })
      await goToSignOn(link)
      return 'left'
    },
  })

/** Where the company signs in. Each status but 'false' means that it does (specification, sections 3 and 5). */
export const linkOf = ({ status, link }: Pick<Output<typeof loginSteps.checkSaml>, 'link'> & { readonly status: string }) =>
  status === 'false' ? undefined : link

/** The company's sign-in page: in place of this one, on native in the system's browser. @throws ApiError `device_locked` */
export async function goToSignOn(link: string) {
  if (import.meta.env.MODE === 'native') return (await import('../../platform/native/sign-on.ts')).openSignOn(link)
  location.assign(link)
}

/** The browser refused, or the person closed its dialog. */
const CANCELLED = new Set(['NotAllowedError', 'AbortError'])

type Options = Record<string, unknown>
const browser = () => fetchCode(() => import('@simplewebauthn/browser'))

/** A ceremony that the person ends or that the device cannot do is `passkey_refused`: nothing has happened. */
async function ceremony<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ApiError) throw error
    const { name } = error as Error
    throw new ApiError(422, CANCELLED.has(name) ? 'passkey_cancelled' : 'passkey_refused')
  }
}

export const signWithPasskey = (options: Options) =>
  ceremony(async () => (await browser()).startAuthentication({ optionsJSON: options as never })) as unknown as Promise<PasskeyAnswer>

export const createPasskey = (options: Options) =>
  ceremony(async () => (await browser()).startRegistration({ optionsJSON: options as never })) as unknown as Promise<PasskeyAnswer>

/** Logs in by `begin`, and throws what the form shows. */
async function entering(username: string, begin: Parameters<typeof enter>[1]) {
  let reason: ApiError | undefined
  const done = await enter(username, begin, (error) => {
    reason = error
  })
  if (!done) throw reason
}

/** Logs in by a passkey alone. @throws ApiError */
export const loginByPasskey = () =>
  entering('', async () => {
    const { options } = await call(loginSteps.loginPasskey, { body: {} })
    const { access_token } = await call(loginSteps.loginPasskey, { body: { passkey: await signWithPasskey(options ?? {}) } })
    return { access_token: access_token ?? '' }
  })

export interface SecondStep {
  readonly username: string
  readonly challenge: string
  readonly code?: string
  /** Options of the ceremony: with a passkey that exists, or for a new one. */
  readonly passkey?: Options
  readonly isNew?: boolean
}

/** The second step of a login; recovery codes when it has set up the first factor. */
export const useSecondStep = () =>
  useMutation<readonly string[] | null, ApiError, SecondStep>({
    mutationFn: async ({ username, challenge, code, passkey, isNew }) => {
      let codes: readonly string[] | null = null
      const answer: PasskeyAnswer | undefined = passkey && (await (isNew ? createPasskey(passkey) : signWithPasskey(passkey)))
      await entering(username, async () => {
        const opened = await call(loginSteps.loginSecondFactor, {
          body: { challenge, ...(code && { code }), ...(answer && { passkey: answer }) },
        })
        codes = opened.recovery_codes
        return opened
      })
      return codes
    },
  })

export const useEnrolment = () =>
  useMutation({
    mutationFn: ({ challenge, factor }: { challenge: string; factor: 'totp' | 'passkey' }) =>
      call(loginSteps.loginEnrolment, { body: { challenge, factor } }),
  })
