import { awards } from '@reflet/contract/awards'
import { done } from '@reflet/contract/common'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { giveAwards, hideAward, withdrawAward } from './awards.commands.ts'
import { getAward, listAwards } from './awards.queries.ts'
import { listAwardTypes } from './types.queries.ts'

export function awardRoutes(app: FastifyInstance, platform: Platform) {
  const { db, clock } = platform
  bind(app, platform, awards.listAwardTypes, ({ viewer }) => listAwardTypes(db, viewer))
  bind(app, platform, awards.listAwards, ({ viewer, query }) => listAwards(db, viewer, clock(), query.box, query.cursor))
  bind(app, platform, awards.giveAwards, async ({ viewer, body }) => ({ awards: await giveAwards(platform, viewer, body) }))
  bind(app, platform, awards.getAward, ({ viewer, params }) => getAward(db, viewer, clock(), params.id))
  bind(app, platform, awards.updateAward, ({ viewer, params }) => hideAward(platform, viewer, params.id))
  bind(app, platform, awards.deleteAward, async ({ viewer, params }) => {
    await withdrawAward(platform, viewer, params.id)
    return done
  })
}
