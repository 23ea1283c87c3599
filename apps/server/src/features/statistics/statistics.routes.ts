import { statistics } from '@reflet/contract/statistics'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { checkOwnId } from '../people/people.policy.ts'
import { getSkillStatistics, getStatistics } from './statistics.queries.ts'

export function statisticsRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, statistics.getStatistics, async ({ viewer, params, query }) => {
    checkOwnId(viewer, params.userId)
    return getStatistics(platform.db, viewer, platform.clock(), query.months)
  })
  bind(app, platform, statistics.getSkillStatistics, async ({ viewer, params, query }) => {
    checkOwnId(viewer, params.userId)
    return getSkillStatistics(platform.db, viewer, platform.clock(), params.skillId, query.months)
  })
}
