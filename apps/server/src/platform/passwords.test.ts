import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

/** Created by another implementation (OpenSSL, through Python's `cryptography`). */
const KNOWN = '$argon2id$v=19$m=47104,t=1,p=1$BwcHBwcHBwcHBwcHBwcHBw$/FIb7zHBhs+XNyEQzN+OyN1bwrRATq8kYyW70D3+3Yw'

test('a hash has OWASP’s recommended parameters: argon2id, 46 MiB, one pass, one lane', async () => {
  const hash = await hashPassword('a long enough password', Buffer.alloc(16, 7))
  expect(hash).toBe(KNOWN)
  expect(await verifyPassword('a long enough password', hash)).toBe(true)
  expect(await verifyPassword('a long enough passwore', hash)).toBe(false)
  expect(await verifyPassword('a long enough password', null)).toBe(false)
})
