import { legal } from '@reflet/contract/legal'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { legalText } from './legal.queries.ts'

export function legalRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, legal.termsOfUse, async ({ query, reply }) => {
    reply.type('text/markdown; charset=utf-8')
    return legalText('terms', query.locale)
  })
  bind(app, platform, legal.privacyPolicy, async ({ query, reply }) => {
    reply.type('text/markdown; charset=utf-8')
    return legalText('privacy', query.locale)
  })
}
