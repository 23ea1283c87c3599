import { APP_VERSION } from '@reflet/contract/updates'
import * as z from 'zod/mini'

const version = z.string().check(z.regex(APP_VERSION, { error: 'must be a version, as 1.4.2' }))
const storeUrl = z.string().check(
  z.refine((value) => /^(https|itms-apps|market):$/.test(URL.parse(value)?.protocol ?? ''), {
    error: 'must be a URL (https, itms-apps, market)',
  }),
)
const FINGERPRINT = /^([\dA-F]{2}:){31}[\dA-F]{2}$/

/** Which native apps belong to this server; each setting is optional. */
export const appsEnvironment = {
  MIN_APP_VERSION: z._default(version, '0.0.0'),
  LATEST_APP_VERSION: z.optional(version),
  IOS_STORE_URL: z.optional(storeUrl),
  ANDROID_STORE_URL: z.optional(storeUrl),
  IOS_APP_ID: z.optional(
    z.string().check(z.regex(/^[A-Z0-9]{10}\.[\w.-]+$/, { error: 'must be the ten characters of a team, a full stop and the bundle id' })),
  ),
  ANDROID_APP_ID: z._default(z.string().check(z.regex(/^[a-z]\w*(\.[a-z]\w*)+$/i, { error: 'must be an application id' })), 'app.reflet'),
  ANDROID_CERTIFICATES: z.optional(
    z
      .pipe(
        z.string(),
        z.transform((text) => text.toUpperCase().split(/\s*,\s*/)),
      )
      .check(
        z.refine((all) => all.every((one) => FINGERPRINT.test(one)), {
          error: 'must be SHA-256 fingerprints (AA:BB:…) separated by commas',
        }),
      ),
  ),
}

type AppsEnvironment = z.output<z.ZodMiniObject<typeof appsEnvironment>>

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
