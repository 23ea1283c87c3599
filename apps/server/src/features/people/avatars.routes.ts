import { avatars } from '@reflet/contract/avatars'
import type { FastifyInstance } from 'fastify'
import { bind, fileOf } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { removeAvatar, saveAvatar } from './avatars.commands.ts'
import { getAvatar } from './avatars.queries.ts'
import { getUserRecord } from './people.queries.ts'

export function avatarRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, avatars.uploadAvatar, async ({ viewer, request }) => {
    await saveAvatar(platform, viewer, await fileOf(request))
    return getUserRecord(platform, request.tokenHash)
  })
  bind(app, platform, avatars.deleteAvatar, async ({ viewer, request }) => {
    await removeAvatar(platform, viewer)
    return getUserRecord(platform, request.tokenHash)
  })
  bind(app, platform, avatars.getAvatar, async ({ params, reply }) => {
    reply.header('cache-control', 'no-store')
    const picture = await getAvatar(platform.db, params)
    // The native app has another origin.
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('cross-origin-resource-policy', 'cross-origin')
    return picture
  })
}
