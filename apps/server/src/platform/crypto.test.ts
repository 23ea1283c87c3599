import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashToken, openVault } from './crypto.ts'

const COLUMN = 'feedbacks.sealed_keep'
const ROW = '0192f0c1-0000-7000-8000-00000000000a'

describe('the vault', () => {
  const vault = openVault(randomBytes(32))
  const wrapped = vault.newWrappedKey('a')
  const seal = vault.sealOf('a', wrapped)

  test('decrypts what it encrypted, and never encrypts the same way twice', () => {
    const text = 'مرحبا, 👋'
    const [one, two] = [seal.seal(text, COLUMN, ROW), seal.seal(text, COLUMN, ROW)]
    expect(seal.open(one, COLUMN, ROW)).toBe(text)
    expect(seal.open(one, COLUMN, ROW.toUpperCase()), 'an id in capitals is the same row').toBe(text)
    expect(one.equals(two)).toBe(false)
    expect(one.toString('latin1')).not.toContain(Buffer.from(text).toString('latin1'))
    expect(seal.open(seal.seal(null, COLUMN, ROW), COLUMN, ROW)).toBeNull()
  })

  test('refuses a changed bit, another company’s key and another master key', () => {
    const sealed = seal.seal('secret', COLUMN, ROW)
    for (const index of [0, 2, 8, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[index] = (changed[index] as number) ^ 1
      expect(() => seal.open(changed, COLUMN, ROW)).toThrow()
    }
    expect(() => vault.sealOf('b', vault.newWrappedKey('b')).open(sealed, COLUMN, ROW)).toThrow()
    const other = vault.newWrappedKey('c')
    expect(() => vault.sealOf('d', other)).toThrow()
    expect(() => openVault(randomBytes(32)).sealOf('c', other)).toThrow('sealed with another key')
    expect([vault.opens('c', other), vault.opens('d', other), openVault(randomBytes(32)).opens('c', other)]).toEqual([true, false, false])
  })

  test('refuses a value that was copied to another column or row', () => {
    const sealed = seal.seal('secret', COLUMN, ROW)
    expect(() => seal.open(sealed, 'feedbacks.sealed_improve', ROW)).toThrow()
    expect(() => seal.open(sealed, COLUMN, ROW.replace('a', 'b'))).toThrow()
  })

  test('writes the version and the key id first: of a company’s data key, and of the master key that wraps it', () => {
    const again = openVault(randomBytes(32))
    const [one, two] = [seal.seal('one', COLUMN, ROW), seal.seal('two', 'awards.sealed_message', ROW)]
    const ids = [one, wrapped, again.newWrappedKey('a')].map((sealed) => sealed.subarray(0, 5).toString('hex'))
    expect(ids.every((id) => id.startsWith('02'))).toBe(true)
    expect(new Set(ids).size).toBe(3)
    expect(one.subarray(0, 5)).toEqual(two.subarray(0, 5))
    expect(vault.newWrappedKey('b').subarray(0, 5)).toEqual(wrapped.subarray(0, 5))
  })

  test('derives 256-bit tokens, different for each purpose and id', () => {
    const tokens = [vault.deriveToken('guest', '1'), vault.deriveToken('guest', '2'), vault.deriveToken('reset', '1')]
    expect(new Set(tokens).size).toBe(3)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(vault.deriveToken('guest', '1')).toBe(tokens[0])
    expect(hashToken('a')).toHaveLength(32)
  })
})
