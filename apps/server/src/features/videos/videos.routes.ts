import { Readable } from 'node:stream'
import { videos } from '@reflet/contract/videos'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Problem } from '../../platform/errors.ts'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { getCaptions, getVideoFile, listVideos, readVideo } from './videos.queries.ts'

/** A replaced file has another address. The native app has another origin. */
const forEver = (reply: FastifyReply) =>
  reply.header('cache-control', 'private, max-age=31536000, immutable').header('cross-origin-resource-policy', 'cross-origin')

/** One range of bytes (RFC 9110); anything else gets the whole file. @throws not_found for a range outside the file */
function rangeOf(header: string | undefined, bytes: number): { start: number; end: number } | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (start > end) throw new Problem('not_found')
  return { start, end }
}

export function videoRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, videos.listVideos, ({ viewer }) => listVideos(platform.db, viewer))
  bind(app, platform, videos.getVideoFile, async ({ params, request, reply }) => {
    const file = await getVideoFile(platform.db, params.id)
    const range = rangeOf(request.headers.range, file.bytes)
    const { start, end } = range ?? { start: 0, end: file.bytes - 1 }
    forEver(reply)
      .type(file.media_type)
      .header('accept-ranges', 'bytes')
      .header('content-length', end - start + 1)
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`)
    return Readable.from(readVideo(platform.db, file, params.id, start, end))
  })
  bind(app, platform, videos.getCaptions, async ({ params, reply }) => {
    const text = await getCaptions(platform.db, params.file.replace(/\.vtt$/, ''))
    forEver(reply).type('text/vtt; charset=utf-8')
    return text
  })
}
