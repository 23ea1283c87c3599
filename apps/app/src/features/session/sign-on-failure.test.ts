import { expect, test } from 'vitest'
import { ApiError, orFalse } from '../../platform/errors.ts'
import { failureOf } from './sign-on-failure.ts'
import { linkOf } from './signing-in.api.ts'

/** What `enter` gives for an exception that is no answer and no network failure. */
async function bug(): Promise<ApiError | undefined> {
  let reason: ApiError | undefined
  await orFalse(Promise.reject(new RangeError('a bug')), (error) => {
    reason = error
  })
  return reason
}

test('each failure of a single sign-on has the message of the specification', async () => {
  expect(failureOf(new ApiError(401, 'unauthenticated'), true)).toBe('ERREUR_1')
  expect(failureOf(new ApiError(503, 'unavailable'), true)).toBe('ERREUR_2')
  expect(failureOf(new ApiError(0, 'offline'), true)).toBe('ERREUR_2')
  expect(failureOf(new ApiError(401, 'unauthenticated'), false)).toBe('ERREUR_3')
  expect(failureOf(new ApiError(500, 'internal'), false)).toBe('ERREUR_3')
  expect(failureOf(undefined, false)).toBe('ERREUR_3')
  expect(failureOf(new ApiError(0, 'offline'), false)).toBe('ERREUR_4')
})

test('an exception that is no network failure is not said to be one', async () => {
  expect(failureOf(await bug(), false)).toBe('ERREUR_3')
})

test('each status of the check but false means single sign-on, where there is a link', () => {
  const link = 'https://reflet.example/saml/nova/login'
  expect(linkOf({ status: 'true', link })).toBe(link)
  expect(linkOf({ status: 'a later one', link })).toBe(link)
  expect(linkOf({ status: 'company', link })).toBe(link)
  expect(linkOf({ status: 'company' })).toBeUndefined()
  expect(linkOf({ status: 'true' })).toBeUndefined()
  expect(linkOf({ status: 'false', link })).toBeUndefined()
})
