import { quality } from '@reflet/contract/quality'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { checkOwnId } from '../people/people.policy.ts'
import { getQualityIndex } from './quality.queries.ts'

export function qualityRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, quality.getQualityIndex, async ({ viewer, params }) => {
    checkOwnId(viewer, params.userId)
    return getQualityIndex(platform.db, viewer, platform.clock())
  })
}
