import { expect, test } from 'vitest'
import { ApiError } from './errors.ts'
import { outcomeOf } from './send-outcome.ts'

test.each([
  ['no response', 0, 'offline', 'later'],
  ['a server error', 500, 'internal', 'skipped'],
  ['a gateway without its server', 502, 'unavailable', 'later'],
  ['a rate limit', 429, 'slow_down', 'skipped'],
  ['the session ended', 401, 'unauthenticated', 'later'],
  ['a proxy refuses without a code of ours', 403, 'internal', 'skipped'],
  ['a proxy timed out', 408, 'internal', 'skipped'],
  ['a captive portal responds instead', 200, 'unavailable', 'later'],
  ['our server refuses with a code', 409, 'feedback_cancelled', 'refused'],
  ['it was deleted', 404, 'not_found', 'refused'],
  ['a field is refused', 400, 'invalid', 'refused'],
  ['a newer server with an unknown response', 200, 'internal', 'sent'],
] as const)('%s', (_, status, code, outcome) => {
  expect(outcomeOf(new ApiError(status, code))).toBe(outcome)
})
