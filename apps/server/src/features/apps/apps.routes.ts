import { updates } from '@reflet/contract/updates'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import type { NativeApps } from '../../platform/native-apps.ts'

/** Mailed links that the native app opens where it is installed (docs/NATIVE.md). */
const LINKS = ['guest-answer', 'reset-password', 'coffee', 'event']

/** What the native apps and their systems ask this server: the oldest version, and which app its links belong to. */
export function appsRoutes(app: FastifyInstance, platform: Platform, apps: NativeApps) {
  bind(app, platform, updates.checkUpdate, async ({ query }) => {
    const storeUrl = query.platform && apps.storeUrl[query.platform]
    return {
      minVersion: apps.minVersion,
      ...(apps.latestVersion && { latestVersion: apps.latestVersion }),
      ...(storeUrl && { storeUrl }),
    }
  })
  const { android, iosAppId } = apps
  if (android)
    app.get('/.well-known/assetlinks.json', async () => [
      {
        relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
        target: { namespace: 'android_app', package_name: android.appId, sha256_cert_fingerprints: android.certificates },
      },
    ])
  if (iosAppId)
    app.get('/.well-known/apple-app-site-association', async (_request, reply) => {
      // Without a suffix in its name the type is not evident.
      reply.type('application/json')
      return {
        applinks: { details: [{ appIDs: [iosAppId], components: LINKS.map((path) => ({ '/': `/${path}/*` })) }] },
        webcredentials: { apps: [iosAppId] },
      }
    })
}
