import { videos } from '@reflet/contract/videos'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { listVideos } from './videos.queries.ts'

export function videoRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, videos.listVideos, ({ viewer }) => listVideos(platform.db, viewer))
}
