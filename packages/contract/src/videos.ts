import * as z from 'zod/mini'
import { Id, Locale, matching, text } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'

export const Video = named(
  z.object({
    id: Id,
    title: z.string(),
    description: z.string(),
    seconds: z.int(),
    sources: described(
      z.array(z.object({ src: z.string(), type: z.string() })),
      'In the order of preference; `src` as an app-relative path or https. One of a company’s own file is signed for ten minutes: list again for a new one',
    ),
    poster: described(z.nullable(z.string()), 'An app-relative path'),
    captions: described(
      z.array(z.object({ locale: Locale, src: z.string() })),
      'WebVTT; the viewer’s language first; `src` as an app-relative path, signed as that of the file',
    ),
  }),
  'Video',
)
export type Video = z.infer<typeof Video>

/** Where the file of a company's own video is, without the signature that opens it. */
export const videoFilePath = (id: string) => `/video-files/${id}`
/** Where captions of it are, likewise. */
export const captionsPath = (id: string) => `/video-captions/${id}.vtt`

/** Of a signed address: until when it opens the file without a session, in seconds since 1970, and the proof. */
const Signature = z.object({ expires: z.optional(text(20)), signature: z.optional(text(100)) })
export type Signature = z.infer<typeof Signature>

export const videos = endpoints({
  listVideos: {
    method: 'GET',
    path: '/api/videos',
    access: 'employee',
    summary: 'The company’s videos, in its order, titles in my language',
    response: z.object({ videos: z.array(Video) }),
  },
  getVideoFile: {
    method: 'GET',
    path: '/video-files/:id',
    access: 'public',
    summary:
      'The file of a company’s own video, whole or one range: for a session of the company, or by the address that `listVideos` signs',
    params: z.object({ id: Id }),
    query: Signature,
    binary: 'video/mp4',
    response: z.unknown(),
    errors: ['unauthenticated', 'csrf_failed'],
  },
  getCaptions: {
    method: 'GET',
    path: '/video-captions/:file',
    access: 'public',
    summary: 'Its captions, WebVTT, likewise',
    params: z.object({ file: matching(/^[0-9a-f-]{36}\.vtt$/, 40) }),
    query: Signature,
    binary: 'text/vtt',
    response: z.unknown(),
    errors: ['unauthenticated', 'csrf_failed'],
  },
})
