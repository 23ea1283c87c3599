import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { ResponseSerializationError, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'

/**
 * Requests and responses are parsed by the contract's schemas: only declared fields, each of the declared type. Zod compiles each schema to
 * one function on first use; a schema that it cannot compile is parsed as usual.
 */
const parseInput: FastifySchemaCompiler<z.ZodMiniType> = (route) =>
  lazily(() => validatorCompiler({ ...route, schema: z.compile(route.schema) }) as (data: unknown) => { value: unknown })

/** @throws ResponseSerializationError when the response does not match its schema */
const printOutput: FastifySerializerCompiler<z.ZodMiniType> = ({ schema, method, url }) =>
  lazily(() => {
    const compiled = z.compile(schema)
    return (data: unknown) => {
      const parsed = compiled.safeParse(data)
      if (!parsed.success) throw new ResponseSerializationError(method, url, { cause: parsed.error })
      return JSON.stringify(parsed.data)
    }
  })

/** Fastify loads its own compilers by default. */
export const compilers = { buildValidator: () => parseInput, buildSerializer: () => printOutput } as unknown as CompilersFactory
type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

/** Lazy compilation: most calls are rare, and the start must not wait for their schemas. */
function lazily<Result>(make: () => (data: unknown) => Result): (data: unknown) => Result {
  let made: ((data: unknown) => Result) | null = null
  return (data) => {
    made ??= make()
    return made(data)
  }
}
