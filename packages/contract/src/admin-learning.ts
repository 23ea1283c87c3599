import * as z from 'zod/mini'
import { Done, name, opaque, text } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'

export const LearningPlatform = named(
  z.object({
    host: z.nullable(z.string()),
    instance: z.nullable(z.string()),
    has_token: described(z.boolean(), 'The token is sealed and never shown'),
    usable: described(z.boolean(), 'All three are there, and the address is a public one'),
  }),
  'LearningPlatform',
)
export type LearningPlatform = z.infer<typeof LearningPlatform>

export const adminLearning = endpoints({
  getLearningPlatform: {
    method: 'GET',
    path: '/api/admin/learning-platform',
    access: 'admin',
    summary: 'The company’s learning platform',
    response: LearningPlatform,
  },
  setLearningPlatform: {
    method: 'PUT',
    path: '/api/admin/learning-platform',
    access: 'admin',
    summary: 'Set it; without a token the stored one stays, for the same host only',
    body: z.strictObject({ host: name(253), instance: text(60).check(z.regex(/^[\w-]+$/)), token: z.optional(opaque(500)) }),
    response: LearningPlatform,
    errors: ['host_not_allowed', 'token_missing'],
  },
  deleteLearningPlatform: {
    method: 'DELETE',
    path: '/api/admin/learning-platform',
    access: 'admin',
    summary: 'Remove it with its token',
    response: Done,
  },
  testLearningPlatform: {
    method: 'POST',
    path: '/api/admin/learning-platform/test',
    access: 'admin',
    limit: 'mail',
    summary: 'Ask the platform whether it takes the token; nothing is created there',
    response: z.object({
      status: z.enum(['ok', 'unavailable', 'refused', 'incomplete']),
    }),
  },
})
