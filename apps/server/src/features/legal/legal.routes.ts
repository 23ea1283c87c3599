import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { legal } from '@reflet/contract/legal'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'

type Document = 'terms' | 'privacy'

/** The text in French or English; every other language gets English (specification §5). */
function textOf(document: Document, locale = ''): string {
  const language = /^fr\b/i.test(locale) ? 'fr' : 'en'
  return readFileSync(join(import.meta.dirname, `${document}.${language}.md`), 'utf8')
}

export function legalRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, legal.termsOfUse, async ({ query, reply }) => {
    reply.type('text/markdown; charset=utf-8')
    return textOf('terms', query.locale)
  })
  bind(app, platform, legal.privacyPolicy, async ({ query, reply }) => {
    reply.type('text/markdown; charset=utf-8')
    return textOf('privacy', query.locale)
  })
}
