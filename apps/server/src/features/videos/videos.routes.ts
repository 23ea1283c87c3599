import { Readable } from 'node:stream'
import { Id } from '@reflet/contract/common'
import { captionsPath, type Signature, videoFilePath, videos } from '@reflet/contract/videos'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, Problem } from '../../platform/errors.ts'
import { hasIt } from '../../platform/etag.ts'
import { bind, viewerOf } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { isSigned } from './addresses.ts'
import { findCaptions, findVideoFile, listVideos, readVideo } from './videos.queries.ts'

type FileCall = typeof videos.getVideoFile | typeof videos.getCaptions
interface Opening {
  readonly query: Signature
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Whether the caller may open a file: by its signed address, or with a session of its company. An unknown one is like one of another company.
 * @throws unauthenticated; csrf_failed; not_found
 */
async function checkAccess<File extends { readonly company_id: string }>(
  platform: Platform,
  endpoint: FileCall,
  { query, request, reply }: Opening,
  path: string,
  file: File | undefined,
): Promise<File> {
  // Of a refusal, too: it depends on who calls.
  reply.header('cache-control', 'private, no-cache')
  if (file && isSigned(platform, file.company_id, path, query)) {
    // The native app has another origin. With a session the file is for this origin alone.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    return file
  }
  const { companyId } = await viewerOf(platform, endpoint, request)
  if (file?.company_id !== companyId) throw notFound()
  return file
}

/** The browser keeps its copy and asks before each use, so that it is not played without access. A replaced file has another id. */
function isKnown({ request, reply }: Opening, id: string): boolean {
  const etag = `"${id}"`
  reply.header('etag', etag)
  return hasIt(request.headers['if-none-match'], etag)
}

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
  bind(app, platform, videos.listVideos, ({ viewer }) => listVideos(platform, viewer))
  bind(app, platform, videos.getVideoFile, async (call) => {
    const { params, request, reply } = call
    const found = await findVideoFile(platform.db, params.id)
    const file = await checkAccess(platform, videos.getVideoFile, call, videoFilePath(params.id), found)
    if (isKnown(call, params.id)) return reply.code(304).send()
    const range = rangeOf(request.headers.range, file.bytes)
    const { start, end } = range ?? { start: 0, end: file.bytes - 1 }
    reply
      .type(file.media_type)
      .header('accept-ranges', 'bytes')
      .header('content-length', end - start + 1)
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`)
    return Readable.from(readVideo(platform.db, file, params.id, start, end))
  })
  bind(app, platform, videos.getCaptions, async (call) => {
    const id = call.params.file.replace(/\.vtt$/, '')
    const found = Id.safeParse(id).success ? await findCaptions(platform.db, id) : undefined
    const { text } = await checkAccess(platform, videos.getCaptions, call, captionsPath(id), found)
    if (isKnown(call, id)) return call.reply.code(304).send()
    call.reply.type('text/vtt; charset=utf-8')
    return text
  })
}
