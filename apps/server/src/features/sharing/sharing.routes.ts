import { sharing } from '@reflet/contract/sharing'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { setManager } from './manager.commands.ts'
import { getManager } from './manager.queries.ts'
import { noteShared, seeShared } from './notes.commands.ts'
import { shareAnswer, withdrawAnswer } from './sharing.commands.ts'
import { countShared, listShared } from './sharing.queries.ts'

export function sharingRoutes(app: FastifyInstance, platform: Platform) {
  const { db } = platform
  bind(app, platform, sharing.getManager, ({ viewer }) => getManager(db, viewer))
  bind(app, platform, sharing.setManager, async ({ viewer, body }) => {
    await setManager(platform, viewer, body.user_id)
    return getManager(db, viewer)
  })
  bind(app, platform, sharing.shareAnswer, ({ viewer, params, body }) => shareAnswer(platform, viewer, params.id, body?.manager_id))
  bind(app, platform, sharing.withdrawAnswer, ({ viewer, params }) => withdrawAnswer(platform, viewer, params.id))
  bind(app, platform, sharing.listShared, ({ viewer, query }) => listShared(db, viewer, query.cursor))
  bind(app, platform, sharing.countShared, ({ viewer }) => countShared(db, viewer))
  bind(app, platform, sharing.seeShared, async ({ viewer, body }) => {
    await seeShared(platform, viewer, body.ids)
    return countShared(db, viewer)
  })
  bind(app, platform, sharing.noteShared, ({ viewer, params, body }) => noteShared(platform, viewer, params.id, body.note))
}
