import { account } from '@reflet/contract/account'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { forgetLearner, linkLearner } from './learning.commands.ts'

export function learningRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, account.linkDomoscio, async ({ viewer, body }) => ({
    status: await (body.linkType === 'link' ? linkLearner : forgetLearner)(platform, viewer),
  }))
}
