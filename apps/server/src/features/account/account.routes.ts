import { Readable } from 'node:stream'
import { account } from '@reflet/contract/account'
import { done } from '@reflet/contract/common'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { clearDeviceCookie, clearSessionCookies } from '../../platform/session-cookies.ts'
import type { Leave } from '../account-deletion/account-deletion.ts'
import { personAt, record } from '../audit/audit.ts'
import { deleteUser } from './account.commands.ts'

/**
 * `leaves`: each feature's step when a person leaves; the first one takes the locks that the others need. `abroad`: best-effort calls to
 * external services before that; their failure does not prevent the deletion.
 */
export function accountRoutes(
  app: FastifyInstance,
  platform: Platform,
  leaves: readonly Leave[],
  abroad: (viewer: Viewer) => Promise<unknown>,
) {
  bind(app, platform, account.exportUser, async ({ viewer, request, reply }) => {
    const { exportUser } = await import('./export.queries.ts')
    const { fileName, bytes, pieces } = await exportUser(platform, viewer)
    const { companyId, userId } = viewer
    await record(platform.db, platform.clock(), { companyId, actor: personAt(userId, request.ip), action: 'data_exported' })
    reply.header('content-disposition', `attachment; filename="${fileName}"`).header('content-length', bytes)
    return Readable.from(pieces)
  })
  bind(app, platform, account.deleteUser, async ({ viewer, query, request, reply }) => {
    await abroad(viewer)
    const leaving = { actor: personAt(viewer.userId, request.ip), badgesToDelete: query.delete_badges }
    await deleteUser(platform, viewer, leaving, leaves)
    clearSessionCookies(platform, reply)
    clearDeviceCookie(platform, reply)
    return done
  })
}
