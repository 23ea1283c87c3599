import type { AdminPerson } from '@reflet/contract/admin-people'

export const TEXTS = ['first_name', 'last_name', 'email', 'job_title', 'department', 'registration_number', 'manager'] as const

export interface PersonValues extends Record<(typeof TEXTS)[number], string> {
  locale: AdminPerson['locale']
  role: AdminPerson['role']
}

export const valuesOf = (person: AdminPerson | undefined, locale: AdminPerson['locale']): PersonValues => ({
  first_name: person?.first_name ?? '',
  last_name: person?.last_name ?? '',
  email: person?.email ?? '',
  job_title: person?.job_title ?? '',
  department: person?.department ?? '',
  registration_number: person?.registration_number ?? '',
  manager: person?.manager?.email ?? '',
  locale: person?.locale ?? locale,
  role: person?.role ?? 'employee',
})

/** The fields of the call that differ from what is stored; all of them for a new person. The manager is found by address first. */
export function changesOf(before: PersonValues | null, now: PersonValues) {
  const changed = Object.entries(now).filter(
    ([name, value]) => name !== 'manager' && (before === null || before[name as keyof PersonValues] !== value),
  )
  return Object.fromEntries(changed.map(([name, value]) => [name, name === 'registration_number' ? value.trim() || null : value]))
}
