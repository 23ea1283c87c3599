import { api } from '@reflet/contract/api'
import type { Endpoint } from '@reflet/contract/endpoint'
import type * as z from 'zod/mini'

/** What a schema of zod is made of, as far as the contract uses it. */
export type Def = {
  readonly type: string
  readonly format?: string
  readonly coerce?: boolean
  readonly shape?: Record<string, z.ZodMiniType>
  readonly element?: z.ZodMiniType
  /** The additional fields of a strict object: none. */
  readonly catchall?: z.ZodMiniType
  readonly innerType?: z.ZodMiniType
  readonly options?: readonly z.ZodMiniType[]
  readonly valueType?: z.ZodMiniType
  readonly in?: z.ZodMiniType
  readonly out?: z.ZodMiniType
  readonly values?: readonly unknown[]
  readonly entries?: Record<string, unknown>
  readonly checks?: readonly { readonly _zod: { readonly def: unknown } }[]
}
export const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def

export function inner(schema: z.ZodMiniType | undefined): z.ZodMiniType {
  if (!schema) throw new Error('a schema without what it holds')
  return schema
}

/** One value without parts, anywhere in an input. */
export interface Place {
  readonly path: string
  /** Its type in zod: string, number, boolean, enum, literal, unknown. */
  readonly type: string
  /** What it is a field or an element of: all of params, query or body. */
  readonly whole: z.ZodMiniType
  /** The schema of the field or element itself. */
  readonly field: z.ZodMiniType
  /** A value of the whole with this one in the place, and nothing else but what tells a member of a union from another. */
  readonly holding: (value: unknown) => unknown
}

const literalsIn = (shape: Record<string, z.ZodMiniType>) =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([key, schema]) => (defOf(schema).type === 'literal' ? [[key, defOf(schema).values?.[0]]] : [])),
  )

/** Every place of an input. @throws for a schema of a kind that is not known */
export function placesOf(whole: z.ZodMiniType, path: string): Place[] {
  return within(whole, { path, type: '', whole, field: whole, holding: (value) => value })
}

function within(schema: z.ZodMiniType, place: Place): Place[] {
  const def = defOf(schema)
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return within(inner(def.innerType), place)
    case 'pipe':
      return within(inner(def.in), place)
    case 'array': {
      const field = inner(def.element)
      return within(field, { ...place, path: `${place.path}[]`, field, holding: (value) => place.holding([value]) })
    }
    case 'object': {
      const shape = def.shape ?? {}
      return Object.entries(shape).flatMap(([key, field]) => {
        const holding = (value: unknown) => place.holding({ ...literalsIn(shape), [key]: value })
        return within(field, { ...place, path: `${place.path}.${key}`, field, holding })
      })
    }
    case 'union':
      return (def.options ?? []).flatMap((option) => within(option, place))
    case 'string':
    case 'number':
    case 'literal':
    case 'enum':
    case 'boolean':
    case 'unknown':
      return [{ ...place, type: def.type }]
    default:
      throw new Error(`${place.path}: the places of ${def.type} are not known`)
  }
}

/** Every call of the contract, by its name. */
export const calls = Object.entries(api).flatMap(([resource, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => [`${resource}.${name}`, endpoint] as const),
)
