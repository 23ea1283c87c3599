import * as z from 'zod/mini'
import { Id, Locale, matching } from './common.ts'
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
      'In the order of preference; `src` as an app-relative path or https',
    ),
    poster: described(z.nullable(z.string()), 'An app-relative path'),
    captions: described(
      z.array(z.object({ locale: Locale, src: z.string() })),
      'WebVTT; the viewer’s language first; `src` as an app-relative path',
    ),
  }),
  'Video',
)
export type Video = z.infer<typeof Video>

/** Where a video of a company's own is; its id is random. */
export const videoFilePath = (id: string) => `/video-files/${id}`

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
    summary: 'The file of a company’s own video, whole or one range; its id is random and changes with the file',
    params: z.object({ id: Id }),
    binary: 'video/mp4',
    response: z.unknown(),
  },
  getCaptions: {
    method: 'GET',
    path: '/video-captions/:file',
    access: 'public',
    summary: 'Its captions, WebVTT',
    params: z.object({ file: matching(/^[0-9a-f-]{36}\.vtt$/, 40) }),
    binary: 'text/vtt',
    response: z.unknown(),
  },
})
