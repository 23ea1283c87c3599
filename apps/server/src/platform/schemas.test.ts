import { UserRecord } from '@reflet/contract/people'
import fc from 'fast-check'
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { arbitraryOf, spoiled, withExtras } from '../test/arbitrary-values.ts'
import { calls } from '../test/contract-places.ts'
import { compilers } from './schemas.ts'

/** Responses have declared fields only: compares the compiled schemas with zod's own parser. */

const printed = calls.filter(([, { text, binary }]) => !text && !binary)

type Printer = (route: Partial<FastifyRouteSchemaDef<unknown>>) => (data: unknown) => string
const buildPrinter = compilers.buildSerializer as unknown as () => Printer
const printerOf = (schema: z.ZodMiniType) => buildPrinter()({ schema, method: 'GET', url: '/' })

/** The output of zod's own parser; null when it refuses. */
const byZod = (schema: z.ZodMiniType, value: unknown) => {
  const { success, data } = schema.safeParse(value)
  return success ? JSON.stringify(data) : null
}
const printedBy = (print: (value: unknown) => string, value: unknown) => {
  try {
    return print(value)
  } catch (error) {
    expect(error).toMatchObject({ code: 'FST_ERR_RESPONSE_SERIALIZATION' })
    return null
  }
}

describe.each(printed)('%s', (_title, { response }) => {
  const print = printerOf(response)

  test('serializes what zod returns, without undeclared fields', () => {
    fc.assert(
      fc.property(arbitraryOf(response), fc.nat(), (value, seed) => {
        const known = byZod(response, value)
        expect(known, 'the generated value is valid').not.toBeNull()
        expect(print(value)).toBe(known)
        expect(print(withExtras(value, response, seed))).toBe(known)
      }),
      { numRuns: 40 },
    )
  })

  test('refuses what zod refuses', () => {
    fc.assert(
      fc.property(arbitraryOf(response), fc.nat(), (value, seed) => {
        const wrong = spoiled(value, seed)
        expect(printedBy(print, wrong)).toBe(byZod(response, wrong))
      }),
      { numRuns: 40 },
    )
  })
})

describe('every schema of the contract', () => {
  test.each(calls)('%s is compiled, not only parsed', (_title, { params, query, body, response }) => {
    for (const schema of [params, query, body, response]) {
      if (schema) expect(() => z.compile(schema, { strict: true })).not.toThrow()
    }
  })
})

describe('an undeclared field', () => {
  const secret = { password_hash: 'argon2', __proto__: null }
  const [record] = fc.sample(arbitraryOf(UserRecord), { numRuns: 1, seed: 1 }) as [z.infer<typeof UserRecord>]

  test('is removed at any depth', () => {
    const leaky = { ...record, ...secret, user: { ...record.user, ...secret, company: { ...record.user.company, ...secret } } }
    expect(printerOf(UserRecord)(leaky)).not.toContain('password_hash')
  })

  test('is not sent in the place of a text', () => {
    const leaky = { ...record, user: { ...record.user, email: { address: 'a@b.example', ...secret } } }
    expect(() => printerOf(UserRecord)(leaky)).toThrow("Response doesn't match the schema")
  })
})
