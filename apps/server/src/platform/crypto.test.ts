import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashToken, openVault } from './crypto.ts'

describe('the vault', () => {
  const vault = openVault(randomBytes(32))
  const seal = vault.sealOf('a', vault.newWrappedKey('a'))

  test('opens what it sealed, and never seals the same way twice', () => {
    const text = 'مرحبا, 👋'
    const [one, two] = [seal.seal(text), seal.seal(text)]
    expect(seal.open(one)).toBe(text)
    expect(one.equals(two)).toBe(false)
    expect(one.toString('latin1')).not.toContain(Buffer.from(text).toString('latin1'))
    expect(seal.open(seal.seal(null))).toBeNull()
  })

  test('refuses a changed bit, another company’s key and another master key', () => {
    const sealed = seal.seal('secret')
    for (const index of [0, 5, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[index] = (changed[index] as number) ^ 1
      expect(() => seal.open(changed)).toThrow()
    }
    expect(() => vault.sealOf('b', vault.newWrappedKey('b')).open(sealed)).toThrow()
    const wrapped = vault.newWrappedKey('c')
    expect(() => vault.sealOf('d', wrapped)).toThrow()
    expect(() => openVault(randomBytes(32)).sealOf('c', wrapped)).toThrow()
  })

  test('derives 256-bit tokens, another for each purpose and id', () => {
    const tokens = [vault.deriveToken('guest', '1'), vault.deriveToken('guest', '2'), vault.deriveToken('reset', '1')]
    expect(new Set(tokens).size).toBe(3)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(vault.deriveToken('guest', '1')).toBe(tokens[0])
    expect(hashToken('a')).toHaveLength(32)
  })
})
