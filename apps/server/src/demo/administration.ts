import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import type { Random } from './random.ts'
import type { Row } from './rows.ts'
import type { DemoPerson, DemoSetting } from './story.ts'

interface Entry {
  readonly action: string
  readonly target_id?: string | null
  readonly details?: object
}

/** Days of the story of the log. */
const DAYS = 45

/** A company's log of the last weeks, and a file of people that its administrator has checked and not yet imported. */
export function tellAdministration({ companyId: company_id, people, now, random }: DemoSetting) {
  const admin = people.find(({ email }) => email.startsWith('admin@'))
  const entries: (Row & Entry & { readonly at: Date; readonly actor_id: string | null })[] = []
  const add = (daysAgo: number, actor: DemoPerson | undefined, entry: Entry) => {
    const at = new Date(now.getTime() - daysAgo * DAY_MS - (entries.length % 9) * HOUR_MS)
    entries.push({
      company_id,
      id: random.id(at),
      at,
      actor_kind: actor || entry.action === 'sign_in_refused' ? 'person' : 'operator',
      actor_id: actor?.id ?? null,
      network: actor ? '192.0.2.0/24' : null,
      target_kind: entry.target_id ? 'person' : null,
      ...entry,
    })
  }
  add(DAYS, undefined, { action: 'company_created' })
  for (const [index, person] of people.entries()) {
    add(DAYS - 1, admin, { action: 'person_created', target_id: person.id, details: { invited: true } })
    if (person.email.startsWith('new@')) continue
    for (let day = DAYS - 2 - (index % 3); day > 0; day -= 5 + (index % 4)) add(day, person, { action: 'sign_in', target_id: person.id })
  }
  const [first, second] = people
  add(20, admin, {
    action: 'policies_changed',
    details: { before: { reminder_days: [5, 12] }, after: { reminder_days: [3, 10] } },
  })
  add(9, undefined, { action: 'sign_in_refused', target_id: first?.id ?? null, details: { reason: 'password' } })
  add(6, admin, { action: 'person_updated', target_id: second?.id ?? null, details: { fields: ['department'] } })
  add(0, admin, { action: 'import_uploaded', details: { bytes: 1_482 } })
  const signIns = entries.filter(({ action }) => action === 'sign_in')
  const seen = people.map(({ id }) => ({ id, at: signIns.findLast(({ actor_id }) => actor_id === id)?.at ?? null }))
  return { entries, seen, ...importOf(company_id, admin, now, random) }
}

const NEW_PEOPLE = [
  ['ines.morel', 'Inès', 'Morel', 'Design'],
  ['jonas.weber', 'Jonas', 'Weber', 'Ingénierie'],
  ['salma.idrissi', 'Salma', 'Idrissi', 'Commercial et marketing'],
  ['pablo.ruiz', 'Pablo', 'Ruiz', 'Support client'],
] as const

const WRONG = [
  { email: '', field: 'email', code: 'invalid', value: 'lena.koch(at)nova.example', first_name: 'Lena', last_name: 'Koch' },
  {
    email: 'tom.baker@nova.example',
    field: 'manager_email',
    code: 'unknown_person',
    value: 'marion@nova.example',
    first_name: 'Tom',
    last_name: 'Baker',
  },
] as const

function importOf(company_id: string, admin: DemoPerson | undefined, now: Date, random: Random) {
  const id = random.id(now)
  const created = NEW_PEOPLE.map(([name, first_name, last_name, department], index) => {
    const email = `${name}@nova.example`
    return {
      company_id,
      import_id: id,
      line: index + 2,
      email,
      plan: 'create',
      fields: { email, first_name, last_name, department },
    }
  })
  const wrong = WRONG.map(({ email, first_name, last_name }, index) => ({
    company_id,
    import_id: id,
    line: created.length + index + 2,
    email,
    plan: 'refused',
    fields: { first_name, last_name },
  }))
  const run = {
    company_id,
    id,
    created_by: admin?.id ?? null,
    status: 'checked',
    columns: JSON.stringify(['email', 'first_name', 'last_name', 'department', 'manager_email']),
    lines: created.length + wrong.length,
    done_lines: created.length + wrong.length,
    created: created.length,
    errors_count: wrong.length,
    created_at: now,
    checked_at: now,
  }
  const errors = WRONG.map(({ field, code, value }, index) => ({
    company_id,
    import_id: id,
    line: created.length + index + 2,
    field,
    code,
    value,
  }))
  return { run, lines: [...created, ...wrong], errors }
}
