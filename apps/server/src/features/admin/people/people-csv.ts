import type { ImportField } from '@reflet/contract/admin-imports'
import type { AdminPerson } from '@reflet/contract/admin-people'
import type { Queryable } from '../../../db/index.ts'
import { type Cell, eachPage } from '../../../platform/csv.ts'
import { listPeople, type PeopleFilter } from './people.queries.ts'

/** People per page of the file. */
const CSV_PAGE = 1_000

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

/** The columns of the import, then what it leaves alone; `invited_at` is when the mail left. */
export const PEOPLE_COLUMNS = [...Object.keys(CELLS), 'status', 'invited_at', 'last_seen_at']

export const cellsOf = (person: AdminPerson): Cell[] => [
  ...Object.values(CELLS).map((cell) => cell(person)),
  person.status,
  person.invitation_sent_at ?? null,
  person.last_seen_at,
]

/** The people of the file, page by page: memory holds one page. */
export const pagesOfPeople = (db: Queryable, now: Date, companyId: string, filter: PeopleFilter) =>
  eachPage(async (cursor) => {
    const { people, next_cursor } = await listPeople(db, now, companyId, { ...filter, lasting: true }, cursor, CSV_PAGE)
    return { items: people, next_cursor }
  })
