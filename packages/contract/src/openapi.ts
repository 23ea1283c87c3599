import * as z from 'zod/mini'

/**
 * Metadata of a schema for the OpenAPI document. `z.describe` and `z.meta` are checks, which run at each parse: a copy in the registry is
 * not.
 */
function copyWith<T extends z.ZodMiniType>(schema: T, meta: z.core.GlobalMeta): T {
  const copy = schema.clone()
  z.globalRegistry.add(copy, meta)
  return copy
}

export const described = <T extends z.ZodMiniType>(schema: T, description: string): T => copyWith(schema, { description })

/** The document lists the schema once, under this name. */
export const named = <T extends z.ZodMiniType>(schema: T, id: string): T => copyWith(schema, { id })
