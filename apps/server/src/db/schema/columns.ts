import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const companyId = () => uuid('company_id').notNull()
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
