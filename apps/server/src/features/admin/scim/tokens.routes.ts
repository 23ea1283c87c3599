import { adminScim } from '@reflet/contract/admin-scim'
import { done } from '@reflet/contract/common'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../../platform/http.ts'
import type { Platform } from '../../../platform/index.ts'
import { administrationOf } from '../admin-call.ts'
import { baseUrl } from './scim.routes.ts'
import { createToken, deleteToken } from './tokens.commands.ts'
import { listTokens } from './tokens.queries.ts'

export function scimTokenRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, adminScim.listScimTokens, async ({ viewer }) => ({
    base_url: baseUrl(platform),
    tokens: await listTokens(platform.db, viewer.companyId),
  }))
  bind(app, platform, adminScim.createScimToken, ({ viewer, body, request }) =>
    createToken(platform, administrationOf(viewer, request), body),
  )
  bind(app, platform, adminScim.deleteScimToken, async ({ viewer, params, request }) => {
    await deleteToken(platform, administrationOf(viewer, request), params.id)
    return done
  })
}
