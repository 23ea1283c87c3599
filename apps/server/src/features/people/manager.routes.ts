import { myManager } from '@reflet/contract/manager'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { setManager } from './manager.commands.ts'
import { getManager } from './manager.queries.ts'

export function managerRoutes(app: FastifyInstance, platform: Platform) {
  const { db } = platform
  bind(app, platform, myManager.getManager, ({ viewer }) => getManager(db, viewer))
  bind(app, platform, myManager.setManager, async ({ viewer, body }) => {
    await setManager(platform, viewer, body.user_id)
    return getManager(db, viewer)
  })
}
