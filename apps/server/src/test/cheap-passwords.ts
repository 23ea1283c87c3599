import { afterAll, beforeAll } from 'vitest'
import { cost } from '../platform/passwords.ts'

/**
 * Lowers the password hashing cost for this file. Call it before the file's own `beforeAll`, because a hash is verified at the cost it was
 * made with.
 */
export function hashCheaply(): void {
  const { memoryKib } = cost
  beforeAll(() => {
    cost.memoryKib = 64
  })
  afterAll(() => {
    cost.memoryKib = memoryKib
  })
}
