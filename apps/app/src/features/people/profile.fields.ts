import { type User, UserPatch } from '@reflet/contract/people'
import type { ApiError } from '../../platform/errors.ts'

export const FIELDS = ['first_name', 'last_name', 'job_title', 'department', 'time_zone'] as const
export type FieldName = (typeof FIELDS)[number]

/** Only fields that differ from the server's: a concurrent change of other fields is kept. */
export type Changes = Partial<Record<FieldName, string>>

export function withChange(changes: Changes, user: User, field: FieldName, value: string): Changes {
  const { [field]: _, ...others } = changes
  return value === user[field] ? others : { ...others, [field]: value }
}

export type Refused = Readonly<Partial<Record<FieldName, string>>>

const isField = (name: unknown): name is FieldName => FIELDS.includes(name as FieldName)

/** The contract's own rules, before sending: an error code per refused field. */
export function refusedBefore(changes: Changes): Refused {
  const { error } = UserPatch.safeParse(changes)
  const found = (error?.issues ?? []).map(({ path, code, message }) => [path[0], code === 'custom' ? message : code])
  return Object.fromEntries(found.filter(([field]) => isField(field)))
}

/** The same from the server's response. */
export const refusedBy = ({ fields }: ApiError): Refused => Object.fromEntries(Object.entries(fields).filter(([field]) => isField(field)))
