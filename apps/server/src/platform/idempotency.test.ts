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

test('a new key creates; the same content returns the stored result, other content is refused, however the hash was read', () => {
  const { hash } = onceOf(vault, body)
  const other = onceOf(vault, { ...body, title: 'Retro' }).hash
  for (const row of [undefined, null]) expect(madeBefore(row, hash)).toBeUndefined()
  for (const read of [(stored: Buffer) => stored, (stored: Buffer) => stored.toString('base64')]) {
    const row = { id: '1', content_hash: read(hash) }
    expect(madeBefore(row, hash)).toBe(row)
    expect(() => madeBefore({ content_hash: read(other) }, hash)).toThrow(new Problem('idempotency_key_reused'))
  }
})
