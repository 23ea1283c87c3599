import { expect, test } from 'vitest'
import { ApiError } from './errors.ts'
import { fateOf } from './fate.ts'

test.each([
  ['nobody answered', 0, 'offline', 'later'],
  ['the server stumbled', 500, 'internal', 'later'],
  ['a gateway waits for the server', 502, 'unavailable', 'later'],
  ['it asks for patience', 429, 'slow_down', 'later'],
  ['the session ended', 401, 'unauthenticated', 'later'],
  ['a proxy refuses without a code of ours', 403, 'internal', 'skipped'],
  ['a proxy found the way too slow', 408, 'internal', 'skipped'],
  ['a login page of a hotel answers instead', 200, 'unavailable', 'later'],
  ['our server says why', 409, 'feedback_cancelled', 'refused'],
  ['it is not there any more', 404, 'not_found', 'refused'],
  ['a field is refused', 400, 'invalid', 'refused'],
  ['our server answers as a newer version does', 200, 'internal', 'sent'],
] as const)('%s', (_, status, code, fate) => {
  expect(fateOf(new ApiError(status, code))).toBe(fate)
})
