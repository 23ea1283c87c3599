import type { ImportField } from '@reflet/contract/admin-imports'
import type { AdminPerson } from '@reflet/contract/admin-people'
import type { Cell } from '../../../platform/csv.ts'

const CELLS: Record<ImportField, (person: AdminPerson) => Cell> = {
  email: ({ email }) => email,
  first_name: ({ first_name }) => first_name,
  last_name: ({ last_name }) => last_name,
  job_title: ({ job_title }) => job_title,
  department: ({ department }) => department,
  registration_number: ({ registration_number }) => registration_number,
  locale: ({ locale }) => locale,
  manager_email: ({ manager }) => manager?.email ?? '',
  role: ({ role }) => role,
}

/** The columns of the import, then what it leaves alone. */
export const PEOPLE_COLUMNS = [...Object.keys(CELLS), 'status', 'invited_at', 'last_seen_at']

export const cellsOf = (person: AdminPerson): Cell[] => [
  ...Object.values(CELLS).map((cell) => cell(person)),
  person.status,
  person.invited_at,
  person.last_seen_at,
]
