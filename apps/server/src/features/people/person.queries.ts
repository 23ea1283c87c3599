import type { Person } from '@reflet/contract/common'
import { nullable, type Sql, sql, t } from '../../db/index.ts'

/** What the company says of an employee, of `users`. */
export const employeeRow = {
  id: t.uuid,
  email: t.text,
  first_name: t.text,
  last_name: t.text,
  job_title: t.text,
  department: t.text,
  registration_number: nullable(t.text),
}

/** How a person is listed: by name, with what tells namesakes apart. */
export const listedRow = { email: t.text, first_name: t.text, last_name: t.text, job_title: t.text, avatar_url: nullable(t.text) }

/** A row of `users` as others see it, a `Person`; null where there is none. A guest of a link gets no id: pass null for it. */
export const personJson = (user: Sql, id: Sql = sql`${user}.id`) =>
  sql`case when ${user}.id is not null then json_build_object('id', ${id}, 'first_name', ${user}.first_name,
    'last_name', ${user}.last_name, 'job_title', ${user}.job_title, 'avatar_url', ${user}.avatar_url) end`

/** A former colleague. */
export const FORMER: Person = { id: null, first_name: '', last_name: '', job_title: '', avatar_url: null }
