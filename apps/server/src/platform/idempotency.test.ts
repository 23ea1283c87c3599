import { expect, test } from 'vitest'
import { openVault } from './crypto.ts'
import { Problem } from './errors.ts'
import { madeBefore, onceOf } from './idempotency.ts'

const vault = openVault(Buffer.alloc(32, 7))
const body = { idempotency_key: 'a', title: 'Review', skill_ids: ['one', 'two'] }

test('the key is not a part of the content hash', () => {
  expect(onceOf(vault, body).key).toBe('a')
  expect(onceOf(vault, { ...body, idempotency_key: 'b' }).hash).toEqual(onceOf(vault, body).hash)
  expect(onceOf(vault, { ...body, title: 'Retro' }).hash).not.toEqual(onceOf(vault, body).hash)
})

test('a new key creates', () => {
  expect(madeBefore(undefined, onceOf(vault, body).hash)).toBeUndefined()
  expect(madeBefore(null, onceOf(vault, body).hash)).toBeUndefined()
})

test('the same content returns the stored result, however the hash was read', () => {
  const { hash } = onceOf(vault, body)
  const row = { id: '1', content_hash: hash }
  const encoded = { id: '1', content_hash: hash.toString('base64') }
  expect(madeBefore(row, hash)).toBe(row)
  expect(madeBefore(encoded, hash)).toBe(encoded)
})

test('other content under the same key is refused', () => {
  const { hash } = onceOf(vault, body)
  const row = { content_hash: onceOf(vault, { ...body, title: 'Retro' }).hash }
  expect(() => madeBefore(row, hash)).toThrow(new Problem('idempotency_key_reused'))
  expect(() => madeBefore({ content_hash: row.content_hash.toString('base64') }, hash)).toThrow(new Problem('idempotency_key_reused'))
})
