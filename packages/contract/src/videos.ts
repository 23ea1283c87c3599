import { z } from 'zod'
import { Id, Locale } from './common.ts'
import { endpoints } from './endpoint.ts'

export const Video = z
  .object({
    id: Id,
    title: z.string(),
    description: z.string(),
    seconds: z.int(),
    sources: z
      .array(z.object({ src: z.string(), type: z.string() }))
      .describe('In the order of preference; `src` as an app-relative path or https'),
    poster: z.string().nullable().describe('An app-relative path'),
    captions: z
      .array(z.object({ locale: Locale, src: z.string() }))
      .describe('WebVTT; the viewer’s language first; `src` as an app-relative path'),
  })
  .meta({ id: 'Video' })
export type Video = z.infer<typeof Video>

export const videos = endpoints({
  listVideos: {
    method: 'GET',
    path: '/api/videos',
    access: 'employee',
    summary: 'The company’s videos, in its order, titles in my language',
    response: z.object({ videos: z.array(Video) }),
  },
})
