import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'

/** Numbers separated by full stops: `1.4` or `1.4.2`. */
export const APP_VERSION = /^\d{1,6}(\.\d{1,6}){0,3}$/

export const updates = endpoints({
  checkUpdate: {
    method: 'GET',
    path: '/api/check-update',
    access: 'public',
    summary: 'The oldest version of the native app that this server still accepts, and where there is a newer one',
    query: z.object({ platform: z.optional(z.enum(['ios', 'android'])) }),
    response: z.object({
      minVersion: z.string(),
      latestVersion: z.optional(z.string()),
      storeUrl: z.optional(z.string()),
    }),
  },
})
