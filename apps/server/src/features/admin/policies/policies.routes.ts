import { adminPolicies } from '@reflet/contract/admin-policies'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../../platform/http.ts'
import type { Platform } from '../../../platform/index.ts'
import { administrationOf } from '../admin-call.ts'
import { updatePolicies } from './policies.commands.ts'
import { getPolicies } from './policies.queries.ts'

export function policyRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, adminPolicies.getPolicies, ({ viewer }) => getPolicies(platform.db, viewer.companyId))
  bind(app, platform, adminPolicies.updatePolicies, async ({ viewer, body, request }) => {
    await updatePolicies(platform, administrationOf(viewer, request), body)
    return getPolicies(platform.db, viewer.companyId)
  })
}
