import { createPrivateKey } from 'node:crypto'
import * as z from 'zod/mini'
import type { ApnsSettings } from './apns.ts'
import type { FcmSettings } from './fcm.ts'
import { jsonOf } from './json.ts'

const webAddress = z
  .string()
  .check(z.refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), { error: 'must be a URL (http, https)' }))

/** Whether this is a private key of that kind; many tools that store settings write a line break as `\n`. */
function isKey(pem: string, kind: 'rsa' | 'ec'): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === kind
  } catch {
    return false
  }
}

const ServiceAccount = z.object({
  project_id: z.string().check(z.regex(/^[\w.:-]+$/)),
  client_email: z.email(),
  private_key: z.string().check(z.refine((pem) => isKey(pem, 'rsa'))),
  token_uri: z._default(webAddress, 'https://oauth2.googleapis.com/token'),
})

const serviceAccount = z.pipe(
  z.string(),
  z.transform((input, { issues }) => {
    const { data } = ServiceAccount.safeParse(jsonOf(input))
    if (data) return data
    issues.push({ code: 'custom', message: 'must be the JSON of a service account', input })
    return z.NEVER
  }),
)

const tenCharacters = z.string().check(z.regex(/^[A-Z0-9]{10}$/, { error: 'must be ten letters and digits' }))

/** The settings of the services that need an account; each is optional. */
export const pushEnvironment = {
  FCM_SERVICE_ACCOUNT: z.optional(serviceAccount),
  FCM_URL: z._default(webAddress, 'https://fcm.googleapis.com'),
  APNS_KEY: z.optional(
    z.string().check(
      z.overwrite((pem) => pem.replaceAll('\\n', '\n')),
      z.refine((pem) => isKey(pem, 'ec'), { error: 'must be the text of a .p8 key' }),
    ),
  ),
  APNS_KEY_ID: z.optional(tenCharacters),
  APNS_TEAM_ID: z.optional(tenCharacters),
  APNS_TOPIC: z.optional(z.string().check(z.regex(/^[\w.-]+$/, { error: 'must be a bundle id' }))),
  APNS_URL: z._default(webAddress, 'https://api.push.apple.com'),
}

type PushEnvironment = z.output<z.ZodMiniObject<typeof pushEnvironment>>

const FOR_APNS = ['APNS_KEY', 'APNS_KEY_ID', 'APNS_TEAM_ID', 'APNS_TOPIC'] as const

/** The missing setting of an incomplete group. */
export function missingForApns(env: PushEnvironment): string | undefined {
  const missing = FOR_APNS.filter((name) => env[name] === undefined)
  return missing.length < FOR_APNS.length ? missing[0] : undefined
}

export interface PushServices {
  readonly fcm: FcmSettings | undefined
  readonly apns: ApnsSettings | undefined
}

export function pushServices(env: PushEnvironment): PushServices {
  const { FCM_SERVICE_ACCOUNT: account, APNS_KEY: key, APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId, APNS_TOPIC: topic } = env
  return {
    fcm: account && {
      url: withoutSlash(env.FCM_URL),
      projectId: account.project_id,
      clientEmail: account.client_email,
      privateKey: account.private_key,
      tokenUrl: account.token_uri,
    },
    apns: key && keyId && teamId && topic ? { url: withoutSlash(env.APNS_URL), key, keyId, teamId, topic } : undefined,
  }
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '')
