import { newsfeed } from '@reflet/contract/newsfeed'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { readNews } from './newsfeed.commands.ts'
import { countUnread, listNews } from './newsfeed.queries.ts'

export function newsfeedRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, newsfeed.listNews, ({ viewer, query }) => listNews(platform.db, viewer, query.cursor))
  bind(app, platform, newsfeed.readNews, async ({ viewer, body }) => {
    await readNews(platform, viewer, 'ids' in body ? body.ids : null)
    return { unread: await countUnread(platform.db, viewer) }
  })
}
