import { growth } from '@reflet/contract/growth'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../../platform/http.ts'
import type { Platform } from '../../../platform/index.ts'
import { askAgain, updateTry } from './growth.commands.ts'
import { listTries } from './growth.queries.ts'

export function growthRoutes(app: FastifyInstance, platform: Platform) {
  const { db, clock } = platform
  bind(app, platform, growth.listTries, ({ viewer, query }) => listTries(db, viewer, clock(), query, query.cursor))
  bind(app, platform, growth.updateTry, ({ viewer, params, body }) => updateTry(platform, viewer, params.id, body))
  bind(app, platform, growth.askAgain, ({ viewer, params, body }) => askAgain(platform, viewer, params.id, body))
}
