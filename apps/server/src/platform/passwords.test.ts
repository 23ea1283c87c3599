import { expect, test } from 'vitest'
import { cost, hashPassword, verifyPassword, whenThereIsRoom } from './passwords.ts'

/** Created by another implementation (OpenSSL, through Python's `cryptography`). */
const KNOWN = '$argon2id$v=19$m=47104,t=1,p=1$BwcHBwcHBwcHBwcHBwcHBw$/FIb7zHBhs+XNyEQzN+OyN1bwrRATq8kYyW70D3+3Yw'

test('a hash has OWASP’s recommended parameters: argon2id, 46 MiB, one pass, one lane', async () => {
  const hash = await hashPassword('a long enough password', Buffer.alloc(16, 7))
  expect(hash).toBe(KNOWN)
  expect(await verifyPassword('a long enough password', hash)).toBe(true)
  expect(await verifyPassword('a long enough passwore', hash)).toBe(false)
  expect(await verifyPassword('a long enough password', null)).toBe(false)
})

test('reserved slots stay free although hashing becomes slower while the queue is full', async () => {
  const { memoryKib } = cost
  const ends: (() => void)[] = []
  const enter = (trusted: boolean) => whenThereIsRoom(() => new Promise<void>((end) => ends.push(end)), { trusted })
  const isFull = async (trusted: boolean) => {
    const before = ends.length
    const entered = enter(trusted)
    if (ends.length === before) await expect(entered).rejects.toMatchObject({ code: 'unavailable' })
    return ends.length === before
  }
  try {
    cost.memoryKib = 64
    await Promise.all(Array.from({ length: 60 }, () => hashPassword('fast')))
    while (!(await isFull(false)));
    cost.memoryKib = memoryKib * 4
    await Promise.all(Array.from({ length: 20 }, () => hashPassword('slow')))
    for (let slot = 0; slot < 20; slot++) expect(await isFull(true), `slot ${slot}`).toBe(false)
    expect(await isFull(true)).toBe(true)
    expect(await isFull(false)).toBe(true)
  } finally {
    cost.memoryKib = memoryKib
    for (const end of ends) end()
  }
})
