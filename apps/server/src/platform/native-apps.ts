import { APP_VERSION } from '@reflet/contract/updates'
import { z } from 'zod'

const version = z.string().regex(APP_VERSION, { error: 'must be a version, as 1.4.2' })
const storeUrl = z.string().refine((value) => /^(https|itms-apps|market):$/.test(URL.parse(value)?.protocol ?? ''), {
  error: 'must be a URL (https, itms-apps, market)',
})
const FINGERPRINT = /^([\dA-F]{2}:){31}[\dA-F]{2}$/

/** Which native apps belong to this server; each setting is optional. */
export const appsEnvironment = {
  MIN_APP_VERSION: version.default('0.0.0'),
  LATEST_APP_VERSION: version.optional(),
  IOS_STORE_URL: storeUrl.optional(),
  ANDROID_STORE_URL: storeUrl.optional(),
  IOS_APP_ID: z
    .string()
    .regex(/^[A-Z0-9]{10}\.[\w.-]+$/, { error: 'must be the ten characters of a team, a full stop and the bundle id' })
    .optional(),
  ANDROID_APP_ID: z
    .string()
    .regex(/^[a-z]\w*(\.[a-z]\w*)+$/i, { error: 'must be an application id' })
    .default('app.reflet'),
  ANDROID_CERTIFICATES: z
    .string()
    .transform((text) => text.toUpperCase().split(/\s*,\s*/))
    .refine((all) => all.every((one) => FINGERPRINT.test(one)), { error: 'must be SHA-256 fingerprints (AA:BB:…) separated by commas' })
    .optional(),
}

type AppsEnvironment = z.output<z.ZodObject<typeof appsEnvironment>>

export interface NativeApps {
  /** Older apps can only be updated. */
  readonly minVersion: string
  readonly latestVersion: string | undefined
  readonly storeUrl: { readonly ios: string | undefined; readonly android: string | undefined }
  /** `TEAM.bundle.id`: this app opens links to this server. */
  readonly iosAppId: string | undefined
  /** The same on Android: the app's id, and SHA-256 fingerprints of the certificates that may sign it. */
  readonly android: { readonly appId: string; readonly certificates: readonly string[] } | undefined
}

export const nativeApps = (env: AppsEnvironment): NativeApps => ({
  minVersion: env.MIN_APP_VERSION,
  latestVersion: env.LATEST_APP_VERSION,
  storeUrl: { ios: env.IOS_STORE_URL, android: env.ANDROID_STORE_URL },
  iosAppId: env.IOS_APP_ID,
  android: env.ANDROID_CERTIFICATES && { appId: env.ANDROID_APP_ID, certificates: env.ANDROID_CERTIFICATES },
})

/** No setting at all. */
export const NO_APPS = nativeApps({ MIN_APP_VERSION: '0.0.0', ANDROID_APP_ID: 'app.reflet' })
