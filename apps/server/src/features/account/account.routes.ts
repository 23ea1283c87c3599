import { Readable } from 'node:stream'
import { account } from '@reflet/contract/account'
import { done } from '@reflet/contract/common'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import type { Leave } from '../../platform/leaving.ts'
import type { Viewer } from '../../platform/session.ts'
import { clearDeviceCookie, clearSessionCookies } from '../../platform/session-cookies.ts'
import { deleteUser } from './account.commands.ts'
import { exportUser } from './export.queries.ts'

/**
 * `leaves`: what each feature does when a person leaves; the first one locks what the others must not find changing.
 * `abroad`: what is tried before, beyond our own database; it hinders nobody from leaving.
 */
export function accountRoutes(
  app: FastifyInstance,
  platform: Platform,
  leaves: readonly Leave[],
  abroad: (viewer: Viewer) => Promise<unknown>,
) {
  bind(app, platform, account.exportUser, async ({ viewer, reply }) => {
    const { fileName, bytes, pieces } = await exportUser(platform, viewer)
    reply.header('content-disposition', `attachment; filename="${fileName}"`).header('content-length', bytes)
    return Readable.from(pieces)
  })
  bind(app, platform, account.deleteUser, async ({ viewer, reply }) => {
    await abroad(viewer)
    await deleteUser(platform, viewer, leaves)
    clearSessionCookies(platform, reply)
    clearDeviceCookie(platform, reply)
    return done
  })
}
