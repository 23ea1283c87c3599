import * as z from 'zod/mini'
import { Done, Id, IdParams, Instant, name } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'

/** Tokens of a company: a directory needs one, and a second one while it is replaced. */
export const MAX_SCIM_TOKENS = 20

const shown = {
  id: Id,
  name: z.string(),
  invite: described(z.boolean(), 'People that the directory creates are invited by mail'),
  created_at: Instant,
}

export const ScimToken = named(
  z.object({ ...shown, used_at: described(z.nullable(Instant), 'The last use, to the hour; null before the first one') }),
  'ScimToken',
)
export type ScimToken = z.infer<typeof ScimToken>

export const NewScimToken = named(
  z.object({ ...shown, token: described(z.string(), 'Shown once: the server stores a hash') }),
  'NewScimToken',
)
export type NewScimToken = z.infer<typeof NewScimToken>

/** How a directory authenticates at `/scim/v2` (docs/scim.md). */
export const adminScim = endpoints({
  listScimTokens: {
    method: 'GET',
    path: '/api/admin/scim/tokens',
    access: 'admin',
    summary: 'The tokens with which directories provision people, oldest first, and the address that they call',
    response: z.object({ base_url: z.string(), tokens: z.array(ScimToken) }),
  },
  createScimToken: {
    method: 'POST',
    path: '/api/admin/scim/tokens',
    access: 'admin',
    asked_again: 'always',
    summary: 'Create a token for a directory; it is shown once',
    body: z.strictObject({ name: name(100), invite: z._default(z.boolean(), false) }),
    response: NewScimToken,
    errors: ['limit_reached'],
  },
  deleteScimToken: {
    method: 'DELETE',
    path: '/api/admin/scim/tokens/:id',
    access: 'admin',
    asked_again: 'always',
    summary: 'Revoke a token at once',
    params: IdParams,
    response: Done,
  },
})
