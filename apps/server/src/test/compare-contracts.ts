/** A JSON schema, as far as the contract's OpenAPI document uses it. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly pattern?: string
  readonly [bound: string]: unknown
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
}

interface Content {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content & { readonly required?: boolean }
  readonly responses?: Readonly<Record<string, Content>>
}

/** An OpenAPI 3.1 document. */
export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>>; readonly responses?: Readonly<Record<string, Content>> }
}

const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const

const typesOf = ({ type }: Schema): readonly string[] | undefined => (type === undefined ? undefined : [type].flat())
const valuesOf = ({ enum: values, const: value }: Schema) => values ?? (value === undefined ? undefined : [value])
const membersOf = (schema: Schema) => schema.anyOf ?? schema.oneOf

/** Our documents say so where a body is optional. */
const needsBody = ({ requestBody }: Operation) => requestBody !== undefined && requestBody.required !== false

/**
 * What a released client can no longer do with the newer contract (docs/ARCHITECTURE.md, "The contract"): what it sends must be accepted, and
 * what it needs of a response must be there in the same form. New calls, new optional parameters, new fields and values of responses are no
 * breach: a client ignores what it does not know.
 */
export function breachesOf(released: Contract, present: Contract): string[] {
  const breaches: string[] = []
  const seen = new Set<string>()

  const resolve = (contract: Contract, schema: Schema): Schema => {
    const name = schema.$ref?.replace('#/components/schemas/', '')
    return name === undefined ? schema : resolve(contract, contract.components?.schemas?.[name] ?? {})
  }
  const responseOf = ({ components }: Contract, response: Content | undefined) => {
    const name = response?.$ref?.replace('#/components/responses/', '')
    return name === undefined ? response : components?.responses?.[name]
  }
  /** Recursive schemas end where the same two were compared before. */
  const isNew = (kind: string, old: Schema, now: Schema) => {
    if (!old.$ref || !now.$ref) return true
    const key = `${kind} ${old.$ref} ${now.$ref}`
    const known = seen.has(key)
    seen.add(key)
    return !known
  }

  /** Without a record of the breaches: whether two members of a union fit. */
  const fits = (compare: (note: (text: string) => void) => void): boolean => {
    let count = 0
    compare(() => {
      count++
    })
    return count === 0
  }

  type Note = (text: string) => void

  function compareSent(oldOne: Schema, newOne: Schema, at: string, note: Note): void {
    if (!isNew('sent', oldOne, newOne)) return
    const old = resolve(released, oldOne)
    const now = resolve(present, newOne)
    const members = membersOf(old)
    if (members) {
      for (const member of members) if (!accepts(member, now, at)) note(`${at}: a member of a union is no longer accepted`)
      return
    }
    if (membersOf(now)) {
      if (!accepts(old, now, at)) note(`${at}: no member of the union accepts it`)
      return
    }
    const [oldTypes, newTypes] = [typesOf(old), typesOf(now)]
    if (newTypes && !oldTypes?.every((type) => newTypes.includes(type))) note(`${at}: ${newTypes} instead of ${oldTypes}`)
    const [oldValues, newValues] = [valuesOf(old), valuesOf(now)]
    if (newValues && !oldValues?.every((value) => newValues.includes(value))) note(`${at}: a value is no longer accepted`)
    for (const bound of UPPER)
      if (now[bound] !== undefined && !(Number(old[bound]) <= Number(now[bound]))) note(`${at}: ${bound} ${now[bound]} is tighter`)
    for (const bound of LOWER)
      if (now[bound] !== undefined && !(Number(old[bound]) >= Number(now[bound]))) note(`${at}: ${bound} ${now[bound]} is tighter`)
    if (now.pattern !== undefined && now.pattern !== old.pattern) note(`${at}: another pattern`)
    for (const name of now.required ?? []) if (!old.required?.includes(name)) note(`${at}.${name}: is required now`)
    for (const [name, schema] of Object.entries(old.properties ?? {})) {
      const next = now.properties?.[name]
      if (next) compareSent(schema, next, `${at}.${name}`, note)
      else if (now.additionalProperties === false) note(`${at}.${name}: is no longer accepted`)
    }
    if (old.items && now.items) compareSent(old.items, now.items, `${at}[]`, note)
  }

  const accepts = (old: Schema, now: Schema, at: string) =>
    (membersOf(now) ?? [now]).some((member) => fits((note) => compareSent(old, member, at, note)))

  function compareReceived(oldOne: Schema, newOne: Schema, at: string, note: Note): void {
    if (!isNew('received', oldOne, newOne)) return
    const old = resolve(released, oldOne)
    const now = resolve(present, newOne)
    const members = membersOf(old)
    if (members) {
      const understood = (membersOf(now) ?? [now]).some((member) =>
        members.some((known) => fits((mute) => compareReceived(known, member, at, mute))),
      )
      if (!understood) note(`${at}: no member of the union is as it was`)
      return
    }
    if (membersOf(now)) {
      for (const member of membersOf(now) ?? [])
        if (!fits((mute) => compareReceived(old, member, at, mute))) note(`${at}: may be something else now`)
      return
    }
    const [oldTypes, newTypes] = [typesOf(old), typesOf(now)]
    if (oldTypes && !newTypes?.every((type) => oldTypes.includes(type))) note(`${at}: ${newTypes} instead of ${oldTypes}`)
    for (const name of old.required ?? []) if (!now.required?.includes(name)) note(`${at}.${name}: may be missing now`)
    for (const [name, schema] of Object.entries(old.properties ?? {})) {
      const next = now.properties?.[name]
      if (next) compareReceived(schema, next, `${at}.${name}`, note)
    }
    if (old.items && now.items) compareReceived(old.items, now.items, `${at}[]`, note)
  }

  const note: Note = (text) => breaches.push(text)
  for (const [path, operations] of Object.entries(released.paths))
    for (const [method, old] of Object.entries(operations)) {
      const at = `${method.toUpperCase()} ${path}`
      const now = present.paths[path]?.[method]
      if (!now) {
        note(`${at}: is gone`)
        continue
      }
      const find = (all: readonly Parameter[] | undefined, one: Parameter) =>
        all?.find((other) => other.name === one.name && other.in === one.in)
      for (const parameter of now.parameters ?? [])
        if (parameter.required && !find(old.parameters, parameter)?.required) note(`${at} ?${parameter.name}: is required now`)
      for (const parameter of old.parameters ?? []) {
        const next = find(now.parameters, parameter)
        if (!next) note(`${at} ?${parameter.name}: is no longer accepted`)
        else compareSent(parameter.schema ?? {}, next.schema ?? {}, `${at} ?${parameter.name}`, note)
      }
      if (needsBody(now) && !needsBody(old)) note(`${at}: needs a body now`)
      for (const [type, { schema }] of Object.entries(old.requestBody?.content ?? {})) {
        const next = now.requestBody?.content?.[type]
        if (!next) note(`${at}: no body of ${type} any more`)
        else compareSent(schema ?? {}, next.schema ?? {}, `${at} body`, note)
      }
      for (const [status, response] of Object.entries(old.responses ?? {}))
        for (const [type, { schema }] of Object.entries(responseOf(released, response)?.content ?? {})) {
          // A refusal that no longer happens.
          if (now.responses?.[status] === undefined && status >= '400' && now.responses?.default) continue
          const next = responseOf(present, now.responses?.[status])?.content?.[type]
          if (!next) note(`${at} ${status}: no response of ${type} any more`)
          else compareReceived(schema ?? {}, next.schema ?? {}, `${at} ${status}`, note)
        }
    }
  return breaches
}
